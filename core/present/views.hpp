// Results as people see them: rows, marks, bars and sentences, without any widget.
//
//     const TradeOffView view = trade_off_view(scenario, catalog, ids, Language::english);
//     for (const TradeOffMark& mark : view.marks) ...
//
// The window, the exports and the command line all show these, so they cannot disagree. Numbers
// stay numbers (drawing needs them) beside their text; text is ready to be shown in the language
// asked. `scenario_hash` (core/base/short_hash.hpp, of the scenario's JSON) tells two plans of one
// name apart in the footer of an export.
#pragma once

#include "core/cost/estimate.hpp"
#include "core/explore/sweep.hpp"
#include "core/model/catalog.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

enum class Language : std::uint8_t { english, korean };

/// The verdict bar: two sentences and five numbers.
struct VerdictView {
    Verdict verdict = Verdict::not_legal;
    std::string sentence;      // "Fits on one H100 SXM: needs 33.3 of 79.6 GiB, 46.3 GiB to spare."
    std::string goal_sentence; // "Misses the 7-day goal by 1.4 days.", "" without goals
    bool goals_met = true;
    std::string need, capacity;         // "33.3", "79.6 GiB"
    std::string allocated_and_reserved; // "allocated 30.8 · reserved 32.3"
    std::string step, step_band;        // "4.74 s", "P10–P90 4.3–5.3 s"
    std::string run, run_note;          // "8.4 days"; the goal it meets or misses
    std::string cost, cost_note;
    std::string mfu, limiter;         // "38 %", "limiter: matrix products"
    std::vector<std::string> caveats; // one sentence each
};

/// One coloured piece of a stacked bar. Terms that are zero stay in the list.
struct BarPiece {
    std::size_t term = 0; // MemoryTerm or StepTerm by index; for memory, then reserve and context
    std::string_view name;
    double value = 0.0; // GiB or seconds
};
/// "11.2 GiB" and "1.4 s": a piece of either kind of bar in figures.
std::string memory_text(const BarPiece& piece);
std::string time_text(const BarPiece& piece);

struct MemoryBarRow {
    std::string gpu, label;
    GpuGeneration generation = GpuGeneration::hopper;
    std::vector<BarPiece> pieces; // adds up to process memory
    double need_gib = 0.0, capacity_gib = 0.0, headroom_gib = 0.0;
    Verdict verdict = Verdict::not_legal;
    bool estimated = false;
};

struct StepBarRow {
    std::string gpu, label;
    GpuGeneration generation = GpuGeneration::hopper;
    std::vector<BarPiece> pieces; // adds up to the step time
    double seconds = 0.0, p10 = 0.0, p90 = 0.0;
    Verdict verdict = Verdict::not_legal;
    bool estimated = false;
};

/// A plan that was pinned for comparison, as charts take it.
struct PinnedPlan {
    std::string letter, name; // "A", "plan of Monday"
    Scenario scenario;
    Estimate estimate;
};

/// A pinned plan in a chart: its letter in a box where that plan stands, beside the present one.
struct PinMark {
    std::string letter, name;
    std::string gpu; // it was pinned on this preset
    double seconds = 0.0, need_gib = 0.0;
    double position = 0.0;      // along the axis of a sweep
    std::string position_label; // "16384"; "" outside of sweeps
    Verdict verdict = Verdict::not_legal;
};

/// Both stacks of every GPU preset, row by row, with the words around them.
struct BarsView {
    std::string title, subtitle, memory_title, time_title;
    std::string memory_chart, time_chart; // titles of a chart that shows one of the two alone
    std::vector<PinMark> pins;
    std::vector<MemoryBarRow> memory;
    std::vector<StepBarRow> step;   // of the same GPUs
    std::string focus;              // the GPU whose values the key shows
    std::vector<std::string> notes; // what could not be drawn, in words
    std::string footer_left, footer_right;
};

/// One GPU preset in the trade-off chart.
struct TradeOffMark {
    std::string gpu, label;    // "h100-sxm", "H100 SXM"
    std::string headroom_text; // "+46 GiB" or "× 9.4 GiB over"
    GpuGeneration generation = GpuGeneration::hopper;
    double seconds = 0.0, seconds_p10 = 0.0, seconds_p90 = 0.0;
    double need_gib = 0.0, capacity_gib = 0.0, headroom_gib = 0.0;
    Verdict verdict = Verdict::not_legal;
    bool estimated = false; // hollow: announced, estimated or outside of what was validated
    bool focus = false;
    std::string cost_text, days_text;
};

struct TradeOffView {
    std::string title, subtitle, x_title, y_title;
    std::vector<TradeOffMark> marks; // drawable ones
    std::vector<PinMark> pins;
    std::vector<std::string> notes; // what could not be drawn, in words
    double goal_seconds = 0.0;      // 0: no such goal
    std::string goal_text;
    std::string footer_left, footer_right; // for exports: scenario and hash, presets date, version
};

struct SweepView {
    std::string title, subtitle, x_title, memory_title, time_title;
    struct Point {
        double value = 0.0;
        std::string label;
        double need_gib = 0.0, need_p10 = 0.0, need_p90 = 0.0;
        double seconds = 0.0, seconds_p10 = 0.0, seconds_p90 = 0.0;
        Verdict verdict = Verdict::not_legal;
        bool current = false;
    };
    std::vector<Point> points;
    std::vector<PinMark> pins;
    std::string gpu_label; // whose capacity it is
    double capacity_gib = 0.0;
    double goal_seconds = 0.0; // 0: no such goal
    std::string goal_text;
    std::vector<std::string> notes; // positions that are not drawn, in words
    bool logarithmic = true;        // x positions by logarithm; false: evenly spaced categories
    std::string footer_left, footer_right;
};

/// A table of text: the chart's twin, the CLI's table.
struct TableView {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};

/// Formula, values put in, sources: "why this number".
struct WhyView {
    std::string name, value; // "activations", "3.62 GiB"
    std::string formula;     // "L·2h·s·b + ..."
    std::string substituted; // "32·8192·8192·1 + ..."
    std::string sources;
    /// The numbers put in: the products of each part add up to the value in bytes or seconds.
    std::vector<std::vector<double>> parts;
    bool has_rest = false; // the last part is what the others do not explain
};

VerdictView verdict_view(const Scenario& scenario, const Estimate& estimate, Language language);
TradeOffView trade_off_view(const Scenario& scenario, std::span<const GpuPoint> points,
                            const Catalog& catalog, Language language,
                            std::string_view scenario_hash = {});
std::vector<MemoryBarRow> memory_bars(std::span<const GpuPoint> points, Language language);
std::vector<StepBarRow> step_bars(std::span<const GpuPoint> points, Language language);
BarsView bars_view(const Scenario& scenario, std::span<const GpuPoint> points,
                   const Catalog& catalog, Language language, std::string_view scenario_hash = {});
SweepView sweep_view(const Scenario& scenario, Axis axis, std::span<const SweepPoint> points,
                     const Catalog& catalog, Language language,
                     std::string_view scenario_hash = {});
/// Where these plans stand in a trade-off chart or among bars; in a sweep over `axis`.
std::vector<PinMark> pin_marks(std::span<const PinnedPlan> plans, Language language,
                               std::optional<Axis> axis = std::nullopt);
TableView estimate_table(std::span<const GpuPoint> points, Language language);
TableView sweep_table(const SweepView& view, Language language);
WhyView why(const Scenario& scenario, const Estimate& estimate, MemoryTerm term, Language language);
WhyView why(const Scenario& scenario, const Estimate& estimate, StepTerm term, Language language);

/// "fits", "tight", "does not fit", "not legal", and the Korean of the same.
std::string verdict_word(Verdict verdict, Language language);
std::string_view term_name(MemoryTerm term, Language language);
std::string_view term_name(StepTerm term, Language language);
std::string limiter_name(Limiter limiter, Language language);
std::string axis_name(Axis axis, Language language);
/// A position as a reader says it: "full", "전체"; numbers and formats are alike in all languages.
std::string axis_value_word(Axis axis, double value, const Scenario& scenario, Language language);
std::string caveat_sentence(Caveat caveat, const Scenario& scenario, Language language);

} // namespace headroom
