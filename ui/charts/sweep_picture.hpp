// VRAM and step time along one axis: two plots with one x, capacity as a line, zones in words.
//
//     SweepPicture picture(view);
//     picture.arrange(size, style);
//     picture.points()[0].need;              // where the first position's need is drawn
//
// What does not fit is hatched and said; the VRAM curve goes on dashed, the time curve dotted, and
// both may leave the plot at its top, where figures say how far.
// Positions whose need or step time is not a positive number are not drawn but counted in words;
// those that are not legal are told of in the view's notes.
#pragma once

#include "core/present/views.hpp"
#include "ui/charts/chart_pane.hpp"
#include "ui/charts/picture.hpp"

#include <optional>
#include <utility>

namespace headroom {

enum class SweepCurves : std::uint8_t { both, memory, step_time };

struct SweepOptions {
    SweepCurves curves = SweepCurves::both;
    /// Of the positions' values; empty: all of them.
    std::optional<std::pair<double, double>> range = std::nullopt;
};

class SweepPicture final : public Picture {
  public:
    struct Placed {
        const SweepView::Point* point = nullptr;
        double x = 0.0; // in axis coordinates
        QPointF need, seconds;
    };
    /// Neighbouring positions with one verdict, between borders in axis coordinates.
    struct Zone {
        Verdict verdict = Verdict::fits;
        double from = 0.0, to = 0.0;
        std::size_t first = 0, last = 0; // of points()
    };

    struct Pin {
        const PinMark* pin = nullptr;
        double x = 0.0; // in axis coordinates
        QPointF need, seconds;
    };

    explicit SweepPicture(SweepView view, SweepOptions options = {});

    const std::vector<Placed>& points() const { return points_; }
    const std::vector<Pin>& pins() const { return pins_; }
    void takeOver(Picture& before) override;
    const std::vector<Zone>& zones() const { return zones_; }
    QRectF memoryPlot() const { return memory_.plot(); }
    QRectF timePlot() const { return time_.plot(); }

  protected:
    void arrangeBody(const QRectF& body) override;
    void paintBody(QPainter& painter) const override;
    std::vector<Target> makeTargets() const override;
    QStringList ownNotes(Language language) const override;

  private:
    struct Line {
        QLineF at;
        QPen pen;
    };

    bool showsMemory() const { return options_.curves != SweepCurves::step_time; }
    bool showsTime() const { return options_.curves != SweepCurves::memory; }
    std::vector<const ChartPane*> shownPanes() const;
    const ChartPane& upperPane() const { return showsMemory() ? memory_ : time_; }
    const ChartPane& lowerPane() const { return showsTime() ? time_ : memory_; }
    void keepRange();
    void findPins();
    bool isWorthItsHeight(std::size_t position) const;
    bool isNearlyRunning(std::size_t position) const;
    void setScales();
    void arrangePanes(const QRectF& body);
    void findZones();
    double border(const Placed& a, const Placed& b) const;
    void drawCurves();
    void addPieces(std::vector<Curve>& memory, std::vector<Curve>& time, const Zone& zone) const;
    QPointF between(const Placed& a, const Placed& b, double x, bool memory) const;
    void writeAxes();
    void writePositions();
    void writeZones();
    void writeLines();
    void writeEnds();
    void writeCurrent();
    void writeNow(const QString& value, QPointF at, double line);
    void writeBesideRight(const QString& name, const QString& value, double y,
                          const QColor& colour);
    void paintZones(QPainter& painter, const ChartPane& pane) const;

    SweepOptions options_;
    SweepView view_; // only positions that can be drawn
    QStringList undrawn_, undrawn_pins_;
    int outside_ = 0; // positions beyond the range
    Scale x_, memory_scale_, time_scale_;
    ChartPane memory_, time_;
    std::vector<Placed> points_;
    std::vector<Pin> pins_;
    std::vector<Zone> zones_;
    std::vector<Line> lines_;
    std::vector<QRectF> beside_right_; // boxes of texts there, to keep them apart
};

} // namespace headroom
