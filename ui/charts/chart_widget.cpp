#include "ui/charts/chart_widget.hpp"

#include "ui/charts/read_out.hpp"

#include <QAccessible>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double reach_px = 24.0; // a mark this near to the pointer is meant
constexpr double screen_dpi = 96.0;
constexpr double zoom_step = 1.25; // for one notch of the wheel or one key
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

SegmentButton* ChartWidget::addButton(SegmentButton::Place place) {
    auto* button = new SegmentButton(place);
    button->setTheme(style_.theme);
    buttons_.push_back(button);
    return button;
}

void ChartWidget::addSwitch(std::function<QStringList(const ChartWords&)> labels,
                            std::function<void(int)> choose) {
    using Place = SegmentButton::Place;
    const qsizetype count = labels(ChartWords::in(style_.language)).size();
    auto* group = new QButtonGroup(this);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    Switch made{{}, std::move(labels)};
    for (int id = 0; id < count; ++id) {
        auto* button = addButton(id == 0           ? Place::first
                                 : id + 1 == count ? Place::last
                                                   : Place::middle);
        button->setChecked(id == 0);
        group->addButton(button, id);
        row->addWidget(button);
        made.buttons.push_back(button);
    }
    connect(group, &QButtonGroup::idClicked, this, [this, choose = std::move(choose)](int id) {
        choose(id);
        refresh();
    });
    switch_row_->addSpacing(switch_margin);
    switch_row_->addLayout(row);
    switches_.push_back(std::move(made));
    nameSwitches();
}

void ChartWidget::addToggle(std::function<QString(const ChartWords&)> label,
                            std::function<void(bool)> show) {
    auto* button = addButton(SegmentButton::Place::alone);
    button->setChecked(true);
    connect(button, &QToolButton::toggled, this, [this, show = std::move(show)](bool on) {
        show(on);
        refresh();
    });
    switch_row_->addSpacing(switch_margin);
    switch_row_->addWidget(button);
    switches_.push_back({{button}, [label = std::move(label)](const ChartWords& words) {
                             return QStringList(label(words));
                         }});
    nameSwitches();
}

// At the left of all switches, where it moves none of them when it comes.
void ChartWidget::makeReset() {
    reset_ = addButton(SegmentButton::Place::alone);
    reset_->setCheckable(false);
    connect(reset_, &QToolButton::clicked, this, [this] { zoomTo(0.0, {}); });
    switch_row_->insertWidget(1, reset_);
    switches_.push_back(
        {{reset_}, [](const ChartWords& words) { return QStringList(words.whole_view); }});
    nameSwitches();
}

void ChartWidget::nameSwitches() {
    for (const Switch& one : switches_) {
        const QStringList labels = one.labels(ChartWords::in(style_.language));
        for (std::size_t i = 0; i < one.buttons.size(); ++i)
            one.buttons[i]->setText(labels[static_cast<qsizetype>(i)]);
    }
}

double ChartWidget::switchRoom() const {
    return switches_.empty() ? 0.0 : switch_row_->sizeHint().width() / style_.unit;
}

void ChartWidget::zoom(double factor, QPointF at) {
    static_cast<void>(factor);
    static_cast<void>(at);
}

// A factor of 0 shows everything again.
void ChartWidget::zoomTo(double factor, QPointF at) {
    if (factor > 0)
        zoom(factor, at);
    else
        resetZoom();
    if (isZoomed() && reset_ == nullptr) makeReset();
    if (reset_ != nullptr) reset_->setVisible(isZoomed());
    refresh();
}

void ChartWidget::refresh() {
    stale_ = true;
    update();
}

// Pointed targets are found again by id, as a new view may order its marks otherwise.
void ChartWidget::arrange() {
    const QString id = pointed_ ? picture_->targets()[*pointed_].id : QString();
    style_.unit = logicalDpiY() / screen_dpi;
    std::unique_ptr<Picture> next = picture();
    if (picture_) next->takeOver(*picture_);
    picture_ = std::move(next);
    picture_->reserveTitleRoom(switchRoom());
    picture_->arrange(size(), style_);
    pointed_.reset();
    if (!id.isEmpty()) {
        const std::vector<Target>& targets = picture_->targets();
        const auto same = std::ranges::find(targets, id, &Target::id);
        if (same != targets.end()) pointed_ = static_cast<std::size_t>(same - targets.begin());
    }
    describe();
    stale_ = false;
}

// Told only when it changes: every telling wakes up assistive technology.
void ChartWidget::describe() {
    const QString name = picture_->frame().title;
    const QString description =
        picture_->frame().subtitle + ' ' + ChartWords::in(style_.language).chart_hint;
    if (name != accessibleName()) setAccessibleName(name);
    if (description != accessibleDescription()) setAccessibleDescription(description);
}

void ChartWidget::paintEvent(QPaintEvent*) {
    if (stale_) arrange();
    QPainter painter(this);
    painter.fillRect(rect(), style_.theme.base);
    picture_->paint(painter);
    painter.setBrush(Qt::NoBrush);
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
    if (!target.guide.isNull()) {
        QPen dashes = style_.pen(style_.theme.ink2, 1.0);
        dashes.setDashPattern({3.0, 3.0});
        painter.setPen(dashes);
        painter.drawLine(target.guide);
    }
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

void ChartWidget::wheelEvent(QWheelEvent* event) {
    constexpr double notch = 120.0; // of QWheelEvent::angleDelta
    if (event->modifiers() != Qt::ControlModifier) return event->ignore();
    zoomTo(std::pow(zoom_step, event->angleDelta().y() / notch), event->position());
    event->accept();
}

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

// What is pointed at, else the middle.
QPointF ChartWidget::zoomCentre() const {
    return pointed_ ? picture_->targets()[*pointed_].at : QRectF(rect()).center();
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
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomTo(zoom_step, zoomCentre());
    case Qt::Key_Minus: return zoomTo(1.0 / zoom_step, zoomCentre());
    case Qt::Key_0: return zoomTo(0.0, {});
    case Qt::Key_Escape:
        if (pointed_) return point({});
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

} // namespace headroom
