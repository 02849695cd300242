// The number box beside a slider: the same value as text, accepts typed ones.
//
//     connect(box, &ValueBox::entered, [&](const QString& text) { if (!apply(text)) box->refuse();
//     }); connect(box, &ValueBox::stepped, slider, ...);           // arrows and Up/Down
//
// Enter (or leaving the box) enters what was typed, Esc puts the value back. A refused text stays
// to be mended, with the box edged in the error colour, until a value is shown or Esc is pressed.
#pragma once

#include <QAbstractSpinBox>

namespace headroom {

class ValueBox final : public QAbstractSpinBox {
    Q_OBJECT
  public:
    explicit ValueBox(QWidget* parent = nullptr);

    void showValue(const QString& text);
    QString text() const;
    /// Starts editing with what was typed over the slider.
    void beginTyping(const QString& text);
    void refuse();
    bool isRefused() const { return refused_; }

    void stepBy(int steps) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  signals:
    void entered(const QString& text);
    void stepped(int steps);
    void restored(); // Esc: whatever was said about a refused text no longer holds

  protected:
    bool event(QEvent* event) override;
    StepEnabled stepEnabled() const override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    void enter();

    QString shown_;
    bool refused_ = false;
};

} // namespace headroom
