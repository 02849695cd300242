// VRAM per GPU against step time: marker = need, tick = capacity, stem = the headroom.
//
//     TradeOffPicture picture(view, {.logarithmic = true});
//     picture.arrange(size, style);
//     picture.marks()[0].marker;            // where the need of the first preset is drawn
//
// Every mark of the view is drawn and named, or counted in words above the chart: marks whose need,
// capacity or step time is not a positive number cannot have a place on logarithmic axes. A label
// that finds no room beside its mark is numbered and listed below the plot.
#pragma once

#include "core/present/views.hpp"
#include "ui/charts/chart_pane.hpp"
#include "ui/charts/label_placer.hpp"
#include "ui/charts/picture.hpp"
#include "ui/charts/shape_key.hpp"

#include <optional>
#include <utility>

namespace headroom {

/// What the axes hold; kept while a slider is dragged so that only the marks move.
struct TradeOffRange {
    double seconds_low = 1.0, seconds_high = 10.0;
    double gib_low = 8.0, gib_high = 80.0;

    /// The range that shows all drawable marks (and the goal where it is near).
    static TradeOffRange around(const TradeOffView& view);
    /// True while every drawable mark with its capacity is inside.
    bool holds(const TradeOffView& view) const;
    bool contains(double seconds, double gib) const;
    /// Narrower by `factor` on both axes (as logarithms); the place given stays where it is.
    TradeOffRange zoomed(double factor, double seconds, double gib) const;
};

struct TradeOffOptions {
    bool logarithmic = true; // of the VRAM axis; step time is always logarithmic
    std::optional<TradeOffRange> range = std::nullopt; // empty: around()
    bool zoomed = false;     // marks outside of the range are counted in words instead
    bool pareto_line = true; // through the cards that none both smaller and faster beats
    bool band = true;        // P10 to P90 of the focus
    /// Lines below the plot to leave room for: under a drag the plot stays where it is.
    qsizetype list_lines = 0;
};

class TradeOffPicture final : public Picture {
  public:
    struct Mark {
        const TradeOffMark* mark = nullptr;
        QPointF marker, tick; // at the need and at the capacity
        QRectF tick_rect, stem_rect;
        PlacedLabel label;
        int number = 0; // listed below under this number; 0: the label is beside the mark
    };
    struct Pin {
        const PinMark* pin = nullptr;
        QPointF at;
        PlacedLabel label; // its name; not placed: the read-out tells
    };

    TradeOffPicture(TradeOffView view, TradeOffOptions options);

    const std::vector<Mark>& marks() const { return marks_; }
    const std::vector<Pin>& pins() const { return pins_; }
    /// The capacities that the Pareto line joins, from the fastest card on.
    const std::vector<const Mark*>& pareto() const { return pareto_; }
    /// Step time and VRAM at a place of the plot.
    std::pair<double, double> valuesAt(QPointF at) const;
    void takeOver(Picture& before) override;
    QRectF plot() const { return pane_.plot(); }
    /// Of labels that are listed below the plot, as room was left for them.
    qsizetype listLines() const { return list_lines_; }

  protected:
    void arrangeBody(const QRectF& body) override;
    void paintBody(QPainter& painter) const override;
    std::vector<Target> makeTargets() const override;
    QStringList ownNotes(Language language) const override;

  private:
    void setScales();
    void arrangePlot(const QRectF& body, double list_height);
    void arrangeMarks();
    void findPareto();
    std::vector<QLineF> paretoSteps() const;
    void arrangePins();
    void arrangeGoal();
    void arrangeBand();
    void arrangeLabels();
    void blockDrawing(LabelPlacer& placer) const;
    void placePin(LabelPlacer& placer, Pin& pin);
    void placeLabel(LabelPlacer& placer, Mark& mark);
    void numberMark(LabelPlacer& placer, Mark& mark);
    std::vector<Mark*> labelOrder();
    QStringList numberedLines(double width) const;

    void write(const QRectF& body, const QStringList& list);
    void writeLabel(const Mark& mark);
    void writePin(const Pin& pin);

    QSizeF labelSize(const TradeOffMark& mark) const;
    QColor colourOf(const TradeOffMark& mark) const;
    QString headroomText(const TradeOffMark& mark) const;
    void paintGoal(QPainter& painter) const;
    void paintStem(QPainter& painter, const Mark& mark) const;
    void paintMarker(QPainter& painter, const Mark& mark) const;
    void paintTick(QPainter& painter, const Mark& mark) const;
    void paintLeader(QPainter& painter, const Mark& mark) const;
    void paintPareto(QPainter& painter) const;
    void paintBracket(QPainter& painter) const;
    void paintPins(QPainter& painter) const;
    const Mark* focusMark() const;

    TradeOffView view_;                 // only marks and pins that can be drawn
    std::vector<TradeOffMark> undrawn_; // the others
    QStringList undrawn_pins_;
    int outside_ = 0; // marks beyond a zoomed range
    TradeOffOptions options_;
    Scale x_, y_;
    ChartPane pane_;
    ShapeKey key_;
    std::vector<Mark> marks_;
    std::vector<Pin> pins_;
    std::vector<const Mark*> pareto_;
    QLineF bracket_; // P10 to P90 of the focus; null: no focus
    std::optional<TextRun> goal_run_, bracket_run_;
    qsizetype list_lines_ = 0;
};

} // namespace headroom
