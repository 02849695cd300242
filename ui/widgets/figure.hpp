// One number of the verdict bar: caption, figure with its unit in a lighter weight, a note below.
//
//     figure->setCaption(tr("Step time"));
//     figure->setFigure("4.74 s");
//     figure->setNote("P10–P90 4.3–5.3 s", NoteTone::plain);
#pragma once

#include "core/present/views.hpp"

#include <QLabel>
#include <QWidget>

namespace headroom {

enum class NoteTone : std::uint8_t { plain, good, bad };

class Figure : public QWidget {
  public:
    explicit Figure(QWidget* parent = nullptr);

    void setCaption(const QString& caption);
    /// "4.74 s": what follows the first number is the unit. "" shows a dash.
    void setFigure(const QString& text);
    void setNote(const QString& note, NoteTone tone = NoteTone::plain);
    /// A widget between figure and note: the memory gauge.
    void insertGauge(QWidget* gauge);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void applyTheme();

    QLabel* caption_;
    QLabel* number_;
    QLabel* unit_;
    QLabel* note_;
    NoteTone tone_ = NoteTone::plain;
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
