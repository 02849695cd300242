// import(export(x)) == x over random legal scenarios, with what a team decides beside them.
#include "core/base/names.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace headroom {
namespace {

template <class Item>
const Item& any_of(const std::vector<Item>& items) {
    return items[*rc::gen::inRange<std::size_t>(0, items.size())];
}

int one_of(std::vector<int> values) { return *rc::gen::elementOf(values); }
bool toss() { return *rc::gen::arbitrary<bool>(); }

template <class Enum>
Enum any_enum() {
    return static_cast<Enum>(*rc::gen::inRange<std::size_t>(0, names_of<Enum>().size()));
}

/// Not a round number, so that every digit has to survive.
double any_number() { return *rc::gen::inRange(1, 1'000'000) / 997.0; }

TrainingPlan any_plan() {
    TrainingPlan plan;
    plan.task = *rc::gen::element(Task::pretrain, Task::full_finetune, Task::lora);
    plan.sequence = one_of({512, 1024, 2048, 4096});
    plan.micro_batch = one_of({1, 2, 4});
    plan.global_batch = 1024;
    plan.states = any_enum<States>();
    plan.optimizer = any_enum<Optimizer>();
    plan.zero_stage = one_of({0, 1, 2, 3});
    plan.recompute.mode = any_enum<RecomputeMode>();
    plan.recompute.every = one_of({1, 2});
    plan.activation_offload = toss();
    plan.flash_attention = toss();
    plan.loss = any_enum<LossPath>();
    plan.packing = toss();
    plan.lora.rank = one_of({4, 16, 64});
    plan.lora.targets = static_cast<LoraTargets>(*rc::gen::inRange(1, 128));
    plan.lora.head_trained = toss();
    plan.quantization.double_quantised = toss();
    if (toss()) plan.buckets.reduce = *rc::gen::inRange(1, 1'000'000'000);
    return plan;
}

Goals any_goals() {
    Goals goals;
    if (toss())
        goals.headroom_share = *rc::gen::inRange(1, 99) / 100.0;
    else
        goals.headroom = any_number() * units::GiB;
    goals.duration = any_number() * units::hour;
    goals.budget = any_number() * units::USD;
    goals.tokens = any_number() * 1e9;
    return goals;
}

Funding any_funding() {
    Funding funding = usual_funding(test_catalog());
    funding.purchase = any_enum<Purchase>();
    if (toss()) funding.utilisation = {*rc::gen::inRange(1, 100) / 100.0};
    funding.owning.housing = any_enum<Housing>();
    if (toss()) funding.owning.staff_per_year = any_number() * units::USD;
    if (toss()) funding.spot.restart = {any_number() * units::s};
    if (toss()) funding.experiments.gpu_hours_per_week = any_number();
    if (toss()) funding.experiments.budget_per_week = any_number() * units::USD;
    if (toss()) funding.experiments.tokens = any_number();
    if (toss()) funding.currency = {"KRW", any_number()};
    return funding;
}

/// A catalog GPU, or one with some figures changed.
GpuSpec any_gpu() {
    GpuSpec gpu = any_of(test_catalog().gpus);
    if (toss()) gpu.memory = {any_number() * units::GiB, 0, Confidence::high};
    if (toss()) gpu.peak[3].value = any_number() * units::TFLOP_per_s;
    return gpu;
}

ModelSpec any_model() {
    ModelSpec model = any_of(test_catalog().models).spec;
    if (toss()) {
        model.id = "";
        model.num_hidden_layers += 1;
    }
    return model;
}

ClusterSpec any_cluster() {
    const Catalog& catalog = test_catalog();
    ClusterSpec cluster = usual_cluster(any_gpu(), one_of({1, 4, 8}), one_of({1, 2}), catalog);
    if (toss()) cluster.intra_node = any_of(catalog.links);
    if (toss()) cluster.rent = {any_number() * units::USD_per_hour, 0, Confidence::high};
    if (toss()) cluster.prices.spot = {any_number() * units::USD_per_hour};
    if (toss()) cluster.prices.purchase = {any_number() * units::USD};
    if (toss()) cluster.host_memory.value = any_number() * units::GiB;
    return cluster;
}

/// Measured under conditions of its own, or under the scenario's.
MeasuredRun any_run(const Scenario& scenario) {
    MeasuredRun run = run_of(scenario);
    run.name = toss() ? "run" : "";
    if (toss()) run.date = "2026-11-28";
    if (toss()) run.model = any_model();
    if (toss()) run.cluster = any_cluster();
    if (toss()) run.training = any_plan();
    if (toss()) run.stack = any_of(test_catalog().stacks);
    if (toss()) run.step_time = any_number() * units::s;
    if (toss()) run.memory.reserved = any_number() * units::GiB;
    if (toss()) run.quality = MeasuredQuality{"validation loss", any_number() - 500.0};
    if (toss()) run.notes = "driver 580";
    return run;
}

std::vector<ReadinessItem> any_readiness() {
    std::vector<ReadinessItem> items;
    while (items.size() < 4 && toss())
        items.push_back({any_enum<ReadinessTopic>(), toss() ? "own words" : "", toss(),
                         toss() ? "wiki, page 3" : ""});
    return items;
}

double any_between(double lowest, double highest) {
    return lowest + *rc::gen::inRange(0, 997) / 997.0 * (highest - lowest);
}

/// Each parameter at most once, by number format where it has one.
SiteCalibration any_site() {
    SiteCalibration site;
    site.name = toss() ? "cluster A" : "";
    site.created = "2026-11-30";
    site.on = toss();
    site.applies_to = {"h100-sxm", 132, any_number() * units::W, 8, toss() ? "nvlink4" : ""};
    if (toss()) site.tool = {"0.1", "default", "cuda", "580.95", "13.0", "130100", "22707", 1};
    for (std::size_t i = 0; i < site_parameter_count; ++i) {
        if (toss()) continue;
        SiteValue value;
        value.parameter = static_cast<SiteParameter>(i);
        const SiteParameterTraits& traits = traits_of(value.parameter);
        if (traits.by_precision) value.dtype = any_enum<Precision>();
        value.value = any_between(traits.lowest, traits.highest);
        if (toss()) value.preset = value.value * 0.9;
        if (toss()) value.sd = value.value * 0.03;
        value.use = toss();
        if (toss()) value.from = {"hbm_triad", "gemm_bf16_square_8k"};
        if (toss()) value.doubts = {"unsteady"};
        site.values.push_back(value);
    }
    if (toss())
        site.memory = {toss(),
                       any_number() * units::MiB,
                       any_number() * units::MiB,
                       2,
                       -0.031,
                       0.02,
                       1,
                       0.1,
                       0.05,
                       3};
    if (toss()) site.kept = {{"attention", "not measured"}};
    if (toss())
        site.results = {{"hbm_triad", "B/s", any_number(), true, {}},
                        {"peer_copy_0_1", "", {}, false, {"corrupt_peer"}}};
    if (toss()) site.host = "cluster A, rack 3";
    return site;
}

/// A covariance a a' + diag(d): no entry is larger than the diagonal allows.
SiteSteps any_steps(const Scenario& scenario) {
    SiteSteps steps;
    steps.use = toss();
    StepFactors a{};
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        a[i] = any_between(-0.3, 0.3);
        steps.ln[i] = any_between(-0.5, 0.5);
        steps.prior_sd[i] = any_between(0.0, 1.0);
    }
    for (std::size_t i = 0; i < step_factor_count; ++i)
        for (std::size_t j = 0; j < step_factor_count; ++j)
            steps.covariance[i][j] = a[i] * a[j] + (i == j ? any_between(0.0, 0.01) : 0.0);
    if (toss()) steps.leave_one_out_error = any_between(0.0, 0.5);
    steps.runs.push_back(any_run(scenario));
    steps.runs.front().step_time = any_number() * units::s;
    return steps;
}

void add_decisions(Scenario& scenario) {
    while (scenario.runs.size() < 3 && toss())
        scenario.runs.push_back(any_run(scenario));
    if (toss()) scenario.readiness = any_readiness();
    if (toss()) scenario.scores.complexity[any_enum<ComplexityReason>()] = {one_of({0, 7, 100})};
    if (toss()) scenario.scores.quality_risk[any_enum<QualityReason>()] = {one_of({0, 7, 100})};
    if (toss()) scenario.scores.large_batch_tokens = {1e6 * any_number(), 0, Confidence::high};
}

Scenario any_scenario() {
    Scenario scenario;
    scenario.name = *rc::gen::container<std::string>(rc::gen::inRange<char>(' ', '~'));
    scenario.model = any_model();
    scenario.cluster = any_cluster();
    scenario.training = any_plan();
    scenario.stack = any_of(test_catalog().stacks);
    if (toss()) scenario.stack.memory.residual_bytes = {4.0, 0, Confidence::high};
    scenario.goals = any_goals();
    scenario.funding = any_funding();
    scenario.calibration = test_catalog().calibration;
    if (toss()) scenario.calibration.site_step_time_factor = 1.1;
    scenario.scores = test_catalog().scores;
    add_decisions(scenario);
    if (toss()) {
        SiteCalibration site = any_site();
        if (toss()) site.steps = any_steps(scenario);
        scenario.site = Shared(site);
    }
    return scenario;
}

TEST(ScenarioRoundTrip, reading_what_was_written_gives_the_same) {
    EXPECT_TRUE(rc::check("import(export(x)) == x", [] {
        const Scenario scenario = any_scenario();
        if (has_errors(validate(scenario))) RC_DISCARD("not legal");
        const std::string text = write_scenario(scenario, test_catalog());
        const ScenarioResult read = read_scenario(text, "again.json", test_catalog());
        for (const Problem& problem : read.problems)
            if (problem.severity == Severity::error) RC_LOG() << to_line(problem) << '\n';
        RC_LOG() << text;
        RC_ASSERT(read.scenario.has_value());
        RC_ASSERT(*read.scenario == scenario);
    }));
}

} // namespace
} // namespace headroom
