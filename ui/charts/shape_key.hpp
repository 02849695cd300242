// The row below a chart that says which shape is which generation, what hollow means, and the line.
#pragma once

#include "ui/charts/chart_style.hpp"
#include "ui/charts/marks.hpp"
#include "ui/charts/text_run.hpp"

#include <QPointF>

#include <vector>

class QPainter;

namespace headroom {

class ShapeKey {
  public:
    /// Notes that a mark of this generation is drawn; families are listed once, in a fixed order.
    void add(GpuGeneration generation, bool estimated);

    /// What a stair line through the marks means; empty: there is none.
    void setLine(const QString& meaning) { line_ = meaning; }

    /// Lays the entries from `left` in rows no wider than `width`; returns how many rows.
    int arrange(QPointF first_baseline, double width, const ChartStyle& style);
    const std::vector<TextRun>& runs() const { return runs_; }
    void paint(QPainter& painter, const ChartStyle& style) const;

    static constexpr double row_px = 16.0, line_px = 1.0;

  private:
    struct Glyph {
        Shape shape;
        bool hollow;
        QPointF at;
    };

    std::vector<Family> families_;
    bool any_estimated_ = false;
    QString line_;
    std::vector<QPointF> stair_; // its glyph
    std::vector<Glyph> glyphs_;
    std::vector<TextRun> runs_;
};

} // namespace headroom
