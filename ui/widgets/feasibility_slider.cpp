#include "ui/widgets/feasibility_slider.hpp"

#include "ui/charts/texture.hpp"
#include "ui/widgets/paint.hpp"

#include <QAccessibleWidget>
#include <QCache>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double side = 3.0; // room for the frame around the first and last cell
constexpr double rail_thickness = 4.0, rail_overhang = 3.0;
constexpr double handle_stroke = 1.6, ring_stroke = 1.6;
constexpr double cell_gap = 1.0;
constexpr double narrowest_cell = 6.0; // below, runs of equal status are drawn as one
constexpr double frame_stroke = 1.5, frame_distance = 1.0;
constexpr int page = 2;         // legal values that Page Up and Page Down move by
constexpr int wheel_step = 120; // of QWheelEvent::angleDelta

/// A padlock within the handle.
void paintLock(QPainter& painter, QPointF centre, double size, const QColor& colour) {
    const double half = size / 2.0;
    painter.setPen(QPen(colour, size / 6.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawArc(QRectF(centre.x() - size / 4.0, centre.y() - half, half, size * 0.7), 0,
                    180 * 16);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRect(
        QRectF(centre.x() - size * 0.4, centre.y() - size * 0.1, size * 0.8, size * 0.55));
}

/// Speaks the value in words instead of the raw index that QSlider would say.
class SpokenSlider final : public QAccessibleWidget, public QAccessibleValueInterface {
  public:
    explicit SpokenSlider(FeasibilitySlider* slider)
        : QAccessibleWidget(slider, QAccessible::Slider), slider_(slider) {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? slider_->spoken() : QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override { return slider_->value(); }
    void setCurrentValue(const QVariant& value) override { slider_->setValue(value.toInt()); }
    QVariant maximumValue() const override { return slider_->maximum(); }
    QVariant minimumValue() const override { return slider_->minimum(); }
    QVariant minimumStepSize() const override { return 1; }

  private:
    FeasibilitySlider* slider_;
};

QAccessibleInterface* makeSpoken(const QString&, QObject* object) {
    auto* slider = qobject_cast<FeasibilitySlider*>(object);
    return slider == nullptr ? nullptr : new SpokenSlider(slider);
}

void installSpeech() {
    static const bool once = [] {
        QAccessible::installFactory(makeSpoken);
        return true;
    }();
    static_cast<void>(once);
}

} // namespace

namespace {

/// What tells one painted cell from another.
struct CellLook {
    int width = 0, height = 0; // cells lie on whole pixels
    Verdict verdict = Verdict::fits;
    bool dark = false;
    qreal device_ratio = 1.0;

    bool operator==(const CellLook&) const = default;
};

size_t qHash(const CellLook& look, size_t seed = 0) {
    return qHashMulti(seed, look.width, look.height, static_cast<int>(look.verdict), look.dark);
}

/// One cell, drawn once per size and status: dashes and hatches cost too much for every frame.
void paintCell(QPainter& painter, const QRectF& cell, Verdict verdict, const Theme& theme) {
    constexpr int kept_pixels = 500'000;
    static QCache<CellLook, QPixmap> cache(kept_pixels);
    const qreal ratio = painter.device()->devicePixelRatioF();
    const QSize size = cell.size().toSize();
    const CellLook look{size.width(), size.height(), verdict, theme.is_dark, ratio};
    if (const QPixmap* known = cache.object(look))
        return painter.drawPixmap(cell.topLeft(), *known);
    auto* pixmap = new QPixmap(size * ratio);
    pixmap->setDevicePixelRatio(ratio);
    pixmap->fill(Qt::transparent);
    {
        QPainter once(pixmap);
        once.setRenderHint(QPainter::Antialiasing);
        hatch(once, QRectF({}, cell.size()), verdict, theme);
    }
    painter.drawPixmap(cell.topLeft(), *pixmap);
    cache.insert(look, pixmap, std::max(1, pixmap->width() * pixmap->height()));
}

} // namespace

FeasibilitySlider::FeasibilitySlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    installSpeech();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FeasibilitySlider::setStrip(std::span<const Verdict> cells, int index) {
    if (index == value() && std::ranges::equal(cells, cells_)) return; // nothing to paint anew
    cells_.assign(cells.begin(), cells.end());
    const QSignalBlocker quiet(this);
    setRange(0, std::max(0, static_cast<int>(cells_.size()) - 1));
    setValue(index);
    update();
}

void FeasibilitySlider::setLarge(bool large) {
    shape_ = large ? SliderShape::large() : SliderShape{};
    updateGeometry();
    update();
}

void FeasibilitySlider::setLocked(bool locked) {
    if (locked == locked_) return;
    locked_ = locked;
    update();
}

QSize FeasibilitySlider::sizeHint() const { return {shape_.width, shape_.height}; }
QSize FeasibilitySlider::minimumSizeHint() const { return {shape_.width / 2, shape_.height}; }

QRectF FeasibilitySlider::cellRect(int index) const {
    const double width = (this->width() - 2.0 * side) / std::max(1.0, double(cells_.size()));
    // On whole pixels, so that gaps are as sharp as the cells.
    const double left = std::round(side + index * width);
    const double right = std::round(side + (index + 1) * width);
    return {left, shape_.strip_top, right - left - cell_gap,
            shape_.strip_bottom - shape_.strip_top};
}

int FeasibilitySlider::cellAt(double x) const {
    const double width = (this->width() - 2.0 * side) / std::max(1.0, double(cells_.size()));
    return std::clamp(static_cast<int>(std::floor((x - side) / width)), minimum(), maximum());
}

bool FeasibilitySlider::canStopAt(int index) const {
    if (index < 0 || index >= static_cast<int>(cells_.size())) return false;
    const bool none_legal = std::ranges::count(cells_, Verdict::not_legal) ==
                            static_cast<std::ptrdiff_t>(cells_.size());
    return none_legal || cells_[static_cast<std::size_t>(index)] != Verdict::not_legal;
}

int FeasibilitySlider::steppedBy(int steps) const {
    const int direction = steps < 0 ? -1 : 1;
    int reached = value();
    for (int i = value() + direction; i >= 0 && i <= maximum() && steps != 0; i += direction) {
        if (!canStopAt(i)) continue;
        reached = i;
        steps -= direction;
    }
    return reached;
}

int FeasibilitySlider::nearestStop(int index) const {
    for (int distance = 0; distance <= maximum(); ++distance) {
        if (canStopAt(index - distance)) return index - distance;
        if (canStopAt(index + distance)) return index + distance;
    }
    return value();
}

int FeasibilitySlider::nextBorder(int direction) const {
    // The last cell of the present status, or, standing on it, the first one of the next.
    const auto status = [this](int i) { return cells_[static_cast<std::size_t>(i)]; };
    const int next = steppedBy(direction);
    int reached = next;
    for (int i = next; i >= 0 && i <= maximum(); i += direction) {
        if (!canStopAt(i)) continue;
        if (status(i) != status(next)) break;
        reached = i;
    }
    return status(next) == status(value()) ? reached : next;
}

void FeasibilitySlider::moveTo(int index) {
    if (index == value() || locked_) return;
    setValue(index);
    emit moved(index);
}

void FeasibilitySlider::hover(int index) {
    if (index == hovered_) return;
    hovered_ = index;
    emit hovered(index);
    update();
}

bool FeasibilitySlider::event(QEvent* event) {
    if (event->type() == QEvent::Leave || event->type() == QEvent::Hide) hover(-1);
    return QSlider::event(event);
}

void FeasibilitySlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || cells_.empty()) return event->ignore();
    setSliderDown(true);
    hover(-1);
    moveTo(nearestStop(cellAt(event->position().x())));
}

void FeasibilitySlider::mouseMoveEvent(QMouseEvent* event) {
    const int cell = cellAt(event->position().x());
    if (isSliderDown())
        moveTo(nearestStop(cell));
    else
        hover(event->position().y() >= shape_.strip_top - cell_gap ? cell : -1);
}

void FeasibilitySlider::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && isSliderDown()) setSliderDown(false);
}

void FeasibilitySlider::wheelEvent(QWheelEvent* event) {
    if (!hasFocus()) return event->ignore();
    wheel_rest_ += event->angleDelta().y();
    const int steps = wheel_rest_ / wheel_step;
    wheel_rest_ -= steps * wheel_step;
    if (steps != 0) moveTo(steppedBy(steps));
    event->accept();
}

void FeasibilitySlider::keyPressEvent(QKeyEvent* event) {
    if (cells_.empty()) return event->ignore();
    const bool forward = event->key() == Qt::Key_Right || event->key() == Qt::Key_Up;
    const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Down;
    if (event->modifiers() == Qt::ShiftModifier && (forward || back))
        return emit fineStepped(forward ? 1 : -1);
    const bool to_border = event->modifiers() == Qt::ControlModifier;
    switch (event->key()) {
    case Qt::Key_Left: return moveTo(to_border ? nextBorder(-1) : steppedBy(-1));
    case Qt::Key_Right: return moveTo(to_border ? nextBorder(1) : steppedBy(1));
    case Qt::Key_Down: return moveTo(steppedBy(-1));
    case Qt::Key_Up: return moveTo(steppedBy(1));
    case Qt::Key_PageDown: return moveTo(steppedBy(-page));
    case Qt::Key_PageUp: return moveTo(steppedBy(page));
    case Qt::Key_Home: return moveTo(nearestStop(minimum()));
    case Qt::Key_End: return moveTo(nearestStop(maximum()));
    default: break;
    }
    const QString text = event->text();
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    if (plain && !text.isEmpty() && text.front().isLetterOrNumber()) return emit typed(text);
    event->ignore();
}

void FeasibilitySlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (cells_.empty()) return;
    paintRail(painter);
    paintStrip(painter);
    paintHandle(painter);
}

void FeasibilitySlider::paintRail(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const bool one_cell = maximum() == minimum();
    const double first = one_cell ? side : cellRect(minimum()).center().x() - rail_overhang;
    const double last =
        one_cell ? width() - side : cellRect(maximum()).center().x() + rail_overhang;
    const double now = cellRect(value()).center().x();
    const double top = shape_.rail_y - rail_thickness / 2.0;
    const double radius = rail_thickness / 2.0;
    painter.setPen(Qt::NoPen);
    painter.setBrush(isEnabled() ? mixed(theme.line2, theme.win, theme.is_dark ? 0.4 : 0.5)
                                 : theme.line);
    painter.drawRoundedRect(QRectF(first, top, last - first, rail_thickness), radius, radius);
    if (!isEnabled()) return;
    painter.setBrush(locked_ ? theme.ink3 : theme.acc);
    painter.drawRoundedRect(QRectF(first, top, now - first, rail_thickness), radius, radius);
}

void FeasibilitySlider::paintStrip(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const int count = static_cast<int>(cells_.size());
    const bool merge_runs = (width() - 2.0 * side) / count < narrowest_cell;
    for (int first = 0; first < count;) {
        const Verdict status = cells_[static_cast<std::size_t>(first)];
        int last = first;
        while (merge_runs && last + 1 < count &&
               cells_[static_cast<std::size_t>(last) + 1] == status)
            ++last;
        paintCell(painter, cellRect(first).united(cellRect(last)),
                  isEnabled() ? status : Verdict::not_legal, theme);
        first = last + 1;
    }
    if (hovered_ >= 0) {
        QPen dashes(theme.ink, 1.0);
        dashes.setDashPattern({2.0, 2.0});
        painter.setPen(dashes);
        const double x = std::round(cellRect(hovered_).center().x()) + 0.5;
        painter.drawLine(QPointF(x, shape_.strip_top - 3.0), QPointF(x, shape_.strip_bottom + 3.0));
    }
    if (!isEnabled()) return;
    const double out = frame_distance + frame_stroke / 2.0;
    painter.setPen(QPen(theme.ink, frame_stroke));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(cellRect(value()).adjusted(-out, -out, out, out), 2.0, 2.0);
}

void FeasibilitySlider::paintHandle(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    // A slider that does not apply has one wide cell; its handle rests at the beginning.
    const double x = isEnabled() ? cellRect(value()).center().x() : side + shape_.handle_diameter;
    const QPointF centre(x, shape_.rail_y);
    const bool focused = hasFocus() && isEnabled();
    const QColor stroke = !isEnabled() ? theme.line2 : focused ? theme.acc : theme.ink2;
    const double radius = (shape_.handle_diameter - handle_stroke) / 2.0;
    if (isEnabled()) {
        const double base = shape_.rail_y + radius;
        const double tip = shape_.strip_top - frame_distance - frame_stroke;
        painter.setPen(Qt::NoPen);
        painter.setBrush(stroke);
        painter.drawPolygon(QPolygonF{QPointF(centre.x() - shape_.notch_width / 2.0, base - 2.0),
                                      QPointF(centre.x() + shape_.notch_width / 2.0, base - 2.0),
                                      QPointF(centre.x(), tip + 1.0)});
    }
    if (focused) {
        painter.setPen(QPen(theme.acc, ring_stroke));
        painter.setBrush(theme.win);
        painter.drawEllipse(centre, shape_.ring_radius, shape_.ring_radius);
    }
    painter.setPen(QPen(stroke, handle_stroke));
    painter.setBrush(isEnabled() ? (theme.is_dark ? theme.win : theme.base) : theme.win);
    const double inner = focused ? radius - 0.8 : radius;
    painter.drawEllipse(centre, inner, inner);
    if (locked_ && isEnabled()) paintLock(painter, centre, radius, stroke);
}

} // namespace headroom
