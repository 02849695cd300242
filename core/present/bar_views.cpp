// Stacked bars of memory and step time, and the table that is their twin.
#include "core/present/goals_text.hpp"
#include "core/present/money_text.hpp"
#include "core/present/notes.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

namespace headroom {

namespace {

std::vector<BarPiece> memory_pieces(const MemoryEstimate& memory, Language language) {
    std::vector<BarPiece> pieces;
    pieces.reserve(MemoryBreakdown::size + 2);
    const auto add = [&](std::string_view name, Bytes value) {
        pieces.push_back({pieces.size(), name, value / units::GiB});
    };
    for (std::size_t i = 0; i < MemoryBreakdown::size; ++i) {
        const auto term = static_cast<MemoryTerm>(i);
        add(term_name(term, language), memory.peak[term]);
    }
    constexpr Words reserve{"allocator reserve", "할당자 예비"};
    constexpr Words context{"CUDA context + NCCL", "CUDA 컨텍스트 + NCCL"};
    add(say(reserve, language), memory.allocator_slack);
    add(say(context, language), memory.context);
    return pieces;
}

std::vector<BarPiece> step_pieces(const StepEstimate& step, Language language) {
    std::vector<BarPiece> pieces;
    pieces.reserve(StepBreakdown::size);
    for (std::size_t i = 0; i < StepBreakdown::size; ++i) {
        const auto term = static_cast<StepTerm>(i);
        pieces.push_back({i, term_name(term, language), step.terms[term] / units::s});
    }
    return pieces;
}

/// What both kinds of row say about their GPU.
template <class Row>
Row row_of(const GpuPoint& point) {
    Row row;
    const GpuSpec& gpu = point.scenario.cluster.gpu;
    row.gpu = gpu.id;
    row.label = gpu_label(gpu);
    row.generation = gpu.generation;
    row.verdict = point.estimate.verdict;
    row.estimated = is_estimated(point.estimate);
    return row;
}

bool is_legal(const GpuPoint& point) { return point.estimate.verdict != Verdict::not_legal; }

std::vector<std::string> table_row(const GpuPoint& point, Language language) {
    const Estimate& estimate = point.estimate;
    std::vector<std::string> row{gpu_label(point.scenario.cluster.gpu),
                                 verdict_word(estimate.verdict, language)};
    if (!is_legal(point)) {
        row.resize(12);
        row[3] = gib_number(estimate.memory.capacity);
        return row;
    }
    const auto& [memory, step, money] = std::tie(estimate.memory, estimate.step, estimate.money);
    row.push_back(gib_number(memory.process.expected));
    row.push_back(gib_number(memory.capacity));
    row.push_back(gib_number(memory.headroom));
    row.push_back(seconds(step.total));
    row.push_back(span(step.total.p10, step.total.p90));
    row.push_back(grouped(step.tokens_per_second_per_gpu));
    row.push_back(percent(step.mfu));
    row.push_back(money.run ? duration(*money.run, language) : "");
    row.push_back(money.total ? in_currency(*money.total, point.scenario.funding.currency) : "");
    row.push_back(limiter_name(step.limiter, language));
    return row;
}

} // namespace

std::string memory_text(const BarPiece& piece) { return gib_term(piece.value * units::GiB); }

std::string time_text(const BarPiece& piece) { return seconds(piece.value * units::s); }

std::vector<MemoryBarRow> memory_bars(std::span<const GpuPoint> points, Language language) {
    std::vector<MemoryBarRow> rows;
    for (const GpuPoint& point : points) {
        auto row = row_of<MemoryBarRow>(point);
        const MemoryEstimate& memory = point.estimate.memory;
        row.capacity_gib = memory.capacity / units::GiB;
        row.pieces = memory_pieces(memory, language);
        row.need_gib = memory.process.expected / units::GiB;
        row.headroom_gib = memory.headroom / units::GiB;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<StepBarRow> step_bars(std::span<const GpuPoint> points, Language language) {
    std::vector<StepBarRow> rows;
    for (const GpuPoint& point : points) {
        auto row = row_of<StepBarRow>(point);
        const Banded<Seconds>& total = point.estimate.step.total;
        row.pieces = step_pieces(point.estimate.step, language);
        row.seconds = total.expected / units::s;
        row.p10 = total.p10 / units::s;
        row.p90 = total.p90 / units::s;
        rows.push_back(std::move(row));
    }
    return rows;
}

BarsView bars_view(const Scenario& scenario, std::span<const GpuPoint> points,
                   const Catalog& catalog, Language language, std::string_view scenario_hash) {
    constexpr Words title{"Where memory and time go", "메모리와 시간의 쓰임"};
    constexpr Words memory_chart{"Where the memory of one GPU goes", "GPU 한 장의 메모리 쓰임"};
    constexpr Words time_chart{"Where the time of a step goes", "한 스텝의 시간 쓰임"};
    constexpr Words memory_title{"VRAM of one GPU (GiB)", "GPU 한 장의 VRAM (GiB)"};
    constexpr Words time_title{"Time of one step (s)", "한 스텝의 시간 (s)"};
    BarsView view;
    view.title = say(title, language);
    view.memory_chart = say(memory_chart, language);
    view.time_chart = say(time_chart, language);
    view.subtitle = settings_line(scenario, language);
    view.memory_title = say(memory_title, language);
    view.time_title = say(time_title, language);
    view.memory = memory_bars(points, language);
    view.step = step_bars(points, language);
    view.focus = scenario.cluster.gpu.id;
    view.notes = illegal_notes(points, language);
    const Footer footer = footer_of(scenario, catalog, language, scenario_hash);
    view.footer_left = footer.left;
    view.footer_right = footer.right;
    return view;
}

TableView estimate_table(std::span<const GpuPoint> points, Language language) {
    TableView table;
    if (language == Language::korean)
        table.columns = {"GPU",     "판정",       "필요 GiB", "용량 GiB", "여유 GiB", "스텝",
                         "P10–P90", "토큰/s/GPU", "MFU",      "기간",     "비용",     "제한 요인"};
    else
        table.columns = {"GPU",          "verdict", "needs GiB", "holds GiB",
                         "to spare GiB", "step",    "P10–P90",   "tokens/s/GPU",
                         "MFU",          "run",     "cost",      "limiter"};
    for (const GpuPoint& point : points)
        table.rows.push_back(table_row(point, language));
    return table;
}

} // namespace headroom
