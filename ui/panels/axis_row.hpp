// One line of a panel: label, feasibility slider and number box for one axis of the plan.
//
//     layout->addWidget(new AxisRow(Axis::sequence, session, card));
//
// Follows the session by itself. A drag over the slider is one step of undo; each key press and
// each typed value is one too. What is typed and not understood leaves the plan as it was. A plan
// that does not fit puts a cross before the label. Ctrl+L locks the axis; so does its menu.
#pragma once

#include "ui/session.hpp"

#include <QWidget>

class QLabel;

namespace headroom {

class FeasibilitySlider;
class ReadOutCard;
class ValueBox;

enum class RowForm : std::uint8_t {
    line,  // in the panel
    block, // in presentations: name and value above a large slider
};

class AxisRow final : public QWidget {
    Q_OBJECT
  public:
    /// `card` floats below the strip; rows share one.
    AxisRow(Axis axis, Session& session, ReadOutCard& card, QWidget* parent = nullptr,
            RowForm form = RowForm::line);

    FeasibilitySlider* slider() const { return slider_; }
    ValueBox* box() const { return box_; }
    /// Whether the cross stands before the label.
    bool isMarked() const { return marked_; }
    void toggleLock();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    void arrange(RowForm form);
    void mark();
    void resetToSaved();
    void connectSlider();
    void connectBox();
    void refresh();
    void moveTo(int index);
    void moveFinely(int direction);
    QString changeTo(const Estimate& there) const;
    void enter(const QString& text);
    void hover(int index);
    void explainRefusal();
    QString wordOf(double value) const;
    std::optional<double> parse(const QString& text) const;
    QString spoken() const;
    QString whyNotApplicable() const;

    Axis axis_;
    Session& session_;
    ReadOutCard& card_;
    QLabel* label_;
    FeasibilitySlider* slider_;
    ValueBox* box_;
    bool marked_ = false;
};

/// Room at the left of each row of the panel, where the cross stands.
inline constexpr int row_margin = 12;

/// "Sequence".
QString axisTitle(Axis axis, Language language);
/// The same with its keyboard mnemonic: "Se&quence".
QString axisLabel(Axis axis, Language language);

} // namespace headroom
