// Where labels go so that they cover neither marks nor each other. Pure geometry.
//
//     LabelPlacer placer(plot, style.px(4));
//     placer.block(mark_rect);                    // never covered
//     placer.discourage(stem_rect);               // covered only when there is no better place
//     PlacedLabel p = placer.place({anchor, size, LabelRequest::Prefer::right});
//
// Tried in order: right, left, top, bottom, top with its right end at the mark; then away from the
// mark with a leader of 12 to 40 pixels. What finds no place is not placed: the caller numbers the
// mark and lists its label elsewhere. A label is never dropped.
#pragma once

#include <QLineF>
#include <QRectF>
#include <QSizeF>

#include <utility>
#include <vector>

namespace headroom {

enum class LabelSide : std::uint8_t { right, left, top, bottom, top_left, leader, none };

struct LabelRequest {
    QRectF anchor; // what the label belongs to: a capacity tick, a mark
    QSizeF size;
    bool below_first = false; // labels of marks that do not fit hang below
};

struct PlacedLabel {
    LabelSide side = LabelSide::none;
    QRectF rect;
    QLineF leader;          // null but for side leader
    double alignment = 0.0; // of its lines: 0 left, 0.5 middle, 1 right
    bool isPlaced() const { return side != LabelSide::none; }
};

class LabelPlacer {
  public:
    /// Labels stay inside `area`; `gap` is kept to the anchor, `unit` scales leaders.
    LabelPlacer(const QRectF& area, double gap, double unit);

    void block(const QRectF& rect);
    void discourage(const QRectF& rect);

    /// Finds a place and blocks it.
    PlacedLabel place(const LabelRequest& request);

  private:
    /// A rectangle ready to be compared: a frame asks tens of thousands of times.
    struct Edges {
        double left, top, right, bottom;
    };
    static Edges edgesOf(const QRectF& rect);

    /// The columns of `area` that a rectangle reaches into, as first and last index.
    std::pair<std::size_t, std::size_t> columnsOf(const QRectF& rect) const;
    bool isFree(const QRectF& rect) const;
    double cost(const QRectF& rect) const; // area of discouraged places that it covers
    PlacedLabel besideAnchor(const LabelRequest& request) const;
    PlacedLabel withLeader(const LabelRequest& request) const;

    QRectF area_;
    double gap_;
    double unit_;
    std::vector<std::vector<Edges>> blocked_; // by column, as stems are narrow and many
    std::vector<Edges> discouraged_;
};

} // namespace headroom
