// What one GPU needs and what one step takes, term by term, in shared rows: one per GPU preset.
//
//     BarsPicture picture(view, {.content = BarsContent::both});
//     picture.arrange(size, style);
//     picture.rows()[0].memory;          // where the first preset's memory bar lies
//
// Axes are linear from zero, so that lengths of segments can be compared. By default the memory
// axis shows what is needed: a card that holds more gets an arrow and its capacity in figures, so
// bars stay readable and nothing is cut silently. In the same way a few slow cards do not squeeze
// the step times of all others: their bars end in an arrow at the edge. Rows never overlap: where a
// picture is too low for all of them, the last are left out and counted on it. Rows whose numbers
// are not finite are not drawn but counted in words; plans that are not legal are told of in the
// view's notes.
#pragma once

#include "core/present/views.hpp"
#include "ui/charts/chart_style.hpp"
#include "ui/charts/picture.hpp"
#include "ui/charts/scale.hpp"

#include <memory>
#include <optional>

namespace headroom {

enum class BarsContent : std::uint8_t { both, memory, step_time };
enum class BarsOrder : std::uint8_t { by_step_time, by_headroom };

struct BarsOptions {
    BarsContent content = BarsContent::both;
    BarsOrder order = BarsOrder::by_step_time;
    bool zoom_to_need = true;
};

class BarsPicture final : public Picture {
  public:
    struct Row {
        const MemoryBarRow* memory = nullptr;
        const StepBarRow* step = nullptr;
        QRectF band;       // the whole row
        QRectF memory_bar; // 0 to need
        QRectF step_bar;   // 0 to step time, or to the edge
        double capacity_x = 0.0;
        bool beyond_edge = false; // the capacity is given in figures
        bool step_beyond = false; // the bar goes on beyond the edge, its time is given in figures
        bool shown = true;        // false: no room for it at this height; its places mean nothing
    };

    /// A pinned plan on the row of its GPU: where its bars would end.
    struct Pin {
        const PinMark* pin = nullptr;
        const Row* row = nullptr;
        double memory_x = 0.0, step_x = 0.0;
    };

    /// The view may be shared: a frame of a drag need not copy it.
    BarsPicture(std::shared_ptr<const BarsView> view, BarsOptions options);
    BarsPicture(BarsView view, BarsOptions options);

    const std::vector<Row>& rows() const { return rows_; }
    const std::vector<Pin>& pins() const { return pins_; }
    QRectF memoryPlot() const { return memory_plot_; }
    QRectF stepPlot() const { return step_plot_; }
    double leastHeight(double width, const ChartStyle& style) const override;

  protected:
    void arrangeBody(const QRectF& body) override;
    void paintBody(QPainter& painter) const override;
    std::vector<Target> makeTargets() const override;
    QStringList ownNotes(Language language) const override;

  private:
    struct KeyEntry {
        QRectF swatch;
        TermStyle fill;
    };
    using TermFill = TermStyle (Theme::*)(std::size_t) const;
    /// What sets memory's pieces apart from those of the step.
    struct PieceLook {
        TermFill fill;
        std::string (*figures)(const BarPiece&);
    };

    // Design pixels: room for figures beside each plot, and above the plots.
    static constexpr double figures_room = 74.0, step_figures_room = 62.0, axis_gap = 10.0;

    bool showsMemory() const { return options_.content != BarsContent::step_time; }
    bool showsStep() const { return options_.content != BarsContent::memory; }
    bool isFocus(const Row& row) const;
    const QColor& groundOf(const Row& row) const;
    const std::string& labelOf(const Row& row) const;
    void collectRows();
    void sortRows();
    void setScales();
    double usualSeconds() const;
    void arrangePlots(const QRectF& body);
    void chooseRows(std::size_t most);
    void wrapTitles();
    void splitWidth(const QRectF& body);
    void arrangeRows();
    void findPins();
    void arrangePins();

    // Figures and what can be pointed at, in bars_labels.cpp.
    void writeRow(const Row& row);
    void writeMemoryFigures(const Row& row);
    void writeStepFigures(const Row& row);
    Target rowTarget(const Row& row) const;
    Target ghostTarget(const Pin& pin) const;
    void writeAxis(const Scale& scale, const QRectF& plot, const QStringList& title);
    void writeLeftOut(double left);

    // The key, in bars_key.cpp.
    const Row* keyedRow() const;
    std::vector<double> keyWidths(const std::vector<BarPiece>& pieces, std::size_t lines) const;
    double totalWidth(const std::vector<double>& columns) const;
    std::size_t keyLines(const std::vector<BarPiece>& pieces, double width) const;
    QRectF memoryKey(const QRectF& body) const;
    QRectF stepKey() const;
    double keyHeight(const QRectF& body) const;
    void arrangeKeys(const QRectF& body);
    void arrangeKey(const std::vector<BarPiece>& pieces, const PieceLook& look,
                    const QRectF& column);
    void writeKeyEntry(const BarPiece& piece, const PieceLook& look, QPointF at);

    // Drawing, in bars_paint.cpp.
    void paintGrid(QPainter& painter, const Scale& scale, const QRectF& plot) const;
    void paintRow(QPainter& painter, const Row& row) const;
    void paintStack(QPainter& painter, const std::vector<BarPiece>& pieces, TermFill fill,
                    const QRectF& bar) const;
    void paintCapacity(QPainter& painter, const Row& row) const;
    void paintStep(QPainter& painter, const Row& row) const;
    void paintArrow(QPainter& painter, QPointF tip) const;
    void paintGhost(QPainter& painter, const Pin& pin, double x) const;

    std::shared_ptr<const BarsView> shared_;
    const BarsView& view_;
    BarsOptions options_;
    QStringList undrawn_;
    Scale memory_scale_, step_scale_;
    QRectF memory_plot_, step_plot_;
    QStringList memory_title_, step_title_; // line by line
    std::size_t shown_ = 0;                 // rows
    bool key_left_out_ = false;
    double least_height_ = 0.0; // in which all rows and the key stand well
    std::vector<Row> rows_;
    std::vector<Pin> pins_;
    QStringList undrawn_pins_;
    std::vector<KeyEntry> key_;
};

} // namespace headroom
