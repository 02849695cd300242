// Scenarios as configurations of frameworks: what is written reads back as what it was.
#include "core/formats/export.hpp"
#include "core/formats/import.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace headroom {
namespace {

constexpr int plans_per_format = 500;

/// Plans of one model on H100s, as different as they can legally be.
class Plans {
  public:
    Scenario next() {
        while (true) {
            Scenario scenario = random();
            if (find_illegality(scenario) == Illegality::none) return scenario;
        }
    }

  private:
    template <class T>
    T one_of(std::initializer_list<T> values) {
        std::uniform_int_distribution<std::size_t> at(0, values.size() - 1);
        return *(values.begin() + at(engine_));
    }

    Scenario random() {
        Scenario scenario;
        scenario.name = "random";
        scenario.model = test_catalog().find_model("llama3.1-8b")->spec;
        scenario.cluster = usual_cluster(*test_catalog().find_gpu("h100-sxm"), 8, one_of({1, 2, 4}),
                                         test_catalog());
        scenario.stack = *test_catalog().find_stack("megatron-core");
        scenario.calibration = test_catalog().calibration;
        TrainingPlan& plan = scenario.training;
        plan.task = one_of({Task::pretrain, Task::full_finetune});
        plan.sequence = one_of({1024, 2048, 8192});
        plan.micro_batch = one_of({1, 2, 3});
        plan.precision = one_of({Precision::bf16, Precision::fp16, Precision::fp8});
        plan.states = one_of({States::mixed, States::megatron});
        plan.optimizer = one_of({Optimizer::adamw, Optimizer::sgd, Optimizer::adafactor});
        plan.zero_stage = one_of({0, 1, 2, 3});
        plan.offload = one_of(
            {Offload::none, Offload::none, Offload::optimizer, Offload::optimizer_and_parameters});
        plan.recompute =
            one_of({Recompute{}, Recompute{RecomputeMode::selective, 1, {}},
                    Recompute{RecomputeMode::full, 1, {}}, Recompute{RecomputeMode::full, 4, {}},
                    Recompute{RecomputeMode::full, 1, 2}});
        plan.tensor_parallel = one_of({1, 1, 2, 4});
        plan.sequence_parallel = plan.tensor_parallel > 1 && one_of({true, false});
        plan.pipeline_parallel = one_of({1, 1, 2});
        plan.virtual_stages = plan.pipeline_parallel > 1 ? one_of({1, 2}) : 1;
        plan.context_parallel = one_of({1, 1, 2});
        plan.flash_attention = one_of({true, false});
        plan.global_batch =
            plan.micro_batch * one_of({1, 2, 4}) * std::max(1, data_parallel(scenario));
        return scenario;
    }

    std::mt19937 engine_{20261130};
};

std::string recompute_text(const Recompute& recompute) {
    std::string text = R"({"mode":")" + std::string(name_of(recompute.mode)) + "\"";
    if (recompute.every != 1) text += ",\"every\":" + std::to_string(recompute.every);
    if (recompute.layers) text += ",\"layers\":" + std::to_string(*recompute.layers);
    return text + "}";
}

/// A value by its path, as text that can be compared and answered.
struct Value {
    const char* path;
    std::function<std::string(const Scenario&)> text;
};
const std::vector<Value>& values() {
    const auto number = [](auto member) {
        return [member](const Scenario& s) { return std::to_string(s.training.*member); };
    };
    const auto name = [](auto member) {
        return [member](const Scenario& s) { return std::string(name_of(s.training.*member)); };
    };
    static const std::vector<Value> all{
        {"training.sequence", number(&TrainingPlan::sequence)},
        {"training.micro_batch", number(&TrainingPlan::micro_batch)},
        {"training.global_batch", number(&TrainingPlan::global_batch)},
        {"training.precision", name(&TrainingPlan::precision)},
        {"training.states", name(&TrainingPlan::states)},
        {"training.optimizer", name(&TrainingPlan::optimizer)},
        {"training.zero_stage", number(&TrainingPlan::zero_stage)},
        {"training.offload", name(&TrainingPlan::offload)},
        {"training.recompute",
         [](const Scenario& s) { return recompute_text(s.training.recompute); }},
        {"training.tensor_parallel", number(&TrainingPlan::tensor_parallel)},
        {"training.pipeline_parallel", number(&TrainingPlan::pipeline_parallel)},
        {"training.virtual_stages", number(&TrainingPlan::virtual_stages)},
        {"training.context_parallel", number(&TrainingPlan::context_parallel)},
        {"cluster.gpus_per_node",
         [](const Scenario& s) { return std::to_string(s.cluster.gpus_per_node); }},
        {"cluster.nodes", [](const Scenario& s) { return std::to_string(s.cluster.nodes); }},
    };
    return all;
}

/// What the import asks for, answered as the scenario has it.
std::map<std::string, std::string> answers_to(const ImportResult& open, const Scenario& scenario) {
    std::map<std::string, std::string> answers;
    for (const auto& [key, question] : open.ask) {
        if (key == "model") answers[key] = "llama3.1-8b";
        if (key == "cluster.gpus") answers[key] = std::to_string(scenario.cluster.gpus());
        if (key == "training.accumulation") answers[key] = std::to_string(micro_batches(scenario));
        for (const Value& value : values())
            if (key == value.path) answers[key] = value.text(scenario);
    }
    return answers;
}

class RoundTrip : public testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, gives_back_what_is_neither_lost_nor_refused) {
    const test::ScratchFolder scratch;
    Plans plans;
    int written = 0;
    for (int i = 0; i < plans_per_format; ++i) {
        const Scenario scenario = plans.next();
        const Exported exported = export_scenario(scenario, GetParam(), test_catalog());
        if (has_errors(exported.problems)) {
            EXPECT_TRUE(exported.text.empty());
            continue;
        }
        ++written;
        const std::filesystem::path file = scratch.file("config", exported.text);
        const ImportResult open = import_files({file}, {}, test_catalog());
        ASSERT_EQ(open.kind, GetParam()) << exported.text;
        const ImportResult closed =
            import_files({file}, answers_to(open, scenario), test_catalog());
        const ScenarioResult read = read_scenario(closed.scenario_json, "again", test_catalog());
        ASSERT_TRUE(read.scenario.has_value()) << exported.text << closed.scenario_json;
        for (const Value& value : values()) {
            if (std::ranges::find(exported.lost, value.path) != exported.lost.end()) continue;
            EXPECT_EQ(value.text(*read.scenario), value.text(scenario)) << value.path << "\n"
                                                                        << exported.text;
        }
        if (HasFailure()) return;
    }
    EXPECT_GT(written, plans_per_format / 10);
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip, testing::Values("deepspeed", "accelerate", "megatron"),
                         [](const auto& row) { return std::string(row.param); });

Scenario two_stages() {
    Scenario scenario =
        *read_scenario_file(test::preset_scenario("llama-3.1-8b-on-8-h100"), test_catalog())
             .scenario;
    scenario.training.pipeline_parallel = 2;
    return scenario;
}

TEST(Export, names_what_a_format_cannot_run) {
    for (const char* format : {"deepspeed", "accelerate"}) {
        const Exported exported = export_scenario(two_stages(), format, test_catalog());
        ASSERT_EQ(exported.problems.size(), 1U);
        EXPECT_EQ(exported.problems[0].where, "/training/pipeline_parallel");
        EXPECT_EQ(exported.text, "");
    }
    EXPECT_TRUE(export_scenario(two_stages(), "megatron", test_catalog()).problems.empty());
}

TEST(Export, lists_what_a_format_has_no_word_for) {
    Scenario scenario = two_stages();
    scenario.training.pipeline_parallel = 1;
    const std::vector<std::string> lost =
        export_scenario(scenario, "deepspeed", test_catalog()).lost;
    for (const char* key : {"model", "cluster.gpu", "training.sequence", "training.recompute"})
        EXPECT_NE(std::ranges::find(lost, key), lost.end()) << key;
    EXPECT_EQ(std::ranges::find(lost, "training.micro_batch"), lost.end());
}

TEST(Export, pads_no_vocabulary_on_the_way) {
    Scenario scenario = two_stages();
    const test::ScratchFolder scratch;
    const Exported exported = export_scenario(scenario, "megatron", test_catalog());
    const ImportResult again =
        import_files({scratch.file("x.sh", exported.text)}, {}, test_catalog());
    EXPECT_EQ(again.given.at("model.vocab_size").value_json,
              std::to_string(scenario.model.vocab_size));
    scenario.model.vocab_size = 128257;
    scenario.training.tensor_parallel = 2;
    EXPECT_TRUE(has_errors(export_scenario(scenario, "megatron", test_catalog()).problems));
}

TEST(Export, does_not_know_every_format) {
    const Exported exported = export_scenario(two_stages(), "excel", test_catalog());
    ASSERT_EQ(exported.problems.size(), 1U);
    EXPECT_EQ(exported.problems[0].where, "--format");
}

} // namespace
} // namespace headroom
