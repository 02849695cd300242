#include "core/present/frontier_view.hpp"

#include "core/cost/site_rates.hpp"
#include "core/explore/scores.hpp"
#include "core/model/pipeline_split.hpp"
#include "core/present/goals_text.hpp"
#include "core/present/notes.hpp"
#include "core/present/numbers.hpp"
#include "core/present/step_goal.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

/// Less memory than that is not worth a row of its own.
constexpr double noticeable = 0.02;

std::string parallelism(const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    std::vector<std::string> parts;
    if (plan.tensor_parallel > 1)
        parts.push_back(
            fmt::format("TP {}{}", plan.tensor_parallel, plan.sequence_parallel ? " + SP" : ""));
    if (plan.pipeline_parallel > 1)
        parts.push_back(plan.virtual_stages > 1
                            ? fmt::format("PP {} × {}", plan.pipeline_parallel, plan.virtual_stages)
                            : fmt::format("PP {}", plan.pipeline_parallel));
    if (plan.context_parallel > 1) parts.push_back(fmt::format("CP {}", plan.context_parallel));
    if (plan.expert_parallel > 1) parts.push_back(fmt::format("EP {}", plan.expert_parallel));
    if (plan.expert_tensor_parallel > 1)
        parts.push_back(fmt::format("expert TP {}", plan.expert_tensor_parallel));
    parts.push_back(fmt::format("DP {}", data_parallel(scenario)));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string recompute_words(const Scenario& scenario, Language language) {
    const Recompute& recompute = scenario.training.recompute;
    if (!recompute.layers) return setting(scenario, Axis::checkpointing, language);
    constexpr Words words{"{} checkpointing of {} of {} layers", "{2}층 중 {1}층 {0} 체크포인팅"};
    constexpr Words full{"full", "전체"};
    constexpr Words selective{"selective", "선택적"};
    const Words& mode = recompute.mode == RecomputeMode::full ? full : selective;
    return fmt::format(fmt::runtime(say(words, language)), say(mode, language), *recompute.layers,
                       most_stage_layers(scenario.model, scenario.training));
}

std::string offload_words(const Scenario& scenario, Language language) {
    const TrainingPlan& plan = scenario.training;
    constexpr Words offload{", offload {}", ", 오프로드 {}"};
    constexpr Words activations{", activations offloaded", ", 활성값 오프로드"};
    std::string text;
    if (plan.offload != Offload::none)
        text += fmt::format(
            fmt::runtime(say(offload, language)),
            axis_value_word(Axis::offload, get_axis(scenario, Axis::offload), scenario, language));
    if (plan.activation_offload) text += say(activations, language);
    return text;
}

std::string settings_beside(const Scenario& scenario, Language language) {
    return fmt::format(
        "{}, {}, {}, {}{}", setting(scenario, Axis::zero_stage, language),
        setting(scenario, Axis::micro_batch, language), recompute_words(scenario, language),
        setting(scenario, Axis::precision, language), offload_words(scenario, language));
}

FrontierMark mark_of(const Scenario& scenario, const FoundPlan& found, Language language) {
    const auto& [memory, step] = std::tie(found.estimate.memory, found.estimate.step);
    FrontierMark mark;
    mark.training = found.training;
    mark.parallelism = parallelism(scenario);
    mark.settings = settings_beside(scenario, language);
    mark.step = seconds(step.total.expected);
    mark.need = gib(memory.process.expected);
    mark.spare = true_minus(gib(memory.headroom));
    mark.complexity = std::to_string(found.complexity);
    mark.complexity_points = found.complexity;
    mark.seconds = step.total.expected / units::s;
    mark.need_gib = memory.process.expected / units::GiB;
    mark.verdict = found.estimate.verdict;
    if (const std::optional<Dollars> cost = cost_per_million_tokens(scenario, found.estimate)) {
        mark.usd_per_mtoken = *cost / units::USD;
        mark.cost = "$" + significant(mark.usd_per_mtoken, 3);
    } else {
        mark.cost = "–";
    }
    mark.meets_goals = found.miss <= 0.0;
    mark.goals = goals_sentence(judge_goals(scenario, found.estimate, language), language);
    return mark;
}

/// The present plan beside the front; none where it is not legal.
std::optional<FrontierMark> present_mark(const Scenario& scenario, Language language) {
    const Estimate estimate = evaluate(scenario);
    if (estimate.verdict == Verdict::not_legal) return std::nullopt;
    FoundPlan own{scenario.training, estimate, complexity(scenario),
                  worst_miss(scenario, estimate)};
    FrontierMark mark = mark_of(scenario, own, language);
    mark.current = true;
    return mark;
}

std::string summary_of(const Scenario& scenario, const SearchResult& found, Language language) {
    constexpr Words words{"{} of {} legal plans on {} {}: no other fits and is better in memory, "
                          "step time, money and complexity together.",
                          "{2}개의 {3}에서 가능한 계획 {1}개 가운데 {0}개입니다. 메모리, 스텝 "
                          "시간, 비용, 복잡도가 모두 더 나은 계획은 없습니다."};
    constexpr Words stopped{" Stopped early: more may be found.",
                            " 도중에 멈췄습니다. 더 나은 계획이 있을 수 있습니다."};
    std::string text = fmt::format(
        fmt::runtime(say(words, language)), grouped(static_cast<double>(found.front.size())),
        grouped(static_cast<double>(found.legal)), grouped(scenario.cluster.gpus()),
        gpu_label(scenario.cluster.gpu));
    if (found.cancelled) text += say(stopped, language);
    return text;
}

std::string answer_of(const Scenario& scenario, const SearchResult& found, Language language) {
    if (!found.nearest) return {};
    Scenario nearest = scenario;
    nearest.training = found.nearest->training;
    const Bytes headroom = found.nearest->estimate.memory.headroom;
    const std::string plan = plan_line(nearest, language);
    if (headroom < Bytes{}) {
        constexpr Words words{
            "Nothing fits. The least is needed by {}: {} too much.",
            "들어가는 계획이 없습니다. 가장 적게 쓰는 계획은 {}이며 {} 넘칩니다."};
        return fmt::format(fmt::runtime(say(words, language)), plan, gib(-headroom));
    }
    constexpr Words words{"No plan meets the goals. Nearest: {}. {}",
                          "목표를 만족하는 계획이 없습니다. 가장 가까운 계획: {}. {}"};
    const std::vector<GoalResult> goals = judge_goals(nearest, found.nearest->estimate, language);
    return fmt::format(fmt::runtime(say(words, language)), plan, goals_sentence(goals, language));
}

} // namespace

std::string plan_line(const Scenario& scenario, Language language) {
    return fmt::format("{}, {}", parallelism(scenario), settings_beside(scenario, language));
}

FrontierView frontier_view(const Scenario& scenario, const SearchResult& found,
                           const Catalog& catalog, Language language,
                           std::string_view scenario_hash) {
    constexpr Words title{"The best plans: VRAM of one GPU against the time of a step",
                          "가장 나은 계획들: GPU 한 장의 VRAM과 스텝 시간"};
    constexpr Words cost_axis{"Cost of a million tokens (US$)", "토큰 백만 개의 비용 (US$)"};
    FrontierView view;
    view.title = say(title, language);
    view.summary = summary_of(scenario, found, language);
    view.subtitle = settings_line(scenario, language);
    view.answer = answer_of(scenario, found, language);
    view.time_title = say(step_time_title, language);
    view.memory_title = say(memory_title, language);
    view.cost_title = say(cost_axis, language);
    view.gpu_label = gpu_label(scenario.cluster.gpu);
    view.capacity_gib = usable_memory(scenario) / units::GiB;
    view.priced = scenario.cluster.rent.value > DollarRate{};
    std::tie(view.goal_seconds, view.goal_text) = step_goal(scenario, language);
    view.present = present_mark(scenario, language);
    Scenario moved = scenario;
    for (const FoundPlan& plan : found.front) {
        moved.training = plan.training;
        view.marks.push_back(mark_of(moved, plan, language));
        view.marks.back().current = plan.training == scenario.training;
        if (view.marks.back().current) view.present.reset();
    }
    const Footer footer = footer_of(scenario, catalog, language, scenario_hash);
    view.footer_left = footer.left;
    view.footer_right = footer.right;
    return view;
}

std::vector<std::size_t> notable_marks(const FrontierView& view, std::size_t most) {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < view.marks.size(); ++i) {
        const FrontierMark& mark = view.marks[i];
        const bool alike = std::ranges::any_of(rows, [&](std::size_t row) {
            const FrontierMark& above = view.marks[row];
            return above.complexity_points <= mark.complexity_points &&
                   above.meets_goals >= mark.meets_goals &&
                   mark.need_gib > (1.0 - noticeable) * above.need_gib;
        });
        if (!alike || mark.current) rows.push_back(i);
    }
    std::ranges::stable_partition(rows,
                                  [&](std::size_t row) { return view.marks[row].meets_goals; });
    if (most == 0 || rows.size() <= most) return rows;
    const auto own =
        std::ranges::find_if(rows, [&](std::size_t row) { return view.marks[row].current; });
    const bool cut = own != rows.end() && static_cast<std::size_t>(own - rows.begin()) >= most;
    const std::size_t kept = cut ? *own : rows[most - 1]; // the present plan always has its row
    rows.resize(most);
    rows.back() = kept;
    return rows;
}

TableView frontier_table(const FrontierView& view, std::span<const std::size_t> rows,
                         Language language) {
    const bool korean = language == Language::korean;
    TableView table;
    table.columns = {korean ? "스텝" : "step",         korean ? "필요" : "needs",
                     korean ? "여유" : "to spare",     korean ? "$/백만 토큰" : "$/M tokens",
                     korean ? "복잡도" : "complexity", korean ? "계획" : "plan",
                     korean ? "목표" : "goals"};
    const auto add = [&table](const FrontierMark& mark) {
        table.rows.push_back({mark.step, mark.need, mark.spare, mark.cost, mark.complexity,
                              mark.parallelism + ", " + mark.settings + (mark.current ? " *" : ""),
                              mark.goals});
    };
    for (const std::size_t row : rows)
        add(view.marks[row]);
    if (view.present) add(*view.present);
    return table;
}

} // namespace headroom
