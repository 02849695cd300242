#include "ui/charts/label_placer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace headroom {

namespace {

constexpr std::array<double, 4> leader_lengths{12.0, 20.0, 30.0, 40.0};
constexpr int leader_directions = 16;
constexpr int columns = 24;
// A later side is worth taking when it saves covering this much of a label's area.
constexpr double share_per_step = 0.03;

PlacedLabel on(LabelSide side, const LabelRequest& request, double gap) {
    const QRectF& a = request.anchor;
    const QSizeF& s = request.size;
    const double middle_y = a.center().y() - s.height() / 2;
    const double middle_x = a.center().x() - s.width() / 2;
    switch (side) {
    case LabelSide::right: return {side, {{a.right() + gap, middle_y}, s}, {}, 0.0};
    case LabelSide::left: return {side, {{a.left() - gap - s.width(), middle_y}, s}, {}, 1.0};
    case LabelSide::top: return {side, {{middle_x, a.top() - gap - s.height()}, s}, {}, 0.5};
    case LabelSide::bottom: return {side, {{middle_x, a.bottom() + gap}, s}, {}, 0.5};
    case LabelSide::top_left:
        return {side, {{a.right() - s.width(), a.top() - gap - s.height()}, s}, {}, 1.0};
    case LabelSide::leader:
    case LabelSide::none: break;
    }
    return {};
}

std::array<QPointF, leader_directions> leaderDirections() {
    std::array<QPointF, leader_directions> ways;
    for (int i = 0; i < leader_directions; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / leader_directions - 0.4;
        ways[static_cast<std::size_t>(i)] = {std::cos(angle), -std::sin(angle)};
    }
    return ways;
}

// The point of `rect` nearest to `from`: where a leader ends.
QPointF nearest(const QRectF& rect, QPointF from) {
    return {std::clamp(from.x(), rect.left(), rect.right()),
            std::clamp(from.y(), rect.top(), rect.bottom())};
}

} // namespace

LabelPlacer::Edges LabelPlacer::edgesOf(const QRectF& rect) {
    return {rect.left(), rect.top(), rect.right(), rect.bottom()};
}

LabelPlacer::LabelPlacer(const QRectF& area, double gap, double unit)
    : area_(area), gap_(gap), unit_(unit), blocked_(columns) {}

std::pair<std::size_t, std::size_t> LabelPlacer::columnsOf(const QRectF& rect) const {
    const auto column = [this](double x) {
        const double share = (x - area_.left()) / std::max(area_.width(), 1.0);
        return static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * (columns - 1));
    };
    return {column(rect.left()), column(rect.right())};
}

void LabelPlacer::block(const QRectF& rect) {
    if (rect.isEmpty()) return;
    const auto [first, last] = columnsOf(rect);
    for (std::size_t column = first; column <= last; ++column)
        blocked_[column].push_back(edgesOf(rect));
}

void LabelPlacer::discourage(const QRectF& rect) { discouraged_.push_back(edgesOf(rect)); }

bool LabelPlacer::isFree(const QRectF& rect) const {
    if (!area_.contains(rect)) return false;
    const Edges wanted = edgesOf(rect);
    const auto [first, last] = columnsOf(rect);
    for (std::size_t column = first; column <= last; ++column)
        for (const Edges& other : blocked_[column])
            if (other.left < wanted.right && wanted.left < other.right &&
                other.top < wanted.bottom && wanted.top < other.bottom)
                return false;
    return true;
}

double LabelPlacer::cost(const QRectF& rect) const {
    const Edges label = edgesOf(rect);
    double covered = 0.0;
    for (const Edges& other : discouraged_) {
        const double width = std::min(label.right, other.right) - std::max(label.left, other.left);
        const double height = std::min(label.bottom, other.bottom) - std::max(label.top, other.top);
        if (width > 0 && height > 0) covered += width * height;
    }
    return covered / (rect.width() * rect.height());
}

PlacedLabel LabelPlacer::besideAnchor(const LabelRequest& request) const {
    static constexpr std::array usual{LabelSide::right, LabelSide::left, LabelSide::top,
                                      LabelSide::bottom, LabelSide::top_left};
    static constexpr std::array hanging{LabelSide::bottom, LabelSide::right, LabelSide::left,
                                        LabelSide::top, LabelSide::top_left};
    PlacedLabel best;
    double best_cost = std::numeric_limits<double>::infinity();
    double step = 0.0;
    for (const LabelSide side : request.below_first ? hanging : usual) {
        const PlacedLabel label = on(side, request, gap_);
        const double dearer = std::exchange(step, step + share_per_step);
        if (!isFree(label.rect)) continue;
        const double total = cost(label.rect) + dearer;
        if (total >= best_cost) continue;
        best = label;
        best_cost = total;
    }
    return best;
}

PlacedLabel LabelPlacer::withLeader(const LabelRequest& request) const {
    static const auto ways = leaderDirections();
    const QPointF from = request.anchor.center();
    for (const double length : leader_lengths) {
        PlacedLabel best;
        double best_cost = std::numeric_limits<double>::infinity();
        for (const QPointF& way : ways) {
            const double reach = length * unit_;
            const QPointF middle =
                from +
                QPointF(way.x() * (reach + request.anchor.width() / 2 + request.size.width() / 2),
                        way.y() * (reach + request.size.height() / 2));
            QRectF rect(QPointF(), request.size);
            rect.moveCenter(middle);
            if (!isFree(rect)) continue;
            const double covered = cost(rect);
            if (covered >= best_cost) continue;
            best = {LabelSide::leader, rect, QLineF(from, nearest(rect, from)),
                    way.x() < 0 ? 1.0 : 0.0};
            best_cost = covered;
        }
        if (best.isPlaced()) return best;
    }
    return {};
}

PlacedLabel LabelPlacer::place(const LabelRequest& request) {
    PlacedLabel label = besideAnchor(request);
    if (!label.isPlaced()) label = withLeader(request);
    const double apart = gap_ / 2;
    if (label.isPlaced()) block(label.rect.adjusted(-apart, 0, apart, 0));
    return label;
}

} // namespace headroom
