// Views as the present layer makes them, with made-up figures: charts only have to draw them.
#pragma once

#include "core/present/views.hpp"
#include "ui/charts/chart_style.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

namespace headroom::fixtures {

inline TradeOffMark mark(const std::string& name, double seconds, double need, double capacity) {
    TradeOffMark m;
    m.gpu = name;
    m.label = "GPU " + name;
    m.seconds = seconds;
    m.seconds_p10 = 0.9 * seconds;
    m.seconds_p90 = 1.1 * seconds;
    m.need_gib = need;
    m.capacity_gib = capacity;
    m.headroom_gib = capacity - need;
    m.verdict = need > capacity ? Verdict::does_not_fit : Verdict::fits;
    m.headroom_text = need > capacity ? fmt::format("× {:.1f} GiB over", need - capacity)
                                      : fmt::format("+{:.0f} GiB", capacity - need);
    return m;
}

inline TradeOffView trade_off(std::vector<TradeOffMark> marks) {
    TradeOffView view;
    view.title = "VRAM against step time";
    view.subtitle = "settings of the plan";
    view.x_title = "Step time (s)";
    view.y_title = "VRAM per GPU (GiB)";
    view.footer_left = "scenario";
    view.footer_right = "presets";
    view.marks = std::move(marks);
    return view;
}

inline PinMark pin(const std::string& letter, const std::string& gpu, double seconds, double need,
                   double position = 0.0) {
    PinMark p;
    p.letter = letter;
    p.name = "plan " + letter;
    p.gpu = gpu;
    p.seconds = seconds;
    p.need_gib = need;
    p.position = position;
    p.verdict = Verdict::fits;
    return p;
}

/// `count` cards whose step times and capacities lie as close as real presets do.
inline TradeOffView crowded(int count) {
    std::vector<TradeOffMark> marks;
    for (int i = 0; i < count; ++i) {
        const double capacity = std::vector{
            24.0, 32.0, 48.0, 80.0, 96.0, 141.0, 192.0}[static_cast<std::size_t>(i) % 7];
        marks.push_back(mark(fmt::format("M{:02}", i), 2.0 * std::pow(1.0 + 0.13, i),
                             33.3 + 0.1 * i, capacity));
    }
    if (!marks.empty()) marks[marks.size() / 2].focus = true;
    return trade_off(std::move(marks));
}

inline BarsView bars(const TradeOffView& from) {
    BarsView view;
    view.title = "Where memory and time go";
    view.memory_chart = "Memory alone";
    view.time_chart = "Time alone";
    view.memory_title = "VRAM (GiB)";
    view.time_title = "Step (s)";
    for (const TradeOffMark& m : from.marks) {
        MemoryBarRow memory;
        memory.gpu = m.gpu;
        memory.label = m.label;
        memory.need_gib = m.need_gib;
        memory.capacity_gib = m.capacity_gib;
        memory.headroom_gib = m.headroom_gib;
        memory.verdict = m.verdict;
        memory.pieces = {{0, "weights", 0.25 * m.need_gib},
                         {1, "copies", 0.0},
                         {6, "activations", 0.75 * m.need_gib}};
        view.memory.push_back(memory);
        StepBarRow step;
        step.gpu = m.gpu;
        step.label = m.label;
        step.seconds = m.seconds;
        step.p10 = m.seconds_p10;
        step.p90 = m.seconds_p90;
        step.verdict = m.verdict;
        step.pieces = {{0, "matmul", 0.5 * m.seconds}, {3, "recompute", 0.5 * m.seconds}};
        view.step.push_back(step);
        if (m.focus) view.focus = m.gpu;
    }
    return view;
}

inline SweepView sweep(const std::vector<double>& needs, double capacity) {
    SweepView view;
    view.title = "Sweep";
    view.x_title = "Sequence (tokens)";
    view.memory_title = "VRAM (GiB)";
    view.time_title = "Step (s)";
    view.gpu_label = "H100 SXM";
    view.capacity_gib = capacity;
    double value = 1024.0;
    for (const double need : needs) {
        SweepView::Point point;
        point.value = value;
        point.label = fmt::format("{:.0f}", value);
        point.need_gib = need;
        point.need_p10 = 0.95 * need;
        point.need_p90 = 1.05 * need;
        point.seconds = 1.0 + value / 8192.0;
        point.seconds_p10 = 0.9 * point.seconds;
        point.seconds_p90 = 1.1 * point.seconds;
        point.verdict = need > capacity ? Verdict::does_not_fit : Verdict::fits;
        view.points.push_back(point);
        value *= 2.0;
    }
    return view;
}

} // namespace headroom::fixtures
