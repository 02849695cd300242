#include "core/calibrate/measured_scenario.hpp"
#include "core/calibrate/memory_fit.hpp"
#include "core/calibrate/step_fit.hpp"
#include "core/cost/estimate.hpp"
#include "tests/support/scenarios.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Pair;

Catalog small_catalog() {
    Catalog catalog;
    catalog.gpus.push_back(test::h100());
    catalog.gpus.front().pcie_link = "pcie5";
    catalog.gpus.front().scale_up_link = "nvlink4";
    catalog.gpus.front().scale_out_link = "ndr";
    catalog.links = {test::link("nvlink4", LinkKind::nvlink, 450.0 * units::GB_per_s),
                     test::link("ndr", LinkKind::infiniband, 50.0 * units::GB_per_s),
                     test::link("pcie5", LinkKind::pcie, 64.0 * units::GB_per_s)};
    for (const char* id : {"megatron-core", "hf-trainer", "torchtitan"}) {
        Stack stack;
        stack.id = stack.name = id;
        catalog.stacks.push_back(stack);
    }
    Stack old = catalog.stacks[1];
    old.id = "hf-trainer-4.44";
    old.version = "transformers <4.45";
    catalog.stacks.push_back(old);
    return catalog;
}

Measurement llama_row() {
    Measurement row;
    row.id = "r-1";
    row.source = "lab";
    row.framework = "hf-trainer";
    row.task = "pretrain";
    row.model = "Llama-3.1-8B";
    row.parameters_b = 8.03;
    row.layers = 32;
    row.hidden = 4096;
    row.heads = 32;
    row.kv_heads = 8;
    row.head_dim = 128;
    row.ffn = 14336;
    row.gated = true;
    row.vocab = 128256;
    row.gpu = "h100-sxm";
    row.gpus = 8;
    row.gpus_per_node = 8;
    row.precision = "bf16";
    row.quantization = "none";
    row.optimizer = "adamw";
    row.sharding = "zero3";
    row.offload = "none";
    row.recompute = "full";
    row.sequence = 4096;
    row.micro_batch = 1;
    row.grad_accumulation = "4";
    row.flash_attention = true;
    row.outcome = "ok";
    return row;
}

TEST(ScenarioOf, TakesWhatTheRowSays) {
    const auto measured = scenario_of(llama_row(), small_catalog());
    ASSERT_TRUE(measured.has_value()) << measured.error();
    const Scenario& scenario = measured->scenario;
    EXPECT_EQ(count_parameters(scenario.model).total, 8'030'261'248);
    EXPECT_EQ(scenario.training.global_batch, 32);
    EXPECT_EQ(scenario.training.zero_stage, 3);
    EXPECT_EQ(scenario.training.recompute.mode, RecomputeMode::full);
    EXPECT_EQ(scenario.cluster.gpus(), 8);
    EXPECT_EQ(scenario.stack.id, "hf-trainer");
}

struct SkipRow {
    const char* name;
    void (*change)(Measurement&);
    const char* reason;
};

const SkipRow skip_rows[] = {
    {"inference", [](Measurement& r) { r.task = "inference"; }, "inference"},
    {"other_adapters", [](Measurement& r) { r.task = "peft_other"; }, "adapters other than LoRA"},
    {"unknown_task", [](Measurement& r) { r.task = "distil"; }, "unknown task \"distil\""},
    {"no_gpu", [](Measurement& r) { r.gpu.clear(); }, "GPU not stated"},
    {"other_gpu", [](Measurement& r) { r.gpu = "rtx-8000"; }, "no such GPU preset: rtx-8000"},
    {"no_framework", [](Measurement& r) { r.framework.clear(); }, "framework not stated"},
    {"other_framework", [](Measurement& r) { r.framework = "mesh"; },
     "no such framework preset: mesh"},
    {"no_layers", [](Measurement& r) { r.layers.reset(); }, "model dimensions not stated"},
    {"no_vocabulary", [](Measurement& r) { r.vocab.reset(); }, "vocabulary not stated"},
    {"no_sequence", [](Measurement& r) { r.sequence.reset(); }, "sequence length not stated"},
    {"no_micro_batch", [](Measurement& r) { r.micro_batch.reset(); }, "micro batch not stated"},
    {"no_precision", [](Measurement& r) { r.precision.clear(); }, "precision not stated"},
    {"no_sharding_of_many", [](Measurement& r) { r.sharding.clear(); }, "sharding not stated"},
    {"layers_split_by_hand", [](Measurement& r) { r.sharding = "layer-split"; },
     "unknown sharding \"layer-split\""},
    {"partial_recompute", [](Measurement& r) { r.recompute = "partial"; },
     "which layers are recomputed not stated"},
    {"latent_attention", [](Measurement& r) { r.attention = "MLA"; },
     "ranks of latent attention not stated"},
    {"quantised_full_training",
     [](Measurement& r) {
         r.task = "full_ft";
         r.quantization = "int8";
     },
     "quantised weights without adapters"},
    {"unknown_adapter_place",
     [](Measurement& r) {
         r.task = "lora";
         r.lora_targets = "q,router";
     },
     "unknown place of adapters \"router\""},
    {"unknown_routing", [](Measurement& r) { r.routing = "even"; }, "unknown routing \"even\""},
    {"full_training_without_optimizer", [](Measurement& r) { r.optimizer.clear(); },
     "optimizer not stated"},
    {"absurd_dimensions", [](Measurement& r) { r.hidden = 2'000'000'000; },
     "model dimensions out of range"},
    {"not_legal", [](Measurement& r) { r.ep = 2; }, "not a legal plan (/training/expert_parallel)"},
};

class Skipped : public testing::TestWithParam<SkipRow> {};

TEST_P(Skipped, WithItsReason) {
    Measurement row = llama_row();
    GetParam().change(row);
    const auto measured = scenario_of(row, small_catalog());
    ASSERT_FALSE(measured.has_value());
    EXPECT_EQ(measured.error(), GetParam().reason);
}

INSTANTIATE_TEST_SUITE_P(, Skipped, testing::ValuesIn(skip_rows),
                         [](const auto& row) { return std::string(row.param.name); });

struct DefaultRow {
    const char* name;
    void (*change)(Measurement&);
    const char* noted;
    bool (*holds)(const Scenario&);
};

const DefaultRow default_rows[] = {
    {"recompute_of_a_trainer", [](Measurement& r) { r.recompute.clear(); }, "recompute: full",
     [](const Scenario& s) { return s.training.recompute.mode == RecomputeMode::full; }},
    {"recompute_of_torchtitan",
     [](Measurement& r) {
         r.framework = "torchtitan";
         r.recompute.clear();
     },
     "recompute: selective",
     [](const Scenario& s) { return s.training.recompute.mode == RecomputeMode::selective; }},
    {"recompute_of_megatron",
     [](Measurement& r) {
         r.framework = "megatron-core";
         r.recompute.clear();
     },
     "recompute: none",
     [](const Scenario& s) { return s.training.recompute.mode == RecomputeMode::none; }},
    {"accumulation", [](Measurement& r) { r.grad_accumulation = "n/a"; },
     "gradient accumulation: 1", [](const Scenario& s) { return s.training.global_batch == 8; }},
    {"flash_attention", [](Measurement& r) { r.flash_attention.reset(); }, "flash attention: on",
     [](const Scenario& s) { return s.training.flash_attention; }},
    {"adapters", [](Measurement& r) { r.task = "lora"; }, "adapters: on q and v",
     [](const Scenario& s) {
         return s.training.lora.targets ==
                (static_cast<int>(LoraTarget::q) | static_cast<int>(LoraTarget::v));
     }},
    {"tied_embeddings_by_count", [](Measurement& r) { r.parameters_b = 7.5; },
     "tied embeddings: what the parameter count says",
     [](const Scenario& s) { return s.model.tie_word_embeddings; }},
    {"node", [](Measurement& r) { r.gpus_per_node.reset(); }, "GPUs per node: 8",
     [](const Scenario& s) { return s.cluster.gpus_per_node == 8; }},
};

class Defaults : public testing::TestWithParam<DefaultRow> {};

TEST_P(Defaults, AreTakenAndNoted) {
    Measurement row = llama_row();
    GetParam().change(row);
    const auto measured = scenario_of(row, small_catalog());
    ASSERT_TRUE(measured.has_value()) << measured.error();
    EXPECT_THAT(measured->defaults, Contains(std::string(GetParam().noted)));
    EXPECT_TRUE(GetParam().holds(measured->scenario));
}

INSTANTIATE_TEST_SUITE_P(, Defaults, testing::ValuesIn(default_rows),
                         [](const auto& row) { return std::string(row.param.name); });

struct LinkRow {
    const char* name;
    const char* words;
    double gb_per_s; // of one GPU between nodes
};

const LinkRow link_rows[] = {
    {"of_a_node", "NVLink; 800 Gb/s per node (config)", 12.5},
    {"of_a_node_short", "1600 Gbps/node RoCE", 25.0},
    {"of_a_gpu", "NVLink; 400 Gb/s RDMA per GPU", 50.0},
    {"cards", "NVLink; Selene 8x HDR200 IB", 25.0},
    {"half_rate_cards", "NVLink; 4x HDR100/OPA per node", 6.25},
    {"no_rate", "NVLink8+IB", 50.0},
};

class Links : public testing::TestWithParam<LinkRow> {};

TEST_P(Links, AreReadFromTheirWords) {
    Measurement row = llama_row();
    row.gpus = 16;
    row.interconnect = GetParam().words;
    const auto measured = scenario_of(row, small_catalog());
    ASSERT_TRUE(measured.has_value()) << measured.error();
    EXPECT_NEAR(measured->scenario.cluster.inter_node.peak.value / units::GB_per_s,
                GetParam().gb_per_s, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(, Links, testing::ValuesIn(link_rows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(ScenarioOf, AnOlderReleaseIsItsOwnStack) {
    Measurement row = llama_row();
    row.framework_version = "transformers <4.45";
    EXPECT_EQ(scenario_of(row, small_catalog())->scenario.stack.id, "hf-trainer-4.44");
}

TEST(ScenarioOf, GlobalBatchFromTheAccumulationColumn) {
    Measurement row = llama_row();
    row.grad_accumulation = "global batch 64";
    EXPECT_EQ(scenario_of(row, small_catalog())->scenario.training.global_batch, 64);
}

Residual residual(const char* source, double predicted, bool within = true) {
    const double p90 = within ? 2.0 : 0.9; // measured is 1
    return {"id", source, Measured::step_time, "", predicted, 1.0, 0.5, p90, true, {}};
}

TEST(Statistics, OfKnownResiduals) {
    const std::vector<Residual> residuals{residual("a", 1.1), residual("a", 0.8, false),
                                          residual("a", 1.3), residual("a", 1.0),
                                          residual("a", 0.6, false)};
    const ErrorStatistics statistics = statistics_of(residuals);
    EXPECT_EQ(statistics.n, 5);
    EXPECT_NEAR(statistics.median_ape, 0.2, 1e-12); // of 0, .1, .2, .3, .4
    EXPECT_NEAR(statistics.p90_ape, 0.36, 1e-12);
    EXPECT_NEAR(statistics.bias, 0.0, 1e-12);
    EXPECT_NEAR(statistics.within_band, 0.6, 1e-12);
    EXPECT_EQ(statistics_of({}).n, 0);
}

TEST(Comparison, BalancesOverSources) {
    std::vector<Measurement> rows;
    for (int i = 0; i < 4; ++i) {
        rows.push_back(llama_row());
        rows.back().id = "many-" + std::to_string(i);
        rows.back().source = "many";
        rows.back().step_seconds = 1.0;
    }
    rows.push_back(llama_row());
    rows.back().source = "one";
    rows.back().step_seconds = 1000.0;
    const ValidationReport report = compare_with_measurements(rows, small_catalog());
    ASSERT_EQ(report.sources.size(), 2U);
    EXPECT_EQ(report.balanced_step_time.n, 2);
    EXPECT_NEAR(report.balanced_step_time.median_ape,
                (report.sources[0].errors.median_ape + report.sources[1].errors.median_ape) / 2.0,
                1e-12);
    EXPECT_EQ(report.step_time.n, 5);
}

TEST(Comparison, JudgesStepTimeByCompleteRows) {
    Measurement complete = llama_row();
    complete.complete = true;
    complete.step_seconds = 1.0;
    Measurement guessed = llama_row();
    guessed.id = "r-2";
    guessed.step_seconds = 1000.0;
    const std::vector<Measurement> rows{complete, guessed};
    const ValidationReport report = compare_with_measurements(rows, small_catalog());
    EXPECT_EQ(report.step_time.n, 2);
    EXPECT_EQ(report.complete_step_time.n, 1);
    EXPECT_EQ(report.balanced_complete_step_time.n, 1);
    EXPECT_NEAR(report.complete_step_time.median_ape, std::abs(report.residuals[0].error()), 1e-12);
}

TEST(Regimes, BandsWeighSourcesAlike) {
    // Source "a" with four runs at 1.0, source "b" with one at twice the prediction.
    std::vector<Residual> residuals;
    for (int i = 0; i < 4; ++i)
        residuals.push_back(residual("a", 1.0));
    residuals.push_back(residual("b", 0.5));
    for (Residual& one : residuals)
        one.regimes.set(static_cast<std::size_t>(StepRegime::experts));
    const std::vector<RegimeBand> bands = bands_by_regime(residuals);
    ASSERT_EQ(bands.size(), step_regime_count + 1);
    EXPECT_EQ(bands[0].errors.n, 0); // all are in a regime
    const RegimeBand& experts = bands[1 + static_cast<std::size_t>(StepRegime::experts)];
    EXPECT_EQ(experts.sources, 2);
    EXPECT_EQ(experts.earned.runs, 5);
    EXPECT_DOUBLE_EQ(experts.earned.p10, 1.0);
    EXPECT_DOUBLE_EQ(experts.earned.p90, 2.0); // half of the weight
}

TEST(ScenarioOf, SwitchesOfARunAreFactsOfItsStack) {
    Measurement row = llama_row();
    row.async_tensor_parallel = true;
    row.routing = "balanced";
    row.compiled = true;
    const auto measured = scenario_of(row, small_catalog());
    ASSERT_TRUE(measured.has_value()) << measured.error();
    EXPECT_GT(measured->scenario.stack.time.tensor_overlap.value, 0.0);
    EXPECT_EQ(measured->scenario.stack.memory.routing_imbalance.value, 0.0);
    EXPECT_TRUE(measured->scenario.training.compile);
}

/// Constants that predict a made-up source are found again, and the other source tells of them.
TEST(LeaveOneOut, PredictsASourceByTheOthers) {
    Catalog catalog = small_catalog();
    std::vector<Measurement> rows;
    for (const char* source : {"a", "b"})
        for (int nodes = 1; nodes <= 4; nodes *= 2) {
            Measurement row = llama_row();
            row.id = std::string(source) + std::to_string(nodes);
            row.source = source;
            row.gpus = 8 * nodes;
            row.complete = true;
            rows.push_back(row);
        }
    Catalog truth = catalog;
    truth.calibration.step_constants.hopper_rate_per_power.value = 0.9;
    for (Measurement& row : rows) {
        row.step_seconds =
            evaluate(scenario_of(row, truth)->scenario).step.total.expected / units::s;
    }
    const LeaveOneOut report = leave_one_source_out(rows, catalog);
    ASSERT_EQ(report.sources.size(), 2U);
    EXPECT_EQ(report.balanced.n, 2);
    EXPECT_LT(report.balanced.median_ape, 0.03);
    EXPECT_LT(report.parameters[0].fitted, 1.0); // shipped 1.15
    EXPECT_EQ(report.residuals.size(), 6U);
}

TEST(Comparison, RefusesRunsFasterThanThePeak) {
    Measurement row = llama_row();
    row.step_seconds = 0.1; // 32 x 4096 tokens of 8B on 8 GPUs: eight times their peak
    const ValidationReport report =
        compare_with_measurements(std::vector<Measurement>{row}, small_catalog());
    EXPECT_THAT(report.skipped, ElementsAre(Pair("faster than the peak of its GPUs", 1)));
}

TEST(Comparison, JudgesRunsOutOfMemory) {
    Measurement fits = llama_row();
    fits.outcome = "oom"; // 8 GPUs hold 8B at ZeRO 3 with room to spare
    Measurement full = llama_row();
    full.id = "r-2";
    full.outcome = "oom";
    full.micro_batch = 512;
    full.recompute = "none";
    const std::vector<Measurement> rows{fits, full};
    const ValidationReport report = compare_with_measurements(rows, small_catalog());
    EXPECT_EQ(report.fit_verdict.n, 2);
    EXPECT_EQ(report.fit_verdict.right, 1);
    EXPECT_EQ(report.fit_verdict.missed_oom, 1);
    EXPECT_EQ(report.scored, 2);
    EXPECT_TRUE(report.residuals.empty());
}

/// A plugin of the framework is a stack of its own, and its fused kernels have a name too.
TEST(ScenarioOf, ReadsTheConfigurationThatNotesName) {
    Catalog catalog = small_catalog();
    Stack plugin = catalog.stacks[3];
    plugin.id = "hf-trainer-4.44-accelerated-peft";
    plugin.version = "transformers <4.45, fms-acceleration";
    catalog.stacks.push_back(plugin);
    Measurement row = llama_row();
    row.framework_version = "transformers <4.45";
    row.fused_loss = false;
    row.notes = "packed | framework_config=accelerated-peft-bnb-foak; on one node";
    auto measured = scenario_of(row, catalog);
    ASSERT_TRUE(measured.has_value()) << measured.error();
    EXPECT_EQ(measured->scenario.stack.id, "hf-trainer-4.44-accelerated-peft");
    EXPECT_EQ(measured->scenario.training.loss, LossPath::fused);
    row.notes = "framework_config=none";
    measured = scenario_of(row, catalog);
    ASSERT_TRUE(measured.has_value()) << measured.error();
    EXPECT_EQ(measured->scenario.stack.id, "hf-trainer-4.44");
    EXPECT_EQ(measured->scenario.training.loss, LossPath::eager);
}

TEST(Comparison, WhatNvidiaSmiShowedIsAMeasurementOfItsOwn) {
    Measurement row = llama_row();
    row.memory_gib = 20.0;
    row.memory_kind = "allocated";
    row.nvidia_smi_gib = 26.0;
    const ValidationReport report =
        compare_with_measurements(std::vector<Measurement>{row}, small_catalog());
    ASSERT_EQ(report.residuals.size(), 2U);
    EXPECT_EQ(report.residuals[1].memory_kind, "process");
    EXPECT_DOUBLE_EQ(report.residuals[1].measured, 26.0);
    EXPECT_EQ(report.memory_kinds.at("process").balanced.n, 1);
    EXPECT_EQ(report.fit_verdict.n, 1);
}

/// Ten runs from 0.5 to 1.4 times what is predicted: two of them stay outside.
TEST(MemoryFit, BandsLeaveAFifthOutside) {
    Measurement row = llama_row();
    row.memory_gib = 1.0;
    row.memory_kind = "allocated";
    const double predicted =
        compare_with_measurements(std::vector<Measurement>{row}, small_catalog())
            .residuals[0]
            .predicted;
    std::vector<Measurement> rows;
    for (int i = 0; i < 10; ++i) {
        row.id = "r-" + std::to_string(i);
        row.memory_gib = (0.5 + 0.1 * i) * predicted;
        rows.push_back(row);
    }
    Catalog catalog = small_catalog();
    catalog.calibration = earn_memory_bands(rows, catalog);
    EXPECT_EQ(catalog.calibration.allocated.runs, 10);
    int within = 0;
    for (const Residual& residual : compare_with_measurements(rows, catalog).residuals)
        within += residual.within_band();
    EXPECT_EQ(within, 8);
    EXPECT_EQ(catalog.calibration.process.runs, 0); // nothing measured: the assumption stays
    EXPECT_EQ(catalog.calibration.process, BandFactors{});
}

/// The second of two sources needs an allocator that takes 1.45 times what comes and goes; what the
/// first half learns scores the second, and the other way around.
TEST(MemoryFit, ScoresEachHalfWithWhatTheOtherTaught) {
    Catalog catalog = small_catalog();
    catalog.citations = {{"", ""}, {"fitted-memory", ""}};
    for (Stack& stack : catalog.stacks)
        stack.memory.allocator_factor = {1.45, 1, Confidence::low};
    std::vector<Measurement> rows;
    for (const char* source : {"a", "b"})
        for (const int micro_batch : {1, 2, 4}) {
            Measurement row = llama_row();
            row.id = std::string(source) + std::to_string(micro_batch);
            row.source = source;
            row.micro_batch = micro_batch;
            row.memory_gib = 1.0;
            row.memory_kind = "reserved";
            rows.push_back(row);
        }
    const auto truth = compare_with_measurements(rows, catalog).residuals;
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].memory_gib = truth[i].predicted;
    for (Stack& stack : catalog.stacks)
        stack.memory.allocator_factor.value = 1.0;
    const MemorySplit split = split_by_halves(rows, catalog);
    EXPECT_EQ(split.lessons[0].sources, std::vector<std::string>{"a"});
    EXPECT_EQ(split.lessons[1].sources, std::vector<std::string>{"b"});
    for (const MemoryLesson& lesson : split.lessons)
        EXPECT_NEAR(lesson.facts[1].value, 1.45, 0.02) << lesson.facts[1].key;
    EXPECT_EQ(split.scored.memory.n, 6);
    EXPECT_LT(split.scored.memory.median_ape, 0.01);
}

TEST(Comparison, NeverMixesKindsOfMemory) {
    Measurement allocated = llama_row();
    allocated.memory_gib = 20.0;
    allocated.memory_kind = "allocated";
    Measurement process = allocated;
    process.id = "r-2";
    process.memory_kind = "process";
    Measurement weights = allocated;
    weights.id = "r-3";
    weights.memory_kind = "weights";
    Measurement unknown = allocated;
    unknown.id = "r-4";
    unknown.memory_kind.clear();
    const std::vector<Measurement> rows{allocated, process, weights, unknown};
    const ValidationReport report = compare_with_measurements(rows, small_catalog());
    ASSERT_EQ(report.residuals.size(), 3U);
    EXPECT_LT(report.residuals[0].predicted, report.residuals[1].predicted);
    // What does not say more is taken as read off nvidia-smi.
    EXPECT_EQ(report.residuals[2].memory_kind, "unspecified");
    EXPECT_EQ(report.residuals[2].predicted, report.residuals[1].predicted);
    EXPECT_EQ(report.defaults.at("kind of memory: process"), 1);
    EXPECT_THAT(report.skipped, ElementsAre(Pair("not a peak of memory: weights", 1)));
}

} // namespace
} // namespace headroom
