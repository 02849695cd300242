#include "json_report.hpp"

#include "core/cost/site_rates.hpp"
#include "core/present/calibration_view.hpp"
#include "core/present/memory_tables.hpp"
#include "core/present/views.hpp"
#include "money_json.hpp"

#include <algorithm>

namespace headroom::cli {

namespace {

Json problems_json(const Scenario& scenario) {
    Json problems = Json::array();
    for (const Problem& problem : validate(scenario))
        problems.push_back({{"where", problem.where}, {"message", problem.message}});
    return problems;
}

Json shares_json(const MemoryBreakdown& breakdown) {
    Json shares = Json::array();
    for (std::size_t i = 0; i < MemoryBreakdown::size; ++i) {
        const auto term = static_cast<MemoryTerm>(i);
        shares.push_back({{"name", name_of(term)}, {"gib", breakdown[term] / units::GiB}});
    }
    return shares;
}

/// Of the heaviest stage: what is alive when.
Json phases_json(const MemoryEstimate& memory) {
    Json phases = Json::array();
    for (std::size_t i = 0; i < phase_count; ++i)
        phases.push_back({{"phase", name_of(static_cast<Phase>(i))},
                          {"allocated_gib", memory.phases[i].total() / units::GiB},
                          {"shares", shares_json(memory.phases[i])}});
    return phases;
}

Json stages_json(const Scenario& scenario) {
    Json stages = Json::array();
    for (const StageNeed& need : stage_needs(scenario))
        stages.push_back({{"stage", need.stage},
                          {"allocated_gib", need.allocated / units::GiB},
                          {"peak_phase", name_of(need.phase)}});
    return stages;
}

Json memory_json(const Scenario& scenario, const MemoryEstimate& memory, bool is_legal) {
    Json json{{"capacity_gib", memory.capacity / units::GiB}};
    const auto put = [&](const char* key, Bytes value) {
        json[key] = is_legal ? Json(value / units::GiB) : Json(nullptr);
    };
    put("allocated_gib", memory.allocated.expected);
    put("reserved_gib", memory.reserved.expected);
    put("process_gib", memory.process.expected);
    put("headroom_gib", memory.headroom);
    put("p10_gib", memory.process.p10);
    put("p90_gib", memory.process.p90);
    put("allocated_p10_gib", memory.allocated.p10);
    put("allocated_p90_gib", memory.allocated.p90);
    put("reserved_p10_gib", memory.reserved.p10);
    put("reserved_p90_gib", memory.reserved.p90);
    put("host_per_node_gib", memory.host_per_node);
    json["peak_phase"] = is_legal ? Json(name_of(memory.peak_phase)) : Json(nullptr);
    json["peak_stage"] = is_legal ? Json(memory.peak_stage) : Json(nullptr);
    json["shares"] = is_legal ? shares_json(memory.peak) : Json::array();
    json["phases"] = is_legal ? phases_json(memory) : Json::array();
    json["stages"] = is_legal ? stages_json(scenario) : Json::array();
    return json;
}

Json step_json(const StepEstimate& step, bool is_legal) {
    Json json;
    const auto put = [&](const char* key, Seconds value) {
        json[key] = is_legal ? Json(value / units::s) : Json(nullptr);
    };
    put("seconds", step.total.expected);
    put("p10_s", step.total.p10);
    put("p90_s", step.total.p90);
    json["shares"] = Json::array();
    for (std::size_t i = 0; is_legal && i < StepBreakdown::size; ++i) {
        const auto term = static_cast<StepTerm>(i);
        json["shares"].push_back(
            {{"name", name_of(term)}, {"seconds", step.terms[term] / units::s}});
    }
    json["limiter"] = is_legal ? Json(name_of(step.limiter)) : Json(nullptr);
    json["limiters"] = Json::array(); // each cause, adding up to seconds as the shares do
    for (std::size_t i = 0; is_legal && i < step.by_limiter.size(); ++i)
        json["limiters"].push_back({{"name", name_of(static_cast<Limiter>(i))},
                                    {"seconds", step.by_limiter[i] / units::s}});
    return json;
}

Json errors_json(const ErrorStatistics& errors) {
    return {{"n", errors.n},
            {"median_ape", errors.median_ape},
            {"p90_ape", errors.p90_ape},
            {"bias", errors.bias},
            {"within_band", errors.within_band}};
}

Json balanced_json(const ErrorStatistics& errors) {
    return {{"sources", errors.n},
            {"median_ape", errors.median_ape},
            {"p90_ape", errors.p90_ape},
            {"bias", errors.bias}};
}

Json sources_json(const std::vector<SourceStatistics>& sources) {
    Json list = Json::array();
    for (const SourceStatistics& source : sources) {
        Json json = errors_json(source.errors);
        json["source"] = source.source;
        json["what"] = name_of(source.what);
        list.push_back(std::move(json));
    }
    return list;
}

Json regimes_json(const std::vector<RegimeBand>& regimes) {
    Json list = Json::array();
    for (const RegimeBand& band : regimes) {
        Json json = errors_json(band.errors);
        json["regime"] = band.regime ? Json(name_of(*band.regime)) : Json(nullptr);
        json["sources"] = band.sources;
        json["p10"] = band.earned.p10;
        json["p90"] = band.earned.p90;
        list.push_back(std::move(json));
    }
    return list;
}

Json lesson_json(const MemoryLesson& lesson) {
    const auto band = [](const BandFactors& factors) {
        return Json{{"p10", factors.p10}, {"p90", factors.p90}, {"runs", factors.runs}};
    };
    Json facts = Json::object();
    for (const FittedFact& fact : lesson.facts)
        facts[std::string(fact.key)] = fact.value;
    return {{"sources", lesson.sources},
            {"facts", facts},
            {"allocated", band(lesson.allocated)},
            {"reserved", band(lesson.reserved)},
            {"process", band(lesson.process)}};
}

/// Which calibration is behind the numbers, and what they are without it.
Json calibration_in_use(const Scenario& scenario) {
    const SiteCalibration& site = *scenario.site;
    const Estimate presets = evaluate(uncalibrated(scenario));
    const bool is_legal = presets.verdict != Verdict::not_legal;
    return {{"name", site.name},
            {"created", site.created},
            {"applied", site_of(scenario) != nullptr},
            {"values", std::ranges::count(site.values, true, &SiteValue::use)},
            {"preset_step_seconds",
             is_legal ? Json(presets.step.total.expected / units::s) : Json(nullptr)},
            {"preset_process_gib",
             is_legal ? Json(presets.memory.process.expected / units::GiB) : Json(nullptr)}};
}

} // namespace

Json estimate_json(const Scenario& scenario, const Estimate& estimate) {
    const bool is_legal = estimate.verdict != Verdict::not_legal;
    const bool fits = estimate.verdict == Verdict::fits || estimate.verdict == Verdict::tight;
    const auto number = [&](double value) { return is_legal ? Json(value) : Json(nullptr); };
    Json caveats = Json::array();
    for (std::size_t i = 0; i < estimate.caveats.size(); ++i)
        if (estimate.caveats.test(i))
            caveats.push_back(caveat_sentence(static_cast<Caveat>(i), scenario, Language::english));
    Json json = {{"gpu", scenario.cluster.gpu.id},
                 {"fits", fits},
                 {"verdict", name_of(estimate.verdict)},
                 {"problems", problems_json(scenario)},
                 {"memory", memory_json(scenario, estimate.memory, is_legal)},
                 {"step", step_json(estimate.step, is_legal)},
                 {"tokens_per_second_per_gpu", number(estimate.step.tokens_per_second_per_gpu)},
                 {"mfu", number(estimate.step.mfu)},
                 {"hfu", number(estimate.step.hfu)},
                 {"money", money_json(scenario, estimate)},
                 {"caveats", caveats}};
    if (scenario.site) json["calibration"] = calibration_in_use(scenario);
    return json;
}

Json validation_json(const ValidationReport& report) {
    Json skipped = Json::array();
    for (const auto& [reason, rows] : report.skipped)
        skipped.push_back({{"reason", reason}, {"rows", rows}});
    Json defaults = Json::array();
    for (const auto& [what, rows] : report.defaults)
        defaults.push_back({{"default", what}, {"rows", rows}});
    Json memory = errors_json(report.memory);
    memory["kinds"] = Json::object();
    for (const auto& [kind, errors] : report.memory_kinds) {
        memory["kinds"][kind] = errors_json(errors.all);
        memory["kinds"][kind]["balanced"] = balanced_json(errors.balanced);
    }
    const FitVerdicts& verdicts = report.fit_verdict;
    return {{"rows", report.rows},
            {"scored", report.scored},
            {"skipped", skipped},
            {"defaults", defaults},
            {"step_time", errors_json(report.step_time)},
            {"memory", memory},
            {"fit_verdict",
             {{"n", verdicts.n},
              {"right", verdicts.right},
              {"missed_oom", verdicts.missed_oom},
              {"false_oom", verdicts.false_oom}}},
            {"sources", sources_json(report.sources)},
            {"complete",
             {{"step_time", errors_json(report.complete_step_time)},
              {"balanced", balanced_json(report.balanced_complete_step_time)},
              {"regimes", regimes_json(report.step_time_regimes)}}},
            {"balanced",
             {{"step_time", balanced_json(report.balanced_step_time)},
              {"memory", balanced_json(report.balanced_memory)}}}};
}

Json leave_one_out_json(const LeaveOneOut& report) {
    Json parameters = Json::array();
    for (const FittedParameter& one : report.parameters)
        parameters.push_back({{"name", one.parameter.name},
                              {"believed", one.parameter.believed},
                              {"spread", one.parameter.spread},
                              {"shipped", one.shipped},
                              {"fitted", one.fitted}});
    return {{"sources", sources_json(report.sources)},
            {"balanced", balanced_json(report.balanced)},
            {"regimes", regimes_json(report.regimes)},
            {"parameters", parameters}};
}

namespace {

Json priors_json(const StepPriors& priors) {
    Json json{{"unexplained", priors.unexplained}};
    for (std::size_t i = 0; i < step_factor_count; ++i)
        json[std::string(name_of(static_cast<StepFactor>(i)))] = priors.sd[i];
    return json;
}

} // namespace

Json one_run_json(const OneRunReport& report) {
    Json sources = Json::array();
    for (const OneRunSource& one : report.sources)
        sources.push_back({{"source", one.source},
                           {"runs", one.runs},
                           {"before", one.before},
                           {"after", one.after},
                           {"priors", priors_json(one.priors)}});
    return {{"sources", sources},
            {"before", report.before},
            {"after", report.after},
            {"priors", priors_json(report.priors)}};
}

Json split_json(const MemorySplit& split) {
    const Json scored = validation_json(split.scored);
    return {{"lessons", {lesson_json(split.lessons[0]), lesson_json(split.lessons[1])}},
            {"all", lesson_json(split.all)},
            {"memory", scored["memory"]},
            {"fit_verdict", scored["fit_verdict"]},
            {"sources", scored["sources"]},
            {"balanced", scored["balanced"]["memory"]}};
}

std::string json_text(const Json& json) { return json.dump(2) + "\n"; }

} // namespace headroom::cli
