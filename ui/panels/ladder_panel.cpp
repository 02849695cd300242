#include "ui/panels/ladder_panel.hpp"

#include "ui/widgets/paint.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom {

namespace {

constexpr int padding = 12, gap = 8, line_gap = 4;
constexpr int disc_size = 18, glyph_size = 13;
constexpr double tracking_percent = 106.0;
constexpr int pause_ms = 120; // longer than between two repeats of a key

/// The rung's number in a disc; a redefinition, which is one of several, has a star.
QPixmap numberDisc(int number, const Theme& theme, qreal ratio) {
    QPixmap pixmap((QSizeF(disc_size, disc_size) * ratio).toSize());
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.ink2, 1.2));
    painter.setBrush(number > 0 ? theme.ink2 : theme.base);
    const QRectF disc(1, 1, disc_size - 2, disc_size - 2);
    painter.drawEllipse(disc);
    painter.setPen(number > 0 ? theme.base : theme.ink2);
    painter.setFont(scaledFont(QFont(), type_scale::caption, QFont::Bold));
    painter.drawText(disc, Qt::AlignCenter,
                     number > 0 ? QString::number(number) : QStringLiteral("*"));
    return pixmap;
}

/// "VRAM −0.3 GiB" that never breaks inside; pieces part at their spaces.
QString figure(const QString& what, const std::string& value) {
    QString text = what + QStringLiteral(" <b>%1</b>").arg(toQt(value));
    return text.replace(QLatin1Char(' '), QChar(QChar::Nbsp));
}

QString figuresOf(const RungView& view) {
    QStringList parts{figure(LadderPanel::tr("VRAM"), view.memory),
                      figure(LadderPanel::tr("time"), view.time)};
    if (!view.cost.empty()) parts << figure(LadderPanel::tr("cost"), view.cost);
    parts << figure(LadderPanel::tr("quality risk"), view.quality.text)
          << figure(LadderPanel::tr("operations"), view.complexity.text);
    return parts.join(QStringLiteral("&nbsp;&nbsp; "));
}

void addReasons(QStringList& lines, const QString& what, const PointsView& points) {
    for (const std::string& reason : points.added)
        lines << QStringLiteral("+ %1: %2").arg(what, toQt(reason));
    for (const std::string& reason : points.removed)
        lines << QStringLiteral("− %1: %2").arg(what, toQt(reason));
    for (const std::string& source : points.sources)
        lines << LadderPanel::tr("source: %1").arg(toQt(source));
}

QString whyOf(const RungView& view) {
    QStringList lines{toQt(view.sentence)};
    if (!view.reason.empty()) lines << toQt(view.reason);
    addReasons(lines, LadderPanel::tr("quality risk"), view.quality);
    addReasons(lines, LadderPanel::tr("operations"), view.complexity);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

LadderPanel::LadderPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), heading_(new QLabel), order_(new QLabel),
      scroll_(new QScrollArea) {
    setAccessibleName(tr("Ladder"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(padding, gap, 0, 0);
    outer->setSpacing(line_gap);
    const QString title = tr("Ladder");
    heading_->setText(session.language() == Language::english ? title.toUpper() : title);
    QFont font = scaledFont(this->font(), type_scale::section, QFont::Bold);
    font.setLetterSpacing(QFont::PercentageSpacing, tracking_percent);
    heading_->setFont(font);
    order_->setText(tr("precision → checkpointing → ZeRO → goal"));
    order_->setFont(scaledFont(this->font(), type_scale::caption));
    colourHeading();
    outer->addWidget(heading_);
    outer->addWidget(order_);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->viewport()->setAutoFillBackground(false);
    outer->addWidget(scroll_, 1);
    pause_.setSingleShot(true);
    pause_.setInterval(pause_ms);
    connect(&pause_, &QTimer::timeout, this, &LadderPanel::follow);
    connect(&session_, &Session::settled, &pause_, qOverload<>(&QTimer::start));
}

void LadderPanel::colourHeading() {
    for (QLabel* label : {heading_, order_})
        setTextColour(label, themeOf(*this).ink3);
}

void LadderPanel::follow() {
    if (!isVisible()) return;
    if (session_.isStale()) {
        if (is_filled_) scroll_->widget()->setEnabled(false);
        return;
    }
    if (is_filled_ && ladder_.start == session_.scenario())
        return scroll_->widget()->setEnabled(true);
    ladder_ = climb(session_.scenario());
    fill();
}

void LadderPanel::fill() {
    auto* content = new QWidget;
    content->setAutoFillBackground(false);
    column_ = new QVBoxLayout(content);
    column_->setContentsMargins(0, line_gap, padding, gap);
    column_->setSpacing(gap);
    const LadderView view = ladder_view(ladder_, session_.catalog(), session_.language());
    addText(toQt(view.headline), false)->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
    for (const LadderLevelView& level : view.levels)
        addLevel(level);
    if (!ladder_.taken.empty()) {
        addText(tr("after these rungs"), true);
        addText(toQt(view.after), false);
    }
    column_->addStretch();
    scroll_->setWidget(content); // deletes the one before
    is_filled_ = true;
}

void LadderPanel::addLevel(const LadderLevelView& level) {
    for (const RungView& rung : level.taken) {
        auto* line = new QFrame;
        line->setProperty("role", QStringLiteral("rule"));
        line->setFixedHeight(1);
        column_->addWidget(line);
        column_->addWidget(makeRung(rung));
    }
    if (!level.outcome.empty())
        addText(QStringLiteral("%1: %2").arg(toQt(level.name), toQt(level.outcome)), true);
    for (const RungView& rung : level.refused)
        addText(toQt(rung.sentence), true);
}

QLabel* LadderPanel::addText(const QString& text, bool is_grey) {
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    if (is_grey) {
        label->setFont(scaledFont(font(), type_scale::caption));
        setTextColour(label, themeOf(*this).ink3);
    }
    column_->addWidget(label);
    return label;
}

QWidget* LadderPanel::makeRung(const RungView& view) {
    auto* card = new QWidget;
    card->setAccessibleName(toQt(view.sentence));
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(line_gap);
    column->addLayout(makeTitle(view));
    auto* figures = new QLabel(figuresOf(view));
    figures->setWordWrap(true);
    figures->setFont(scaledFont(font(), type_scale::caption));
    setTextColour(figures, themeOf(*this).ink2);
    column->addWidget(figures);
    auto* details = new QLabel(whyOf(view));
    details->setTextFormat(Qt::PlainText);
    details->setWordWrap(true);
    details->setFont(scaledFont(font(), type_scale::caption));
    details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    details->setObjectName(QStringLiteral("rung-details"));
    details->hide();
    column->addLayout(makeButtons(view, details));
    column->addWidget(details);
    return card;
}

QLayout* LadderPanel::makeTitle(const RungView& view) {
    auto* row = new QHBoxLayout;
    row->setSpacing(gap);
    auto* disc = new QLabel;
    disc->setPixmap(numberDisc(view.number, themeOf(*this), devicePixelRatioF()));
    auto* title = new QLabel(toQt(view.title));
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    title->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
    row->addWidget(disc, 0, Qt::AlignTop);
    row->addWidget(title, 1);
    if (!view.meets_goals) return row;
    auto* glyph = new QLabel;
    glyph->setPixmap(glyphPixmap(Verdict::fits, themeOf(*this), glyph_size, devicePixelRatioF()));
    auto* meets = new QLabel(tr("meets goals"));
    meets->setFont(scaledFont(font(), type_scale::caption));
    setTextColour(meets, themeOf(*this).fit.text);
    row->addWidget(glyph, 0, Qt::AlignTop);
    row->addWidget(meets, 0, Qt::AlignTop);
    return row;
}

QLayout* LadderPanel::makeButtons(const RungView& view, QLabel* details) {
    auto* row = new QHBoxLayout;
    row->setSpacing(gap);
    const bool alone = applied(ladder_, *view.rung).alone;
    auto* apply_button = new QPushButton(alone             ? tr("Apply")
                                         : view.number > 1 ? tr("Apply 1–%1").arg(view.number)
                                                           : tr("Apply all"));
    apply_button->setObjectName(QStringLiteral("apply-rung"));
    apply_button->setAccessibleName(tr("Apply: %1").arg(toQt(view.title)));
    apply_button->setToolTip(alone ? tr("One step; undo takes it back")
                                   : tr("With the rungs before it; undo takes all back"));
    auto* why_button = new QToolButton;
    why_button->setText(tr("Why"));
    why_button->setCheckable(true);
    why_button->setProperty("role", QStringLiteral("toggle"));
    why_button->setFocusPolicy(Qt::StrongFocus);
    why_button->setObjectName(QStringLiteral("why-rung"));
    why_button->setAccessibleName(tr("Why: %1").arg(toQt(view.title)));
    row->addWidget(apply_button);
    row->addWidget(why_button);
    row->addStretch();
    connect(apply_button, &QPushButton::clicked, this, [this, rung = *view.rung] { apply(rung); });
    connect(why_button, &QToolButton::toggled, details, &QLabel::setVisible);
    return row;
}

void LadderPanel::apply(const Rung& rung) {
    // Queued: the button that asks for it goes with the ladder it is on.
    QMetaObject::invokeMethod(
        this, [this, next = applied(ladder_, rung).scenario] { session_.setScenario(next); },
        Qt::QueuedConnection);
}

void LadderPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    follow();
}

void LadderPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        colourHeading();
        if (is_filled_) fill();
    }
    QWidget::changeEvent(event);
}

} // namespace headroom
