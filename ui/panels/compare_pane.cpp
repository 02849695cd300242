#include "ui/panels/compare_pane.hpp"

#include "core/present/money_text.hpp"
#include "core/present/numbers.hpp"
#include "ui/panels/compare_tables.hpp"
#include "ui/panels/text_table.hpp"
#include "ui/widgets/choice_box.hpp"
#include "ui/widgets/paint.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace headroom {

namespace {

constexpr int padding = 12, gap = 8, head_height = 32, open_height = 212;
constexpr int letter_size = 16, others_width = 150, longest_name = 24;
constexpr auto now_id = "now";

QString elided(const std::string& name) {
    const QString text = toQt(name);
    return text.size() <= longest_name ? text : text.left(longest_name - 1) + QChar(0x2026);
}

/// A letter in a box: filled for the base.
QIcon letterIcon(const QString& letter, bool filled, const Theme& theme, qreal ratio) {
    QPixmap pixmap((QSizeF(letter_size, letter_size) * ratio).toSize());
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.ink2, 1.4));
    painter.setBrush(filled ? theme.ink2 : theme.base);
    painter.drawRoundedRect(QRectF(1, 1, letter_size - 2, letter_size - 2), 3, 3);
    painter.setPen(filled ? theme.base : theme.ink);
    painter.setFont(scaledFont(QFont(), type_scale::caption, QFont::Bold));
    painter.drawText(QRectF(0, 0, letter_size, letter_size), Qt::AlignCenter, letter);
    return QIcon(pixmap);
}

QString joined(const PlanFigures& figures) {
    return QStringList{toQt(figures.memory), toQt(figures.step), toQt(figures.cost)}.join(
        QStringLiteral("   "));
}

} // namespace

ComparePane::ComparePane(Session& session, QWidget* parent)
    : QFrame(parent), session_(session), heading_(new QLabel), pins_(new QHBoxLayout),
      figures_(new QLabel), change_(new QLabel), others_(new ChoiceBox),
      swap_(makeLink(QStringLiteral("swap-plans"))),
      copy_(makeLink(QStringLiteral("copy-comparison"))), unpin_(makeLink(QStringLiteral("unpin"))),
      fold_(makeLink(QStringLiteral("fold-comparison"))), tables_(new CompareTables) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Pinned plans"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(padding, 0, padding, 0);
    column->setSpacing(0);
    column->addWidget(makeHead());
    column->addWidget(tables_, 1);
    setTextColour(heading_, themeOf(*this).ink3);
    connect(&session_, &Session::rested, this, &ComparePane::refresh);
    setOpen(false);
}

QToolButton* ComparePane::makeLink(const QString& name) {
    auto* link = new QToolButton;
    link->setObjectName(name);
    link->setProperty("role", QStringLiteral("link"));
    link->setFocusPolicy(Qt::StrongFocus);
    return link;
}

QWidget* ComparePane::makeHead() {
    auto* head = new QWidget;
    head->setFixedHeight(head_height);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    QFont font = scaledFont(this->font(), type_scale::section, QFont::Bold);
    heading_->setFont(font);
    pins_->setSpacing(2);
    change_->setFont(scaledFont(this->font(), 1.0, QFont::DemiBold));
    others_->setFixedWidth(others_width);
    others_->setAccessibleName(tr("Compared with"));
    swap_->setText(tr("Swap"));
    swap_->setToolTip(tr("The pinned plan becomes the present one, which takes its place"));
    copy_->setText(tr("Copy table"));
    unpin_->setText(tr("Unpin"));
    row->addWidget(heading_);
    row->addLayout(pins_);
    for (QWidget* widget : std::initializer_list<QWidget*>{figures_, others_, change_})
        row->addWidget(widget);
    row->addStretch();
    for (QToolButton* link : {swap_, copy_, unpin_, fold_})
        row->addWidget(link);
    connect(others_, &ChoiceBox::chosen, this, [this](const QString& id) {
        other_ = id == QLatin1String(now_id) ? std::nullopt
                                             : std::optional<std::size_t>(id.toULongLong());
        refresh();
    });
    connect(swap_, &QToolButton::clicked, this, [this] { session_.swapWithPin(base_); });
    connect(unpin_, &QToolButton::clicked, this, [this] { session_.unpin(base_); });
    connect(copy_, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(asText()); });
    connect(fold_, &QToolButton::clicked, this, [this] { setOpen(!open_); });
    return head;
}

void ComparePane::setOpen(bool open) {
    const bool changed = open != open_;
    open_ = open;
    tables_->setVisible(open);
    for (QWidget* widget : std::initializer_list<QWidget*>{others_, swap_, copy_, unpin_})
        widget->setVisible(open);
    figures_->setVisible(!open);
    const QString title = open ? tr("Compare") : tr("Pinned");
    heading_->setText(session_.language() == Language::english ? title.toUpper() : title);
    fold_->setText(open ? tr("Fold Ctrl+B") : tr("Expand Ctrl+B"));
    setFixedHeight(open ? open_height : head_height);
    refresh();
    if (changed) emit openChanged(open);
}

const Scenario& ComparePane::otherPlan() const {
    return other_ ? session_.pins()[*other_].scenario : session_.shown();
}

QString ComparePane::otherName() const { return other_ ? pinLetter(*other_) : tr("now"); }

QString ComparePane::difference() const { return change_->text(); }

QString ComparePane::asText() const {
    const Comparison comparison =
        compare(session_.pins()[base_].scenario, otherPlan(), session_.language());
    return tabSeparated(comparison_table(comparison, pinLetter(base_).toStdString(),
                                         otherName().toStdString(), session_.language()));
}

void ComparePane::refresh() {
    const Pins& pins = session_.pins();
    if (pins != shown_pins_) {
        shown_pins_ = pins;
        base_ = std::min(base_, pins.empty() ? 0 : pins.size() - 1);
        if (other_ && *other_ >= pins.size()) other_.reset();
        fillPins();
        fillOthers();
    }
    if (pins.empty() || !isVisible()) return;
    swap_->setEnabled(!session_.isStale());
    showLine(otherPlan());
    if (open_)
        tables_->show(compare(pins[base_].scenario, otherPlan(), session_.language()),
                      {pinLetter(base_), otherName()});
}

void ComparePane::showLine(const Scenario& other) {
    const Estimate a = evaluate(session_.pins()[base_].scenario);
    const Estimate b = evaluate(other);
    figures_->setText(joined(plan_figures(session_.pins()[base_].scenario, a)) +
                      QStringLiteral("   |   ") + otherName() + QStringLiteral("   ") +
                      joined(plan_figures(other, b)));
    const auto with_sign = [](const std::string& text) {
        return toQt(text.starts_with("\u2212") ? text : "+" + text);
    };
    const double slower = b.step.total.expected / a.step.total.expected - 1.0;
    QStringList parts{QStringLiteral("%1 − %2").arg(otherName(), pinLetter(base_)),
                      with_sign(gib(b.memory.process.expected - a.memory.process.expected)),
                      with_sign(percent(slower))};
    if (a.money.total && b.money.total)
        parts << with_sign(in_currency(*b.money.total - *a.money.total, other.funding.currency));
    change_->setText(parts.join(QStringLiteral("   ")));
}

void ComparePane::fillPins() {
    while (QLayoutItem* item = pins_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // it may be the one that was clicked
        delete item;
    }
    for (std::size_t place = 0; place < session_.pins().size(); ++place)
        pins_->addWidget(makePin(place));
}

void ComparePane::fillOthers() {
    std::vector<Choice> choices{{now_id, tr("with the plan now")}};
    for (std::size_t place = 0; place < session_.pins().size(); ++place)
        if (place != base_)
            choices.push_back(
                {std::to_string(place),
                 tr("with %1 %2").arg(pinLetter(place), elided(session_.pins()[place].name))});
    others_->setChoices(choices);
    others_->showChoice(other_ ? std::to_string(*other_) : now_id, {});
}

QToolButton* ComparePane::makePin(std::size_t place) {
    const Pin& pin = session_.pins()[place];
    const bool is_base = place == base_;
    auto* button = makeLink(QStringLiteral("pin-%1").arg(pinLetter(place)));
    button->setIcon(letterIcon(pinLetter(place), is_base, themeOf(*this), devicePixelRatioF()));
    button->setIconSize({letter_size, letter_size});
    button->setText(elided(pin.name));
    button->setAccessibleName(tr("Pinned plan %1, %2").arg(pinLetter(place), toQt(pin.name)));
    button->setToolTip(toQt(pin.name));
    button->setToolButtonStyle(is_base ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    button->setPopupMode(QToolButton::MenuButtonPopup);
    auto* menu = new QMenu(button);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, place] { fillMenu(*menu, place); });
    button->setMenu(menu);
    connect(button, &QToolButton::clicked, this, [this, place] {
        base_ = place;
        if (other_ == base_) other_.reset();
        fillPins();
        fillOthers();
        refresh();
    });
    return button;
}

void ComparePane::fillMenu(QMenu& menu, std::size_t place) {
    menu.clear();
    const bool is_last = place + 1 == session_.pins().size();
    menu.addAction(tr("&Go back to this plan"), this,
                   [this, place] { session_.returnToPin(place); });
    menu.addAction(tr("&Swap with the plan now"), this,
                   [this, place] { session_.swapWithPin(place); });
    menu.addAction(tr("&Rename…"), this, [this, place] { rename(place); });
    menu.addSeparator();
    menu.addAction(tr("Move &left"), this, [this, place] { session_.movePin(place, place - 1); })
        ->setEnabled(place > 0);
    menu.addAction(tr("Move r&ight"), this, [this, place] { session_.movePin(place, place + 1); })
        ->setEnabled(!is_last);
    menu.addSeparator();
    menu.addAction(tr("&Unpin"), this, [this, place] { session_.unpin(place); });
}

void ComparePane::rename(std::size_t place) {
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename"));
    dialog->setLabelText(tr("Name of plan %1").arg(pinLetter(place)));
    dialog->setTextValue(toQt(session_.pins()[place].name));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, place](const QString& name) {
        session_.renamePin(place, name.trimmed().toStdString());
    });
    dialog->open();
}

void ComparePane::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    refresh();
}

void ComparePane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && fold_ != nullptr) {
        setTextColour(heading_, themeOf(*this).ink3);
        fillPins();
        refresh();
    }
    QFrame::changeEvent(event);
}

} // namespace headroom
