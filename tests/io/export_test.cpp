// Scenarios as configurations of frameworks: what is refused, what is listed, what is written.
// That everything else reads back is a property: tests/property/export_property_test.cpp.
#include "core/formats/export.hpp"
#include "core/formats/import.hpp"
#include "core/formats/model_names.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"
#include "tests/support/legal_scenario.hpp"
#include "tests/support/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace headroom {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

Scenario preset(const char* name) {
    return *read_scenario_file(test::preset_scenario(name), test_catalog()).scenario;
}

Scenario team_plan() { return preset("llama-3.1-8b-on-8-h100"); }

/// One change that a format cannot say, and the value that it names.
struct RefusedRow {
    const char* name;
    const char* format;
    std::function<void(Scenario&)> change;
    const char* where;
};

const auto two_stages = [](Scenario& s) { s.training.pipeline_parallel = 2; };
const auto in_lora = [](Scenario& s) { s.training.task = Task::lora; };
const auto in_fp4 = [](Scenario& s) { s.training.precision = Precision::nvfp4; };
const auto lamb = [](Scenario& s) { s.training.optimizer = Optimizer::lamb; };
const auto stage_1 = [](Scenario& s) { s.training.zero_stage = 1; };
const auto every_4 = [](Scenario& s) {
    s.training.recompute = {RecomputeMode::full, 4, std::nullopt};
};
const auto edited_model = [](Scenario& s) { s.model.num_hidden_layers = 30; };

const std::vector<RefusedRow>& refused_rows() {
    static const std::vector<RefusedRow> rows{
        {"stages_deepspeed", "deepspeed", two_stages, "/training/pipeline_parallel"},
        {"stages_accelerate", "accelerate", two_stages, "/training/pipeline_parallel"},
        {"stages_axolotl", "axolotl", two_stages, "/training/pipeline_parallel"},
        {"stages_llamafactory", "llamafactory", two_stages, "/training/pipeline_parallel"},
        {"stages_torchtune", "torchtune", two_stages, "/training/pipeline_parallel"},
        {"stages_litgpt", "litgpt", two_stages, "/training/pipeline_parallel"},
        {"stages_flags", "hf-flags", two_stages, "/training/pipeline_parallel"},
        {"adapters_megatron", "megatron", in_lora, "/training/task"},
        {"adapters_torchtitan", "torchtitan", in_lora, "/training/task"},
        {"adapters_nanotron", "nanotron", in_lora, "/training/task"},
        {"fp4_axolotl", "axolotl", in_fp4, "/training/precision"},
        {"fp4_litgpt", "litgpt", in_fp4, "/training/precision"},
        {"lamb_torchtitan", "torchtitan", lamb, "/training/optimizer"},
        {"lamb_llamafactory", "llamafactory", lamb, "/training/optimizer"},
        {"stage_1_torchtune", "torchtune", stage_1, "/training/zero_stage"},
        {"stage_1_litgpt", "litgpt", stage_1, "/training/zero_stage"},
        {"stage_1_flags", "hf-flags", stage_1, "/training/zero_stage"},
        {"every_fourth_axolotl", "axolotl", every_4, "/training/recompute"},
        {"every_fourth_nanotron", "nanotron", every_4, "/training/recompute"},
        {"own_model_axolotl", "axolotl", edited_model, "/model"},
        {"own_model_torchtitan", "torchtitan", edited_model, "/model"},
        {"no_format", "excel", [](Scenario&) {}, "--format"},
    };
    return rows;
}

class ExportRefused : public testing::TestWithParam<RefusedRow> {};

TEST_P(ExportRefused, names_the_value) {
    Scenario scenario = team_plan();
    GetParam().change(scenario);
    const Exported exported = export_scenario(scenario, GetParam().format, test_catalog());
    EXPECT_TRUE(has_errors(exported.problems));
    EXPECT_THAT(exported.problems, Contains(testing::Field(&Problem::where, GetParam().where)));
    EXPECT_EQ(exported.text, "");
}

TEST_P(ExportRefused, is_left_out_on_demand) {
    if (GetParam().name == std::string_view("no_format")) return;
    Scenario scenario = team_plan();
    GetParam().change(scenario);
    const Exported exported =
        export_scenario(scenario, GetParam().format, test_catalog(), {.lossy = true});
    EXPECT_FALSE(has_errors(exported.problems));
    EXPECT_NE(exported.text, "");
    std::string path = std::string(GetParam().where).substr(1);
    std::ranges::replace(path, '/', '.');
    EXPECT_THAT(exported.lost, Contains(path));
    EXPECT_THAT(exported.problems,
                Contains(testing::Field(&Problem::message, HasSubstr("left out"))));
}

INSTANTIATE_TEST_SUITE_P(Rows, ExportRefused, testing::ValuesIn(refused_rows()),
                         test::row_name<RefusedRow>);

TEST(Export, lists_what_a_format_has_no_word_for) {
    const std::vector<std::string> lost =
        export_scenario(team_plan(), "deepspeed", test_catalog()).lost;
    for (const char* key : {"model", "cluster.gpu", "training.sequence", "training.recompute"})
        EXPECT_THAT(lost, Contains(key));
    EXPECT_THAT(lost, Not(Contains("training.micro_batch")));
}

TEST(Export, says_in_the_file_what_is_lost) {
    const Exported exported = export_scenario(team_plan(), "accelerate", test_catalog());
    const std::string first = exported.text.substr(0, exported.text.find('\n'));
    EXPECT_THAT(first, HasSubstr("# Headroom: "));
    EXPECT_THAT(first, HasSubstr("training.sequence"));
}

TEST(Export, keeps_a_name_on_one_line) {
    Scenario scenario = team_plan();
    scenario.name = "two\nlines: &x *x\r$(rm -rf /)";
    for (const std::string_view format : export_formats()) {
        if (format == "deepspeed" || format == "hf") continue; // JSON has no remarks
        const std::string text =
            export_scenario(scenario, format, test_catalog(), {.lossy = true}).text;
        EXPECT_THAT(text, HasSubstr("# Headroom: two lines: &x *x $(rm -rf /);")) << format;
    }
}

TEST(Export, leaves_to_the_trainer_what_it_fills_in) {
    const Exported exported =
        export_scenario(team_plan(), "deepspeed", test_catalog(), {.automatic = true});
    EXPECT_THAT(exported.text, HasSubstr(R"("train_batch_size": "auto")"));
    EXPECT_THAT(exported.lost, Contains("training.micro_batch"));
}

/// The vocabulary that a Megatron-LM script gives back.
std::string vocabulary_of(const Scenario& scenario) {
    const test::ScratchFolder scratch;
    const Exported exported = export_scenario(scenario, "megatron", test_catalog());
    EXPECT_FALSE(has_errors(exported.problems));
    return import_files({scratch.file("x.sh", exported.text)}, {}, test_catalog())
        .given.at("model.vocab_size")
        .value_json;
}

TEST(Export, pads_a_vocabulary_that_is_not_whole_and_no_other) {
    Scenario scenario = team_plan();
    EXPECT_EQ(vocabulary_of(scenario), std::to_string(scenario.model.vocab_size));
    scenario = preset("gpt3-175b-on-1024-a100");
    ASSERT_EQ(scenario.model.vocab_size, 50257);
    ASSERT_EQ(scenario.training.tensor_parallel, 8);
    EXPECT_EQ(vocabulary_of(scenario), "51200"); // 50 x 128 x TP 8
    scenario.model.vocab_size = 51200;
    EXPECT_EQ(vocabulary_of(scenario), "51200");
}

TEST(Export, says_that_a_vocabulary_is_padded) {
    const Exported exported =
        export_scenario(preset("gpt3-175b-on-1024-a100"), "megatron", test_catalog());
    ASSERT_EQ(exported.problems.size(), 1U);
    EXPECT_EQ(exported.problems[0].where, "/model/vocab_size");
    EXPECT_THAT(exported.problems[0].message, HasSubstr("pads 50257 to 51200"));
}

TEST(ModelNames, are_found_again) {
    for (const ModelPreset& model : test_catalog().models) {
        const std::string& id = model.spec.id;
        if (const std::string_view name = hub_name(id); !name.empty()) {
            EXPECT_EQ(catalog_model(name, test_catalog()), id) << name;
        }
        if (const TorchtuneBuilder* builder = torchtune_builder(id)) {
            EXPECT_EQ(torchtune_model(builder->builder, test_catalog()), id);
        }
    }
}

} // namespace
} // namespace headroom
