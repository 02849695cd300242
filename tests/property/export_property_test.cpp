// What a format carries comes back: import(export(x)) == x, for 500 random legal plans that each
// format can run.
#include "core/formats/export.hpp"
#include "core/formats/import.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/memory_samples.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <random>

namespace headroom {
namespace {

using json = nlohmann::ordered_json;

constexpr int plans_per_case = 5; // rapidcheck runs 100 cases
constexpr int most_draws = 2000;  // until a format can run as many

/// Plans as different as they can be. Drawn from one number: a plan that fails is printed whole,
/// and making it smaller value by value would take minutes.
class Plans {
  public:
    Plans(std::uint64_t seed, std::string_view format) : engine_(seed), format_(format) {}
    Scenario next();

  private:
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return *(values.begin() + engine_() % values.size());
    }
    /// The first value most of the time: every format refuses something, and few plans have it all.
    template <class T>
    T usually(T usual, std::initializer_list<T> others) {
        constexpr int in = 6;
        return engine_() % in > 0 ? usual : one_of(others);
    }
    void draw_adapters(TrainingPlan& plan);
    void draw_numbers(TrainingPlan& plan);
    void draw_degrees(Scenario& scenario);
    void lean(Scenario& scenario);

    std::mt19937_64 engine_;
    std::string_view format_;
};

void Plans::draw_adapters(TrainingPlan& plan) {
    plan.lora.rank = one_of({4, 8, 64});
    plan.lora.alpha = one_of({8.0, 16.0, 12.5});
    plan.lora.targets = one_of<LoraTargets>({all_linear_targets, 5, 15, 127, 112 | 5, 48});
    plan.lora.head_trained = usually(false, {true});
    plan.lora.embedding_trained = usually(false, {true});
    plan.quantization.weights =
        one_of({WeightFormat::nf4, WeightFormat::nf4, WeightFormat::int8, WeightFormat::fp4});
    plan.quantization.double_quantised =
        plan.quantization.weights == WeightFormat::int8 || one_of({true, false});
}

void Plans::draw_numbers(TrainingPlan& plan) {
    plan.precision = usually(Precision::bf16, {Precision::fp16, Precision::fp32, Precision::tf32,
                                               Precision::fp8, Precision::mxfp8, Precision::nvfp4});
    plan.states = one_of({States::automatic, States::mixed, States::pure, States::megatron,
                          States::fp32_sharded, States::autocast});
    plan.optimizer =
        usually(Optimizer::adamw,
                {Optimizer::sgd, Optimizer::adafactor, Optimizer::adamw_8bit, Optimizer::muon,
                 Optimizer::lamb, Optimizer::paged_adamw_8bit, Optimizer::adamw_4bit});
    plan.loss =
        usually(LossPath::automatic, {LossPath::eager, LossPath::fused, LossPath::fused_linear,
                                      LossPath::chunked, LossPath::vocab_parallel});
    plan.flash_attention = usually(true, {false});
    plan.packing = one_of({true, false});
    plan.compile = usually(false, {true});
    plan.activation_offload = usually(false, {true});
    plan.optimizer_in_backward = usually(false, {true});
    plan.recompute =
        one_of({Recompute{}, Recompute{RecomputeMode::full, 1, {}},
                Recompute{RecomputeMode::selective, 1, {}}, Recompute{RecomputeMode::full, 4, {}},
                Recompute{RecomputeMode::full, 1, 2}});
}

void Plans::draw_degrees(Scenario& scenario) {
    TrainingPlan& plan = scenario.training;
    plan.zero_stage = one_of({0, 1, 2, 3, 3});
    plan.offload = usually(Offload::none, {Offload::optimizer, Offload::optimizer_and_parameters});
    plan.tensor_parallel = usually(1, {2, 4});
    plan.sequence_parallel = plan.tensor_parallel > 1 && one_of({true, false});
    plan.pipeline_parallel = usually(1, {2, 4});
    if (plan.pipeline_parallel > 1) {
        plan.virtual_stages = one_of({1, 1, 2});
        plan.pipeline_split = one_of({PipelineSplit::even, PipelineSplit::balanced});
    }
    plan.context_parallel = usually(1, {2});
    if (scenario.model.moe) plan.expert_parallel = usually(1, {2, 4});
    const int ranks = std::max(1, data_parallel(scenario) * plan.context_parallel);
    if (plan.zero_stage > 0 && ranks > 2 && usually(false, {true})) plan.zero_group = ranks / 2;
    if (plan.zero_stage == 3 && usually(false, {true})) {
        plan.buckets.reduce = 500'000'000;
        plan.buckets.prefetch = 12'345;
    }
}

/// Towards what a format can run, where it can run little.
void Plans::lean(Scenario& scenario) {
    TrainingPlan& plan = scenario.training;
    const bool many = scenario.cluster.gpus() > 1;
    const bool trains_all =
        format_ == "megatron" || format_ == "torchtitan" || format_ == "nanotron";
    if (trains_all) plan.task = usually(Task::pretrain, {Task::full_finetune});
    if (format_ == "torchtune" || format_ == "litgpt") {
        plan.zero_stage = many ? 3 : 0;
        plan.states = one_of({States::automatic, States::pure});
    }
    if (format_ == "litgpt") {
        const bool recomputes = many && plan.task != Task::pretrain;
        plan.recompute.mode = recomputes ? RecomputeMode::full : RecomputeMode::none;
        plan.recompute.layers.reset();
        plan.recompute.every = 1;
        if (plan.task == Task::qlora && many) plan.task = Task::lora;
        if (plan.task == Task::pretrain && many) plan.zero_group = scenario.cluster.gpus_per_node;
    }
    if (format_ == "nanotron") {
        plan.zero_stage = one_of({0, 1});
        plan.states = one_of({States::automatic, States::megatron, States::pure});
        plan.recompute.mode = one_of({RecomputeMode::none, RecomputeMode::full});
        plan.offload = Offload::none;
    }
}

Scenario Plans::next() {
    Scenario scenario = samples::on(
        one_of({"llama3.1-8b", "llama3-8b", "llama2-7b", "qwen3-30b-a3b", "gpt3-13b", "mistral-7b",
                "qwen2.5-7b", "deepseek-v2-lite"}),
        "h100-sxm", one_of({"megatron-core", "deepspeed", "fsdp2", "axolotl", "torchtitan"}),
        one_of({1, 2, 4, 8, 16}));
    ClusterSpec& cluster = scenario.cluster;
    cluster = usual_cluster(cluster.gpu, cluster.gpus_per_node, cluster.nodes, samples::presets());
    scenario.name = "a plan";
    scenario.calibration = samples::presets().calibration;
    scenario.scores = samples::presets().scores;
    TrainingPlan& plan = scenario.training;
    plan.task = one_of({Task::pretrain, Task::full_finetune, Task::lora, Task::qlora});
    plan.sequence = one_of({512, 2048});
    plan.micro_batch = one_of({1, 2, 3});
    draw_numbers(plan);
    draw_degrees(scenario);
    lean(scenario);
    if (has_adapters(plan.task)) draw_adapters(plan);
    plan.global_batch = plan.micro_batch * one_of({1, 2, 4}) * std::max(1, data_parallel(scenario));
    return scenario;
}

/// What the import asks for, answered as the scenario has it.
std::map<std::string, std::string> answers_to(const ImportResult& open, const Scenario& scenario) {
    const json file = json::parse(write_scenario(scenario, samples::presets()));
    std::map<std::string, std::string> answers;
    for (const auto& [key, question] : open.ask) {
        if (key == "model") answers[key] = scenario.model.id;
        if (key == "cluster.gpus") answers[key] = std::to_string(scenario.cluster.gpus());
        if (key == "training.accumulation") answers[key] = std::to_string(micro_batches(scenario));
        if (!key.starts_with("training.")) continue;
        const std::string inside = key.substr(std::string_view("training.").size());
        if (!file["training"].contains(inside)) continue;
        const json& value = file["training"][inside];
        answers[key] = value.is_string() ? value.get<std::string>() : value.dump();
    }
    return answers;
}

/// Values that mean the same: "auto" is whatever the framework does, all ranks are a group.
Scenario with_one_meaning(Scenario scenario, const Scenario& asked) {
    TrainingPlan& plan = scenario.training;
    if (asked.training.states == States::automatic) plan.states = States::automatic;
    if (asked.training.loss == LossPath::automatic) plan.loss = LossPath::automatic;
    if (plan.zero_group == data_parallel(scenario) * plan.context_parallel) plan.zero_group.reset();
    return scenario;
}

/// The dimensions alone: what a model is called is not in every format.
void expect_same_model(const Scenario& asked, Scenario back, const Exported& exported) {
    const bool differs = std::ranges::any_of(
        exported.problems, [](const Problem& one) { return one.where.starts_with("/model"); });
    if (differs) return; // and the file's user was told so
    for (auto ModelSpec::*name : {&ModelSpec::id, &ModelSpec::name, &ModelSpec::family})
        back.model.*name = asked.model.*name;
    if (back.model.max_position_embeddings == 0 || exported.lost.empty())
        back.model.max_position_embeddings = asked.model.max_position_embeddings;
    if (back.model.moe && asked.model.moe &&
        count_parameters(back.model).total == count_parameters(asked.model).total)
        back.model.moe = asked.model.moe; // shared experts by number or by width
    if (!(back.model == asked.model))
        RC_FAIL(write_model(asked.model) + "\n" + write_model(back.model) + "\n" + exported.text);
}

void expect_it_back(const Scenario& asked, const Scenario& back, const Exported& exported) {
    const auto is_lost = [&](std::string_view path) {
        return std::ranges::any_of(exported.lost,
                                   [&](const std::string& one) { return path == one; });
    };
    const json changes = json::parse(write_changes(
        with_one_meaning(asked, asked), with_one_meaning(back, asked), samples::presets()));
    for (const auto& [path, value] : changes.items()) {
        if (path == "model" || is_lost(path)) continue;
        RC_FAIL(path + " came back as " + value.dump() + "\n" + exported.text +
                write_scenario(asked, samples::presets()));
    }
    if (!is_lost("model")) expect_same_model(asked, back, exported);
}

std::string kind_of(std::string_view format) {
    return format == "hf-flags" ? "hf_trainer_cli" : std::string(format);
}

/// False where the format cannot run the plan, which it has to say.
bool comes_back(const Scenario& scenario, const char* format, const test::ScratchFolder& scratch) {
    const Exported exported = export_scenario(scenario, format, samples::presets());
    RC_ASSERT(exported.text.empty() == has_errors(exported.problems));
    if (exported.text.empty()) return false;
    const std::filesystem::path file = scratch.file("config", exported.text);
    const ImportResult open = import_files({file}, {}, samples::presets());
    if (open.kind != kind_of(format) || has_errors(open.problems))
        RC_FAIL(open.kind + exported.text +
                (open.problems.empty() ? "" : to_report_line(open.problems.front())));
    const auto answers = answers_to(open, scenario);
    const ImportResult closed = import_files({file}, answers, samples::presets());
    const ScenarioResult read = read_scenario(closed.scenario_json, "again", samples::presets());
    if (!read.scenario)
        RC_FAIL(exported.text + closed.scenario_json +
                (read.problems.empty() ? "" : to_report_line(read.problems.front())));
    expect_it_back(scenario, *read.scenario, exported);
    return true;
}

class ExportProperties : public testing::TestWithParam<const char*> {};

TEST_P(ExportProperties, give_back_what_is_neither_lost_nor_refused) {
    const test::ScratchFolder scratch;
    EXPECT_TRUE(rc::check("import(export(x)) == x", [&] {
        Plans plans(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>()), GetParam());
        for (int written = 0, draws = 0; written < plans_per_case; ++draws) {
            RC_ASSERT(draws < most_draws);
            const Scenario scenario = plans.next();
            if (find_illegality(scenario) != Illegality::none) continue;
            if (comes_back(scenario, GetParam(), scratch)) ++written;
        }
    }));
}

INSTANTIATE_TEST_SUITE_P(Formats, ExportProperties,
                         testing::Values("deepspeed", "accelerate", "megatron", "axolotl",
                                         "llamafactory", "torchtune", "torchtitan", "litgpt",
                                         "nanotron", "hf-flags"),
                         [](const auto& row) {
                             std::string name = row.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

/// A config.json says the model alone: every one of the catalog that it can say.
TEST(ExportProperties, give_back_every_model_of_the_catalog) {
    const test::ScratchFolder scratch;
    int written = 0;
    for (const ModelPreset& preset : samples::presets().models) {
        Scenario scenario = samples::on(preset.spec, "h100-sxm", "fsdp2", 8);
        const Exported exported = export_scenario(scenario, "hf", samples::presets());
        if (has_errors(exported.problems)) {
            EXPECT_EQ(exported.problems[0].where, "/model") << preset.spec.id;
            continue;
        }
        ++written;
        const ImportResult back =
            import_files({scratch.file("config.json", exported.text)}, {}, samples::presets());
        ASSERT_EQ(back.kind, "hf") << exported.text;
        ASSERT_TRUE(back.model.has_value()) << exported.text;
        EXPECT_EQ(count_parameters(*back.model).total, count_parameters(preset.spec).total)
            << preset.spec.id;
        EXPECT_EQ(count_parameters(*back.model).active, count_parameters(preset.spec).active)
            << preset.spec.id;
    }
    EXPECT_GT(written, 80) << "of " << samples::presets().models.size();
}

} // namespace
} // namespace headroom
