// One number of the verdict bar: caption, figure with its unit in a lighter weight, a note below.
//
//     figure->setCaption(tr("Step time"));
//     figure->setFigure("4.74 s");
//     figure->setNote("P10–P90 4.3–5.3 s", NoteTone::plain);
#pragma once

#include "core/present/views.hpp"

#include <QWidget>

namespace headroom {

enum class NoteTone : std::uint8_t { plain, good, bad };

/// Painted by itself and as wide as the widest text it has held: numbers that change with every
/// frame of a drag do not make the window lay itself out anew.
class Figure final : public QWidget {
  public:
    explicit Figure(QWidget* parent = nullptr);

    void setCaption(const QString& caption);
    /// "4.74 s": what follows the first number is the unit. "" shows a dash.
    void setFigure(const QString& text);
    void setNote(const QString& note, NoteTone tone = NoteTone::plain);
    /// A widget of fixed size between figure and note: the memory gauge.
    void insertGauge(QWidget* gauge);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void refresh();
    void makeFonts();
    QString noteText() const;
    int gaugeTop() const;

    QString caption_, number_, unit_, note_;
    QFont caption_font_, number_font_;
    NoteTone tone_ = NoteTone::plain;
    QWidget* gauge_ = nullptr;
    int widest_ = 0;
};

/// What one GPU needs as a stacked bar within what it holds.
class MemoryGauge final : public QWidget {
  public:
    explicit MemoryGauge(QWidget* parent = nullptr);
    void setRow(const MemoryBarRow& row);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    MemoryBarRow row_;
};

} // namespace headroom
