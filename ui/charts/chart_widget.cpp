#include "ui/charts/chart_widget.hpp"

#include "ui/charts/read_out.hpp"
#include "ui/charts/segment_button.hpp"

#include <QAccessible>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <cmath>

namespace headroom {

namespace {

constexpr double reach_px = 24.0; // a mark this near to the pointer is meant
constexpr double screen_dpi = 96.0;
constexpr int switch_margin = 14;
constexpr double focus_ring_px = 2.0;

} // namespace

ChartWidget::ChartWidget(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(switch_margin, switch_margin / 2, switch_margin, 0);
    switch_row_ = new QHBoxLayout;
    switch_row_->addStretch();
    column->addLayout(switch_row_);
    column->addStretch();
}

void ChartWidget::setTheme(const Theme& theme) {
    style_.theme = theme;
    for (SegmentButton* button : buttons_)
        button->setTheme(theme);
    refresh();
}

void ChartWidget::setLanguage(Language language) {
    style_.language = language;
    nameSwitches();
    refresh();
}

void ChartWidget::setScales(double text_scale, double line_scale) {
    style_.text_scale = text_scale;
    style_.line_scale = line_scale;
    refresh();
}

QStringList ChartWidget::notes() const { return picture_ ? picture_->notes() : QStringList(); }

QSize ChartWidget::sizeHint() const { return {820, 600}; }

QSize ChartWidget::minimumSizeHint() const { return {480, 300}; }

void ChartWidget::addSwitch(std::function<QStringList(const ChartWords&)> labels,
                            std::function<void(int)> choose) {
    auto* group = new QButtonGroup(this);
    auto* pair = new QHBoxLayout;
    pair->setSpacing(0);
    for (int id = 0; id < 2; ++id) {
        auto* button = new SegmentButton(id == 0);
        button->setTheme(style_.theme);
        button->setChecked(id == 0);
        buttons_.push_back(button);
        group->addButton(button, id);
        pair->addWidget(button);
    }
    connect(group, &QButtonGroup::idClicked, this, [this, choose = std::move(choose)](int id) {
        choose(id);
        refresh();
    });
    switch_row_->addSpacing(switch_margin);
    switch_row_->addLayout(pair);
    switches_.push_back({group, std::move(labels)});
    nameSwitches();
}

void ChartWidget::nameSwitches() {
    for (const Switch& one : switches_) {
        const QStringList labels = one.labels(ChartWords::in(style_.language));
        for (int id = 0; id < 2; ++id)
            one.group->button(id)->setText(labels[id]);
    }
}

void ChartWidget::refresh() {
    stale_ = true;
    update();
}

// Pointed targets are found again by id, as a new view may order its marks otherwise.
void ChartWidget::draw() {
    const QString id = pointed_ ? picture_->targets()[*pointed_].id : QString();
    style_.unit = logicalDpiY() / screen_dpi;
    picture_ = picture();
    picture_->reserveTitleRoom(switches_.empty() ? 0.0
                                                 : switch_row_->sizeHint().width() / style_.unit);
    picture_->arrange(size(), style_);
    drawn_ = QPixmap(size() * devicePixelRatioF());
    drawn_.setDevicePixelRatio(devicePixelRatioF());
    drawn_.fill(style_.theme.base);
    QPainter painter(&drawn_);
    picture_->paint(painter);
    pointed_.reset();
    const std::vector<Target>& targets = picture_->targets();
    for (std::size_t i = 0; i < targets.size(); ++i)
        if (!id.isEmpty() && targets[i].id == id) pointed_ = i;
    setAccessibleName(picture_->frame().title);
    setAccessibleDescription(picture_->frame().subtitle + ' ' +
                             ChartWords::in(style_.language).chart_hint);
    stale_ = false;
}

void ChartWidget::paintEvent(QPaintEvent*) {
    if (stale_) draw();
    QPainter painter(this);
    painter.drawPixmap(0, 0, drawn_);
    painter.setRenderHint(QPainter::Antialiasing);
    if (pointed_) paintCard(painter, picture_->targets()[*pointed_]);
    if (!hasFocus()) return;
    const double inset = style_.px(focus_ring_px) / 2;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(style_.pen(style_.theme.acc, focus_ring_px));
    painter.drawRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset));
}

void ChartWidget::paintCard(QPainter& painter, const Target& target) const {
    constexpr double ring = 10.0;
    if (target.reach.isNull()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(style_.pen(style_.theme.acc, 1.5));
        painter.drawEllipse(target.at, style_.px(ring), style_.px(ring));
    }
    paintReadOut(painter, target, QRectF(rect()), style_);
}

void ChartWidget::resizeEvent(QResizeEvent*) { stale_ = true; }

std::optional<std::size_t> ChartWidget::targetAt(QPointF at) const {
    std::optional<std::size_t> nearest;
    if (!picture_) return nearest;
    double least = style_.px(reach_px);
    const std::vector<Target>& targets = picture_->targets();
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (targets[i].reach.contains(at)) return i;
        const QPointF away = targets[i].at - at;
        const double distance = std::hypot(away.x(), away.y());
        if (distance > least) continue;
        least = distance;
        nearest = i;
    }
    return nearest;
}

void ChartWidget::point(std::optional<std::size_t> target) {
    if (target == pointed_) return;
    pointed_ = target;
    setCursor(target ? Qt::PointingHandCursor : Qt::ArrowCursor);
    emit hovered(target ? picture_->targets()[*target].id : QString());
    update();
}

void ChartWidget::mouseMoveEvent(QMouseEvent* event) { point(targetAt(event->position())); }

void ChartWidget::leaveEvent(QEvent*) { point({}); }

void ChartWidget::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const auto target = targetAt(event->position()))
        emit focusRequested(picture_->targets()[*target].id);
}

void ChartWidget::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto target = targetAt(event->position()))
        emit detailsRequested(picture_->targets()[*target].id);
}

void ChartWidget::focusOutEvent(QFocusEvent* event) {
    point({});
    QWidget::focusOutEvent(event);
}

// The next target in the arrow's direction: by x for left and right, by y for up and down.
void ChartWidget::walk(int key) {
    const std::vector<Target>& targets = picture_->targets();
    if (targets.empty()) return;
    const bool along_x = key == Qt::Key_Left || key == Qt::Key_Right;
    const double sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1.0 : 1.0;
    // Index breaks ties, so that marks at the same place are all reached.
    const auto place = [&](std::size_t i) {
        const double at = along_x ? targets[i].at.x() : targets[i].at.y();
        return std::pair(sign * at, sign * static_cast<double>(i));
    };
    std::optional<std::size_t> next;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (pointed_ && place(i) <= place(*pointed_)) continue;
        if (!next || place(i) < place(*next)) next = i;
    }
    if (!next) return;
    point(next);
    speak();
}

void ChartWidget::speak() {
    if (!pointed_) return;
    setAccessibleDescription(picture_->targets()[*pointed_].spoken);
    QAccessibleEvent said(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&said);
}

void ChartWidget::keyPressEvent(QKeyEvent* event) {
    if (!picture_) return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: return walk(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (pointed_) emit focusRequested(picture_->targets()[*pointed_].id);
        return;
    case Qt::Key_Space: return speak();
    case Qt::Key_Escape:
        if (pointed_) return point({});
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

} // namespace headroom
