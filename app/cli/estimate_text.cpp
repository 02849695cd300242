#include "estimate_text.hpp"

#include "command.hpp"
#include "core/base/calendar.hpp"
#include "core/present/calibration_view.hpp"
#include "core/present/memory_tables.hpp"
#include "core/present/money_text.hpp"
#include "core/present/notes.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::cli {

namespace {

/// A row of the page: a name, a value, and a remark or a bar beside it.
TableView page_table() { return {{"", "", "", ""}, {}}; }

/// The table without its (empty) header, two columns in.
std::string indented(const TableView& table) {
    const std::string text = text_table(table);
    std::string page;
    for (std::size_t begin = text.find('\n') + 1; begin < text.size();) {
        const std::size_t end = text.find('\n', begin) + 1;
        page += "  " + text.substr(begin, end - begin);
        begin = end;
    }
    return page;
}

/// Terms that are not zero, each with its share of the total as a number and as a bar.
void add_pieces(TableView& table, const std::vector<BarPiece>& pieces, std::size_t count,
                std::string (*text)(const BarPiece&)) {
    constexpr double bar_columns = 40.0; // of a share of 100 %
    double total = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        total += pieces[i].value;
    for (std::size_t i = 0; i < count; ++i) {
        const BarPiece& piece = pieces[i];
        if (piece.value <= 0.0) continue;
        const double share = piece.value / total;
        const auto length = static_cast<std::size_t>(std::lround(bar_columns * share));
        table.rows.push_back({std::string(piece.name), text(piece),
                              fmt::format("{:.0f} %", 100.0 * share), std::string(length, '#')});
    }
}

std::string band(Bytes low, Bytes high) {
    return fmt::format("P10–P90 {}–{} GiB", gib_number(low), gib_number(high));
}

std::string memory_section(const Scenario& scenario, const GpuPoint& point, Language language) {
    const bool korean = language == Language::korean;
    const MemoryEstimate& memory = point.estimate.memory;
    TableView table = page_table();
    const std::vector<MemoryBarRow> bars = memory_bars(std::span(&point, 1), language);
    add_pieces(table, bars.front().pieces, MemoryBreakdown::size, memory_text);
    const auto add = [&](const char* english, const char* in_korean, const Banded<Bytes>& value) {
        table.rows.push_back(
            {korean ? in_korean : english, gib(value.expected), "", band(value.p10, value.p90)});
    };
    add("allocated", "할당", memory.allocated);
    add("reserved", "예약", memory.reserved);
    add("process (nvidia-smi)", "프로세스 (nvidia-smi)", memory.process);
    table.rows.push_back({korean ? "용량" : "capacity", gib(memory.capacity), "", ""});
    std::string title = korean ? "GPU 한 장의 메모리" : "Memory of one GPU";
    if (scenario.training.pipeline_parallel > 1)
        title += korean ? fmt::format(" (파이프라인 스테이지 {})", memory.peak_stage + 1)
                        : fmt::format(" (pipeline stage {} of {})", memory.peak_stage + 1,
                                      scenario.training.pipeline_parallel);
    return title + "\n" + indented(table);
}

/// When the peak comes and what else is near it; then which stage of a pipeline it is in.
std::string peaks_section(const Scenario& scenario, const Estimate& estimate, Language language) {
    const auto under = [&](const Words& title, const TableView& table) {
        return fmt::format("\n{}\n{}", say(title, language), indented(table));
    };
    std::string text = under({"Phases of a step (* the peak)", "한 스텝의 단계 (* 정점)"},
                             phase_table(estimate, language));
    const TableView stages = stage_table(scenario, estimate, language);
    if (!stages.rows.empty())
        text +=
            under({"Pipeline stages (* the heaviest)", "파이프라인 스테이지 (* 가장 큼)"}, stages);
    return text;
}

std::string step_section(const GpuPoint& point, const VerdictView& verdict, Language language) {
    const bool korean = language == Language::korean;
    const StepEstimate& step = point.estimate.step;
    TableView table = page_table();
    const std::vector<StepBarRow> bars = step_bars(std::span(&point, 1), language);
    add_pieces(table, bars.front().pieces, StepBreakdown::size, time_text);
    table.rows.push_back({korean ? "스텝" : "step", verdict.step, "", verdict.step_band});
    table.rows.push_back({korean ? "GPU당 토큰/s" : "tokens/s per GPU",
                          grouped(step.tokens_per_second_per_gpu), "", verdict.limiter});
    table.rows.push_back({"MFU", verdict.mfu, "", "HFU " + percent(step.hfu)});
    return (korean ? "한 스텝의 시간\n" : "Time of one step\n") + indented(table);
}

std::string money_section(const Scenario& scenario, const GpuPoint& point,
                          const VerdictView& verdict, Language language) {
    const bool korean = language == Language::korean;
    const MoneyEstimate& money = point.estimate.money;
    TableView table = page_table();
    const Funding& funding = scenario.funding;
    const bool is_on_demand = funding.purchase == Purchase::on_demand;
    if (money.priced)
        table.rows.push_back({korean ? "클러스터" : "cluster",
                              per_hour(money.rent, funding.currency), "",
                              is_on_demand ? scenario.cluster.rent_note
                                           : purchase_name(funding.purchase, language)});
    if (!verdict.run.empty())
        table.rows.push_back({korean ? "기간" : "run", verdict.run, "", verdict.run_note});
    if (!verdict.cost.empty())
        table.rows.push_back({korean ? "비용" : "cost", verdict.cost, "", verdict.cost_note});
    if (table.rows.empty()) return {};
    return (korean ? "\n기간과 비용\n" : "\nRun and money\n") + indented(table);
}

std::string caveat_section(const VerdictView& verdict, Language language) {
    if (verdict.caveats.empty()) return {};
    std::string text = language == Language::korean ? "\n유의할 점\n" : "\nTo know\n";
    for (const std::string& sentence : verdict.caveats)
        text += "  - " + sentence + "\n";
    return text;
}

/// Which calibration is behind the numbers, and what they would be without it.
std::string calibration_section(const Scenario& scenario, Language language) {
    if (!scenario.site) return {};
    const bool korean = language == Language::korean;
    const SiteCalibration& site = *scenario.site;
    std::string text = korean ? "\n보정\n" : "\nCalibration\n";
    const CalibrationView view = calibration_view(scenario, site, today(), language);
    text += "  " + view.title + (site.on ? "" : korean ? " (꺼짐)" : " (off)") + "\n";
    const bool of_this_gpu = site.applies_to.gpu == scenario.cluster.gpu.id;
    if (of_this_gpu && !view.effect.empty()) text += "  " + view.effect + "\n";
    for (const std::string& caveat : view.caveats)
        text += "  - " + caveat + "\n";
    return text;
}

std::string heading(const Scenario& scenario, Language language) {
    return fmt::format("{}\n{}\n\n", scenario.name, settings_line(scenario, language));
}

} // namespace

std::string estimate_text(const Scenario& scenario, const Estimate& estimate, Language language) {
    const GpuPoint point{&scenario.cluster.gpu, scenario, estimate};
    const VerdictView verdict = verdict_view(scenario, estimate, language);
    std::string text = heading(scenario, language) + verdict.sentence + "\n";
    if (!verdict.goal_sentence.empty()) text += verdict.goal_sentence + "\n";
    if (estimate.verdict == Verdict::not_legal) return text + caveat_section(verdict, language);
    text += "\n" + memory_section(scenario, point, language);
    text += peaks_section(scenario, estimate, language);
    text += "\n" + step_section(point, verdict, language);
    text += money_section(scenario, point, verdict, language);
    text += calibration_section(scenario, language);
    return text + caveat_section(verdict, language);
}

std::string comparison_text(const Scenario& scenario, std::span<const GpuPoint> points,
                            Language language) {
    std::string text = heading(scenario, language);
    TableView table = estimate_table(points, language);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool link_assumed =
            points[i].estimate.caveats.test(static_cast<std::size_t>(Caveat::link_assumed));
        table.rows[i].front() += marks_of(points[i].scenario.cluster.gpu, link_assumed);
    }
    text += text_table(table);
    std::vector<std::string> notes = mark_notes(points, language);
    for (std::string& note : illegal_notes(points, language))
        notes.push_back(std::move(note));
    if (std::string note = price_note(points, language); !note.empty())
        notes.push_back(std::move(note));
    if (!notes.empty()) text += "\n";
    for (const std::string& note : notes)
        text += note + "\n";
    return text;
}

} // namespace headroom::cli
