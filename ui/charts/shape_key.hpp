// The row below a chart that says which shape is which generation, and what hollow means.
#pragma once

#include "ui/charts/chart_style.hpp"
#include "ui/charts/marks.hpp"

#include <QPointF>

#include <vector>

class QPainter;

namespace headroom {

class ShapeKey {
  public:
    /// Notes that a mark of this generation is drawn; families are listed once, in a fixed order.
    void add(GpuGeneration generation, bool estimated);

    /// Lays the entries from `left` in rows no wider than `width`; returns how many rows.
    int arrange(QPointF first_baseline, double width, const ChartStyle& style);
    const std::vector<TextRun>& runs() const { return runs_; }
    void paint(QPainter& painter, const ChartStyle& style) const;

    static constexpr double row_px = 16.0;

  private:
    struct Glyph {
        Shape shape;
        bool hollow;
        QPointF at;
    };

    std::vector<Family> families_;
    bool any_estimated_ = false;
    std::vector<Glyph> glyphs_;
    std::vector<TextRun> runs_;
};

} // namespace headroom
