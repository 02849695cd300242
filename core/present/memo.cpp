#include "core/present/memo.hpp"

#include "core/base/unit_text.hpp"
#include "core/present/comparison.hpp"
#include "core/present/cost_view.hpp"
#include "core/present/goals_text.hpp"
#include "core/present/notes.hpp"
#include "core/present/numbers.hpp"
#include "core/present/readiness.hpp"
#include "core/present/runs_view.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

std::string word(const Words& words, Language language) {
    return std::string(say(words, language));
}

MemoSection verdict_section(const Scenario& scenario, const Estimate& estimate, Language language) {
    const VerdictView view = verdict_view(scenario, estimate, language);
    MemoSection section{.title = word({"Verdict", "판정"}, language),
                        .paragraphs = {view.sentence}};
    if (!view.goal_sentence.empty()) section.paragraphs.push_back(view.goal_sentence);
    TableView table{{word({"what", "항목"}, language), word({"value", "값"}, language),
                     word({"note", "참고"}, language)},
                    {}};
    table.rows = {
        {word({"VRAM on one GPU", "GPU 한 장의 VRAM"}, language), view.need + " / " + view.capacity,
         view.allocated_and_reserved},
        {word({"step time", "스텝 시간"}, language), view.step, view.step_band},
        {word({"run", "기간"}, language), view.run, view.run_note},
        {word({"cost, on demand", "비용, 온디맨드"}, language), view.cost, view.cost_note},
        {"MFU", view.mfu, view.limiter}};
    std::erase_if(table.rows, [](const auto& row) { return row[1].empty(); });
    section.table = std::move(table);
    return section;
}

MemoSection comparison_section(const PinnedPlan& pin, const Scenario& scenario, Language language) {
    constexpr Words title{"Compared with plan {}, {}", "계획 {}({})와 비교"};
    constexpr Words now{"now", "현재"}, differ{"Settings that differ: {}.", "다른 설정: {}."};
    constexpr Words same{"No setting differs.", "다른 설정이 없습니다."};
    const Comparison comparison = compare(pin.scenario, scenario, language);
    MemoSection section{.title =
                            fmt::format(fmt::runtime(say(title, language)), pin.letter, pin.name)};
    section.paragraphs.push_back(
        comparison.settings.empty()
            ? word(same, language)
            : fmt::format(fmt::runtime(say(differ, language)), comparison.settings));
    TableView table = comparison_table(comparison, pin.letter, say(now, language), language);
    std::erase_if(table.rows, [](const auto& row) { return row[1] == "0" && row[2] == "0"; });
    section.table = std::move(table);
    return section;
}

MemoSection assumptions_section(const Scenario& scenario, const Estimate& estimate,
                                Language language) {
    const bool korean = language == Language::korean;
    MemoSection section{.title = word({"Assumptions", "가정"}, language)};
    section.items.push_back(settings_line(scenario, language));
    section.items.push_back(
        fmt::format(fmt::runtime(korean ? "소프트웨어 스택: {} {}" : "Software stack: {} {}"),
                    scenario.stack.name, scenario.stack.version));
    if (scenario.goals.tokens)
        section.items.push_back(
            fmt::format(fmt::runtime(korean ? "전체 실행: {} 토큰" : "Whole run: {} tokens"),
                        format_count(*scenario.goals.tokens)));
    const Calibration& bands = scenario.calibration;
    section.items.push_back(fmt::format(
        fmt::runtime(korean
                         ? "P10–P90 범위는 측정한 스텝 시간 {}건과 메모리 {}건에서 얻었습니다."
                         : "P10–P90 bands come from {} measured step times and {} memory peaks."),
        grouped(bands.step_time_runs), grouped(memory_runs(bands))));
    for (const std::string& caveat : verdict_view(scenario, estimate, language).caveats)
        section.items.push_back(caveat);
    return section;
}

/// Rows of the table of sources: a number, its value, its source and how far it can be trusted.
class SourceRows {
  public:
    SourceRows(const Catalog& catalog, Language language)
        : catalog_(catalog), language_(language) {}

    template <class T>
    void add(const Words& what, const Sourced<T>& number, const std::string& text) {
        if (number.value == T{}) return;
        const auto [source, date] = source_of(number.citation);
        rows_.push_back(
            {word(what, language_), text, source, date, std::string(name_of(number.confidence))});
    }
    void add_cited(std::string what, std::string text, CitationId citation, Confidence confidence) {
        const auto [source, date] = source_of(citation);
        rows_.push_back(
            {std::move(what), std::move(text), source, date, std::string(name_of(confidence))});
    }
    std::vector<std::vector<std::string>> take() { return std::move(rows_); }

  private:
    std::pair<std::string, std::string> source_of(CitationId id) const {
        constexpr Words given{"given in the scenario", "시나리오에 적힌 값"};
        const Citation& citation = catalog_.citation(id);
        const Source* source = catalog_.find_source(citation.source);
        if (source == nullptr) return {word(given, language_), ""};
        return {citation.where.empty() ? source->citation
                                       : source->citation + ", " + citation.where,
                source->date};
    }

    const Catalog& catalog_;
    Language language_;
    std::vector<std::vector<std::string>> rows_;
};

MemoSection sources_section(const Scenario& scenario, const Catalog& catalog, Language language) {
    const GpuSpec& gpu = scenario.cluster.gpu;
    const ClusterSpec& cluster = scenario.cluster;
    const auto& peak = gpu.peak[static_cast<std::size_t>(scenario.training.precision)];
    SourceRows rows(catalog, language);
    if (const ModelPreset* model = catalog.find_model(scenario.model.id))
        rows.add_cited(scenario.model.name,
                       format_count(static_cast<double>(count_parameters(model->spec).total)),
                       model->citation, model->confidence);
    rows.add({"memory of the GPU", "GPU 메모리"}, gpu.memory, gib(gpu.memory.value));
    rows.add({"memory bandwidth", "메모리 대역폭"}, gpu.memory_bandwidth,
             format_byte_rate(gpu.memory_bandwidth.value));
    rows.add({"peak of this precision, dense", "이 정밀도의 최대 성능"}, peak,
             format_flop_rate(peak.value));
    rows.add({"share of the peak that products reach", "행렬곱이 내는 비율"}, gpu.matmul_efficiency,
             percent(gpu.matmul_efficiency.value));
    if (cluster.gpus_per_node > 1)
        rows.add({"link inside of a node", "노드 안 연결"}, cluster.intra_node.peak,
                 format_byte_rate(cluster.intra_node.peak.value));
    if (cluster.nodes > 1)
        rows.add({"link between nodes", "노드 사이 연결"}, cluster.inter_node.peak,
                 format_byte_rate(cluster.inter_node.peak.value));
    rows.add({"rent of one GPU", "GPU 한 장의 임대료"}, cluster.rent,
             format_dollar_rate(cluster.rent.value));
    MemoSection section{.title = word({"Sources", "출처"}, language)};
    section.paragraphs.push_back(fmt::format(
        fmt::runtime(language == Language::korean ? "프리셋 날짜: {}" : "Presets of {}."),
        catalog.date));
    section.table =
        TableView{{word({"number", "값의 이름"}, language), word({"value", "값"}, language),
                   word({"source", "출처"}, language), word({"date", "날짜"}, language),
                   word({"confidence", "신뢰도"}, language)},
                  rows.take()};
    return section;
}

/// What the run costs by each way of paying, and on what terms.
MemoSection money_section(const Scenario& scenario, const Estimate& estimate,
                          const Catalog& catalog, Language language) {
    MemoSection section{.title = word({"Cost by way of paying", "지불 방식별 비용"}, language)};
    section.table = purchase_table(scenario, estimate, catalog, language);
    section.items = funding_notes(scenario, language);
    return section;
}

/// Two sections: the runs themselves, and what they answer. None without runs.
void add_runs(const Scenario& scenario, Language language, std::vector<MemoSection>& sections) {
    if (scenario.runs.empty()) return;
    RunsView view = runs_view(scenario, language);
    sections.push_back({.title = word({"Measured beside predicted", "측정과 예측"}, language),
                        .paragraphs = std::move(view.notes),
                        .table = std::move(view.runs)});
    sections.push_back({.title = word({"What the runs answer", "실행이 답하는 것"}, language),
                        .table = std::move(view.questions)});
}

MemoSection readiness_section(const Scenario& scenario, Language language) {
    MemoSection section{
        .title = word({"Readiness, ticked by people", "준비 점검, 사람이 표시"}, language),
        .is_checklist = true};
    for (const ReadinessItem& item : scenario.readiness) {
        section.items.push_back(readiness_line(item, language));
        section.ticked.push_back(item.done);
    }
    return section;
}

} // namespace

MemoView memo_view(const MemoInput& input, const Catalog& catalog, Language language) {
    const Scenario& scenario = input.scenario;
    const Estimate estimate = evaluate(scenario);
    const Footer footer = footer_of(scenario, catalog, language, input.hash);
    MemoView memo{
        scenario.name, settings_line(scenario, language), footer.left + " · " + footer.right, {}};
    if (memo.title.empty()) memo.title = scenario.model.name;
    memo.subtitle += ", " + gpu_label(scenario.cluster.gpu);
    memo.sections.push_back(verdict_section(scenario, estimate, language));
    constexpr Words trade_off{"VRAM against step time", "VRAM과 스텝 시간"};
    constexpr Words bars{"Where memory and time go", "메모리와 시간의 쓰임"};
    constexpr Words gpus{"The same plan on other GPUs", "다른 GPU에서 같은 계획"};
    memo.sections.push_back(
        {.title = word(trade_off, language), .picture = MemoPicture::trade_off});
    memo.sections.push_back({.title = word(bars, language), .picture = MemoPicture::bars});
    memo.sections.push_back(
        {.title = word(gpus, language), .table = estimate_table(input.points, language)});
    memo.sections.push_back(money_section(scenario, estimate, catalog, language));
    for (const PinnedPlan& pin : input.pins)
        if (pin.estimate.verdict != Verdict::not_legal)
            memo.sections.push_back(comparison_section(pin, scenario, language));
    add_runs(scenario, language, memo.sections);
    memo.sections.push_back(assumptions_section(scenario, estimate, language));
    memo.sections.push_back(sources_section(scenario, catalog, language));
    if (!scenario.readiness.empty()) memo.sections.push_back(readiness_section(scenario, language));
    return memo;
}

} // namespace headroom
