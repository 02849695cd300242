#include "money_json.hpp"

#include "core/explore/experiments.hpp"

namespace headroom::cli {

namespace {

template <class Quantity>
Json number_or_null(const std::optional<Quantity>& value, Quantity unit) {
    return value ? Json(*value / unit) : Json(nullptr);
}

Json option_json(const PurchaseCost& cost) {
    Json json{{"purchase", name_of(cost.purchase)},
              {"priced", name_of(cost.priced)},
              {"usd_per_gpu_hour", nullptr},
              {"usd_per_hour_of_work", nullptr},
              {"useful_share", cost.useful_share},
              {"days", number_or_null(cost.run, units::day)},
              {"usd_total", number_or_null(cost.total, units::USD)},
              {"idle_usd", number_or_null(cost.idle, units::USD)},
              {"owed_at_once_usd", nullptr}};
    if (cost.priced != Priced::yes) return json;
    json["usd_per_gpu_hour"] = cost.per_paid_hour / units::USD_per_hour;
    json["usd_per_hour_of_work"] = cost.per_useful_hour / units::USD_per_hour;
    json["owed_at_once_usd"] = cost.commitment / units::USD;
    return json;
}

Json options_json(std::span<const PurchaseCost> costs) {
    Json options = Json::array();
    for (const PurchaseCost& cost : costs)
        options.push_back(option_json(cost));
    return options;
}

Json break_evens_json(const Scenario& scenario, std::span<const PurchaseCost> costs) {
    Json pairs = Json::array();
    for (const PurchaseCost& committed : costs) {
        for (const PurchaseCost& rented : costs) {
            const BreakEven even = break_even(committed, rented, scenario);
            if (!can_break_even(committed.purchase, rented.purchase) || !even.known) continue;
            pairs.push_back({{"committed", name_of(committed.purchase)},
                             {"rented", name_of(rented.purchase)},
                             {"utilisation", even.utilisation},
                             {"months", number_or_null(even.after, billing::month)},
                             {"pays_off", even.pays_off()}});
        }
    }
    return pairs;
}

Json experiments_json(const Scenario& scenario, const Estimate& estimate) {
    const ExperimentWeek week = experiments_in_a_week(scenario, estimate);
    if (!week.known) return nullptr;
    return {{"whole_run", week.is_whole_run},
            {"steps", week.steps},
            {"hours", week.duration / units::hour},
            {"gpu_hours", week.gpu_hours},
            {"usd", number_or_null(week.cost, units::USD)},
            {"paid_already", week.is_paid_already},
            {"per_week", week.per_week},
            {"limit", name_of(week.limit)},
            {"goal_days", number_or_null(week.goal, units::day)}};
}

Json candidate_json(const Candidate* candidate) {
    if (candidate == nullptr) return nullptr;
    const Estimate& e = candidate->estimate;
    const TrainingPlan& plan = candidate->scenario.training;
    Json changes = Json::array();
    for (const Change change : all_changes)
        if ((candidate->changes & static_cast<Changes>(change)) != 0)
            changes.push_back(name_of(change));
    return {{"gpu", candidate->scenario.cluster.gpu.id},
            {"gpus", candidate->gpus},
            {"fits", candidate->fits},
            {"meets_goals", candidate->meets_goals},
            {"verdict", name_of(e.verdict)},
            {"process_gib", e.memory.process.expected / units::GiB},
            {"capacity_gib", e.memory.capacity / units::GiB},
            {"step_seconds", e.step.total.expected / units::s},
            {"days", number_or_null(e.money.run, units::day)},
            {"usd_total", number_or_null(e.money.total, units::USD)},
            {"usd_per_mtoken",
             candidate->per_token ? Json(*candidate->per_token / units::USD * 1e6) : Json(nullptr)},
            {"changes", changes},
            {"plan",
             {{"recompute", name_of(plan.recompute.mode)},
              {"zero_stage", plan.zero_stage},
              {"micro_batch", plan.micro_batch},
              {"tensor_parallel", plan.tensor_parallel},
              {"pipeline_parallel", plan.pipeline_parallel},
              {"expert_parallel", plan.expert_parallel}}}};
}

} // namespace

Json money_json(const Scenario& scenario, const Estimate& estimate) {
    const MoneyEstimate& money = estimate.money;
    Json json{{"usd_per_hour", nullptr}, {"usd_total", nullptr}, {"days", nullptr}};
    if (money.priced) json["usd_per_hour"] = money.rent / units::USD_per_hour;
    if (money.total) json["usd_total"] = *money.total / units::USD;
    if (money.run) json["days"] = *money.run / units::day;
    json["purchase"] = name_of(scenario.funding.purchase);
    if (estimate.verdict == Verdict::not_legal) return json;
    const auto costs = purchase_costs(scenario, estimate.step.total.expected);
    const PurchaseCost& chosen = costs[static_cast<std::size_t>(scenario.funding.purchase)];
    json["idle_usd"] = number_or_null(chosen.idle, units::USD);
    json["options"] = options_json(costs);
    json["break_even"] = break_evens_json(scenario, costs);
    json["experiments"] = experiments_json(scenario, estimate);
    return json;
}

Json choice_json(const ClusterChoice& choice) {
    Json candidates = Json::array();
    for (const Candidate& candidate : choice.candidates)
        candidates.push_back(candidate_json(&candidate));
    const bool is_met = choice.smallest() != nullptr;
    return {{"asked", choice.asked},
            {"unpriced", choice.unpriced},
            {"smallest", candidate_json(choice.smallest())},
            {"cheapest", candidate_json(choice.cheapest())},
            {"nearest", is_met ? Json(nullptr) : candidate_json(choice.nearest())},
            {"candidates", candidates}};
}

} // namespace headroom::cli
