// The few words that charts add to their views, in both languages.
#pragma once

#include "core/present/views.hpp"

#include <QString>

namespace headroom {

struct ChartWords {
    QString band;           // "P10–P90"
    QString band_label;     // "band: P10–P90"
    QString estimate;       // beside a value
    QString estimate_short; // behind a headroom
    QString estimate_key;   // in the key of shapes
    QString tight, no_fit;  // words of zones
    QString from;           // "from about %1"
    QString now, needs, would_take;
    QString would_not_run;
    QString over; // "%1 over %2": by how much, over which capacity
    QString vram, step, run, cost;
    QString of;            // "%1 of %2 GiB"
    QString nothing;       // no mark to draw
    QString undrawable;    // "%1 presets cannot be drawn: ..."
    QString rows_left_out; // "%1 more not shown: ..."
    QString key_left_out;
    QString undrawn_positions;    // the same of a sweep
    QString undrawn_pins;         // "Pinned, but without a place in this chart: %1."
    QString log_axis;             // "%1, log": the title of an axis
    QString log, linear;          // the switch of the VRAM axis
    QString zoom, full;           // the switch of the bars' axis
    QString by_step, by_headroom; // the bars' order
    QString beyond;               // "cards beyond %1 GiB: capacity in figures at the edge"
    QString beyond_time;          // "bars beyond %1 s: time in figures"
    QString vram_and_step;        // the curves of a sweep
    QString whole_view;           // ends a zoom
    QString outside_positions;    // "%1 positions lie outside of this view."
    QString outside_presets;      // the same of presets
    QString pareto;               // what the Pareto line joins
    QString pareto_button;        // whether it is drawn
    QString bands;                // whether they are drawn
    QString both_costs, runs_only, owning_only; // what the cost chart shows
    QString no_prices;                          // nothing is known to rent or own against
    QString in_thousands, in_millions, in_billions, in_trillions; // "%1, thousands"
    QString chart_hint; // accessible description of the keys

    static const ChartWords& in(Language language);
};

inline QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace headroom
