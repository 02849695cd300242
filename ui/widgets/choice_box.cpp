#include "ui/widgets/choice_box.hpp"

#include "ui/widgets/paint.hpp"

#include <QListView>
#include <QStyledItemDelegate>
#include <QWheelEvent>

namespace headroom {

namespace {
constexpr int text_inset = 7;
constexpr double arrow_inset = 11.0;
constexpr int visible_choices = 24;
} // namespace

ChoiceBox::ChoiceBox(QWidget* parent) : QComboBox(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMaxVisibleItems(visible_choices);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    // A list of its own, as Fusion's pop-up would cover the box and hide where it belongs.
    setView(new QListView(this));
    setItemDelegate(new QStyledItemDelegate(this));
    connect(this, &QComboBox::activated, this,
            [this](int index) { emit chosen(itemData(index).toString()); });
}

void ChoiceBox::setChoices(std::span<const Choice> choices) {
    const QSignalBlocker quiet(this);
    clear();
    for (const Choice& choice : choices)
        addItem(choice.text, QString::fromStdString(choice.id));
}

void ChoiceBox::showChoice(const std::string& id, const QString& otherwise) {
    const QSignalBlocker quiet(this);
    setPlaceholderText(otherwise);
    setCurrentIndex(id.empty() ? -1 : findData(QString::fromStdString(id)));
}

void ChoiceBox::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const FieldState state = hasFocus() ? FieldState::focus : FieldState::rest;
    paintField(painter, rect(), isEnabled() ? state : FieldState::disabled, theme);
    paintChevron(painter, {width() - arrow_inset, height() / 2.0}, false, theme.ink2);
    const QRect room = rect().adjusted(text_inset, 0, -static_cast<int>(2 * arrow_inset), 0);
    const QString text = currentIndex() < 0 ? placeholderText() : currentText();
    painter.setPen(isEnabled() ? theme.ink : theme.ink3);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text, Qt::ElideMiddle, room.width()));
}

void ChoiceBox::wheelEvent(QWheelEvent* event) {
    if (!hasFocus()) return event->ignore();
    QComboBox::wheelEvent(event);
}

} // namespace headroom
