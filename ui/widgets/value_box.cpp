#include "ui/widgets/value_box.hpp"

#include "ui/widgets/paint.hpp"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStyleOptionSpinBox>

namespace headroom {

namespace {
constexpr int box_width = 68;
constexpr int box_height = 22;
constexpr double arrow_inset = 10.0; // of the chevrons' centre from the right edge
constexpr double arrow_spread = 3.5; // from the middle up and down
} // namespace

ValueBox::ValueBox(QWidget* parent) : QAbstractSpinBox(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    lineEdit()->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    lineEdit()->setAutoFillBackground(false);
}

QSize ValueBox::sizeHint() const { return {box_width, box_height}; }

void ValueBox::showValue(const QString& text) {
    const bool is_shown = shown_ == text && !refused_ && lineEdit()->text() == text;
    shown_ = text;
    if (is_shown) return;
    // What is being typed is not overwritten by a change that comes from elsewhere.
    if (hasFocus() && lineEdit()->isModified()) return;
    refused_ = false;
    if (lineEdit()->text() != text) lineEdit()->setText(text);
    update();
}

QString ValueBox::text() const { return lineEdit()->text(); }

void ValueBox::beginTyping(const QString& text) {
    setFocus(Qt::OtherFocusReason);
    lineEdit()->setText(text);
    lineEdit()->setModified(true);
}

void ValueBox::refuse() {
    refused_ = true;
    update();
}

void ValueBox::enter() {
    if (!lineEdit()->isModified()) return;
    const QString typed = lineEdit()->text();
    lineEdit()->setModified(false);
    refused_ = false;
    emit entered(typed);
    if (refused_) return;
    lineEdit()->setText(shown_);
    update();
}

void ValueBox::stepBy(int steps) {
    lineEdit()->setModified(false);
    emit stepped(steps);
}

QAbstractSpinBox::StepEnabled ValueBox::stepEnabled() const {
    return isEnabled() ? StepUpEnabled | StepDownEnabled : StepEnabled(StepNone);
}

bool ValueBox::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        // Undo and export belong to the window, not to the few letters in here.
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool of_window = key->key() == Qt::Key_Z || key->key() == Qt::Key_E;
        if (of_window && key->modifiers().testFlag(Qt::ControlModifier)) {
            event->ignore();
            return true;
        }
    }
    return QAbstractSpinBox::event(event);
}

void ValueBox::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        enter();
        selectAll();
        return;
    }
    if (event->key() == Qt::Key_Escape) {
        lineEdit()->setModified(false);
        showValue(shown_);
        selectAll();
        emit restored();
        return;
    }
    QAbstractSpinBox::keyPressEvent(event);
}

void ValueBox::focusOutEvent(QFocusEvent* event) {
    enter();
    QAbstractSpinBox::focusOutEvent(event);
    update();
}

void ValueBox::wheelEvent(QWheelEvent* event) {
    if (!hasFocus()) return event->ignore();
    QAbstractSpinBox::wheelEvent(event);
}

void ValueBox::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    FieldState state = hasFocus() ? FieldState::focus : FieldState::rest;
    if (refused_) state = FieldState::refused;
    if (!isEnabled()) state = FieldState::disabled;
    paintField(painter, rect(), state, theme);
    const QPointF middle(width() - arrow_inset, height() / 2.0);
    const QColor colour = isEnabled() ? theme.ink2 : theme.ink3;
    paintChevron(painter, middle - QPointF(0.0, arrow_spread), true, colour);
    paintChevron(painter, middle + QPointF(0.0, arrow_spread), false, colour);
}

} // namespace headroom
