#include "tests/support/legal_scenario.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <limits>

namespace headroom {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int smallest = std::numeric_limits<int>::min();
constexpr int largest = std::numeric_limits<int>::max();

/// The legal scenario bent in one place: which rule breaks, where and what is said.
struct Bent {
    std::string name;
    std::function<void(Scenario&)> bend;
    Illegality expected;
    std::string where, message;
};

class IllegalPlan : public ::testing::TestWithParam<Bent> {};

TEST_P(IllegalPlan, IsFoundAndExplained) {
    Scenario scenario = test::legal_scenario();
    GetParam().bend(scenario);
    EXPECT_EQ(find_illegality(scenario), GetParam().expected);
    EXPECT_THAT(validate(scenario),
                Contains(AllOf(Field(&Problem::severity, Severity::error),
                               Field(&Problem::where, GetParam().where),
                               Field(&Problem::message, HasSubstr(GetParam().message)))));
}

void with_experts(Scenario& s) { s.model.moe = test::small_experts(); }

INSTANTIATE_TEST_SUITE_P(
    ModelByPlan, IllegalPlan,
    ::testing::Values(
        Bent{"heads",
             [](Scenario& s) {
                 s.model.num_attention_heads = s.model.num_key_value_heads = 20;
                 s.training.tensor_parallel = 8;
             },
             Illegality::heads_by_tensor_parallel, "/training/tensor_parallel",
             "20 heads do not divide by TP 8; try 4"},
        Bent{"kv_heads",
             [](Scenario& s) {
                 s.model.num_attention_heads = 48;
                 s.model.num_key_value_heads = 6;
                 s.training.tensor_parallel = 4;
             },
             Illegality::kv_heads_by_tensor_parallel, "/training/tensor_parallel",
             "6 key/value heads can be neither divided by nor copied to TP 4; try 2"},
        Bent{"mlp_width", [](Scenario& s) { s.model.intermediate_size = 11009; },
             Illegality::ffn_by_tensor_parallel, "/training/tensor_parallel",
             "the MLP width 11009 does not divide by TP 2; try 1"},
        Bent{"stages", [](Scenario& s) { s.model.num_hidden_layers = 61; },
             Illegality::layers_by_pipeline, "/training/pipeline_parallel",
             "61 layers do not divide by PP 2 x virtual stages 1 = 2; try PP 1 or 61, or "
             "\"pipeline_split\": \"balanced\""},
        Bent{
            "virtual_stages",
            [](Scenario& s) {
                s.training.virtual_stages = 3;
                s.training.global_batch = 256;
            },
            Illegality::layers_by_pipeline, "/training/pipeline_parallel",
            "32 layers do not divide by PP 2 x virtual stages 3 = 6; try virtual stages 2 or 4, or "
            "\"pipeline_split\": \"balanced\""},
        Bent{"far_too_many_virtual_stages",
             [](Scenario& s) {
                 s.training.virtual_stages = 100;
                 s.training.global_batch = 256;
             },
             Illegality::layers_by_pipeline, "/training/pipeline_parallel",
             "32 layers do not divide by PP 2 x virtual stages 100 = 200; try virtual stages 16"},
        Bent{"encoder_decoder_stages",
             [](Scenario& s) {
                 s.model.style = ModelStyle::t5;
                 s.model.num_decoder_layers = 32;
             },
             Illegality::style_not_trainable_so, "/training/pipeline_parallel", "PP 2 has to be 1"},
        Bent{"position_table",
             [](Scenario& s) {
                 s.model.position = Position::learned;
                 s.model.pos_embeddings = 2048;
             },
             Illegality::sequence_over_position_table, "/training/sequence",
             "sequence 8192 is longer than the model's table of 2048 positions; try 2048"},
        Bent{"bert_positions",
             [](Scenario& s) {
                 s.model.style = ModelStyle::bert;
                 s.model.max_position_embeddings = 512;
             },
             Illegality::sequence_over_position_table, "/training/sequence", "512 positions"},
        Bent{"recomputed_layers",
             [](Scenario& s) {
                 s.training.recompute = {RecomputeMode::full, 1, 17};
             },
             Illegality::recompute_layers, "/training/recompute/layers",
             "17 layers are to be recomputed and a stage has 16; try 16"}),
    test::row_name<Bent>);

INSTANTIATE_TEST_SUITE_P(
    Batch, IllegalPlan,
    ::testing::Values(
        Bent{"gpus",
             [](Scenario& s) {
                 s.cluster.nodes = 9;
                 s.training.context_parallel = 4;
             },
             Illegality::gpus_by_parallelism, "/cluster",
             "GPUs = TP x PP x CP x DP, and 72 GPUs are no multiple of 2 x 2 x 4 = 16; try 64 or "
             "80 GPUs"},
        Bent{"batch_identity", [](Scenario& s) { s.training.global_batch = 100; },
             Illegality::batch_by_data_parallel, "/training/global_batch",
             "global batch = micro batch x accumulation x DP, and 100 is no multiple of 1 x 16 = "
             "16; try 96 or 112"},
        Bent{"data_parallel_over_batch", [](Scenario& s) { s.training.global_batch = 8; },
             Illegality::data_parallel_over_batch, "/training/global_batch",
             "one pass is micro batch 1 x DP 16 = 16 sequences, more than the global batch 8"},
        Bent{"micro_batch_over_its_share", [](Scenario& s) { s.training.micro_batch = 16; },
             Illegality::data_parallel_over_batch, "/training/global_batch",
             "micro batch 16 x DP 16 = 256 sequences, more than the global batch 128"},
        Bent{"interleaved_batches",
             [](Scenario& s) {
                 s.training.virtual_stages = 2;
                 s.training.global_batch = 16 * 5;
             },
             Illegality::micro_batches_by_stages, "/training/global_batch",
             "multiples of PP 2, and there are 5; try 4 or 6"},
        Bent{"virtual_stages_alone",
             [](Scenario& s) {
                 s.training.pipeline_parallel = 1;
                 s.training.virtual_stages = 2;
             },
             Illegality::virtual_stages_need_pipeline, "/training/virtual_stages", "PP is 1"},
        Bent{"accumulation_with_optimizer_in_backward",
             [](Scenario& s) { s.training.optimizer_in_backward = true; },
             Illegality::optimizer_in_backward_accumulates, "/training/optimizer_in_backward",
             "accumulating 8 micro batches"}),
    test::row_name<Bent>);

INSTANTIATE_TEST_SUITE_P(
    Groups, IllegalPlan,
    ::testing::Values(
        Bent{"experts",
             [](Scenario& s) {
                 with_experts(s);
                 s.model.moe->num_experts = 60;
                 s.training.expert_parallel = 8;
             },
             Illegality::experts_by_expert_parallel, "/training/expert_parallel",
             "60 experts do not divide by EP 8; try 6 or 10"},
        Bent{"expert_ranks",
             [](Scenario& s) {
                 with_experts(s);
                 s.training.expert_parallel = 64;
             },
             Illegality::expert_parallel_by_ranks, "/training/expert_parallel",
             "the 32 GPUs of a pipeline stage do not divide by EP 64 x expert TP 1 = 64"},
        Bent{"no_experts", [](Scenario& s) { s.training.expert_parallel = 8; },
             Illegality::expert_parallel_without_experts, "/training/expert_parallel",
             "EP 8 needs a model with experts"},
        Bent{"expert_width",
             [](Scenario& s) {
                 with_experts(s);
                 s.model.moe->moe_intermediate_size = 1409;
                 s.training.expert_tensor_parallel = 2;
             },
             Illegality::expert_tensor_parallel, "/training/expert_tensor_parallel",
             "the expert width 1409 does not divide by expert TP 2"},
        Bent{"context",
             [](Scenario& s) {
                 s.training.context_parallel = 4;
                 s.training.sequence = 8196;
             },
             Illegality::sequence_by_context_parallel, "/training/context_parallel",
             "try a sequence of 8192 or 8200"},
        Bent{"sequence_parallel",
             [](Scenario& s) {
                 s.training.sequence_parallel = true;
                 s.training.sequence = 8191;
             },
             Illegality::sequence_by_tensor_parallel, "/training/sequence_parallel",
             "8191 tokens of a rank by TP 2"},
        Bent{"zero_group", [](Scenario& s) { s.training.zero_group = 3; },
             Illegality::zero_group_by_data_parallel, "/training/zero_group",
             "a ZeRO group of 3 does not divide DP 16 x CP 1 = 16 ranks; try 2 or 4"},
        Bent{"offload",
             [](Scenario& s) {
                 s.training.offload = Offload::optimizer_and_parameters;
                 s.cluster.host_link.value = 25.0 * units::GB_per_s;
             },
             Illegality::offload_needs_zero_3, "/training/offload", "needs ZeRO 3, not 0"},
        Bent{"offload_without_host_link",
             [](Scenario& s) { s.training.offload = Offload::optimizer; },
             Illegality::offload_without_rate, "/cluster/host_link", "the link to host memory"},
        Bent{"activations_without_host_link",
             [](Scenario& s) { s.training.activation_offload = true; },
             Illegality::offload_without_rate, "/cluster/host_link", "the link to host memory"},
        Bent{"nvme_without_disks",
             [](Scenario& s) {
                 s.training.offload = Offload::nvme;
                 s.training.zero_stage = 3;
                 s.cluster.host_link.value = 25.0 * units::GB_per_s;
             },
             Illegality::offload_without_rate, "/cluster/nvme", "the rate of a node's disks"}),
    test::row_name<Bent>);

INSTANTIATE_TEST_SUITE_P(
    Hardware, IllegalPlan,
    ::testing::Values(
        Bent{"precision", [](Scenario& s) { s.training.precision = Precision::nvfp4; },
             Illegality::precision_not_on_gpu, "/training/precision",
             "Test GPU has no nvfp4 units; it has fp32, tf32, fp16, bf16, fp8"},
        Bent{"qlora_in_fp8",
             [](Scenario& s) {
                 s.training.task = Task::qlora;
                 s.training.precision = Precision::fp8;
             },
             Illegality::task_and_precision, "/training/precision", "cannot compute in fp8"},
        Bent{"qlora_without_quantization",
             [](Scenario& s) {
                 s.training.task = Task::qlora;
                 s.training.quantization.weights = WeightFormat::bf16;
             },
             Illegality::task_and_precision, "/training/quantization/weights", "try nf4"}),
    test::row_name<Bent>);

/// A cluster that cannot be is said to be so, once: nothing that would follow from it is.
TEST(OutOfRange, HasNoFollowOn) {
    for (const auto& [nodes, gpus_per_node] : {std::pair{1'000'000'000, 8}, std::pair{1, 0}}) {
        Scenario scenario = test::legal_scenario();
        scenario.cluster.nodes = nodes;
        scenario.cluster.gpus_per_node = gpus_per_node;
        EXPECT_EQ(validate(scenario).size(), 1U) << testing::PrintToString(validate(scenario));
    }
}

/// Whatever else breaks, a number out of its range is named, and nothing overflows or hangs.
struct Number {
    std::string name;
    std::function<void(Scenario&)> bend;
    std::string where;
};

class NumberOutOfRange : public ::testing::TestWithParam<Number> {};

TEST_P(NumberOutOfRange, IsNamed) {
    Scenario scenario = test::legal_scenario();
    GetParam().bend(scenario);
    EXPECT_TRUE(contains(find_illegality(scenario), Illegality::out_of_range));
    EXPECT_THAT(validate(scenario), Contains(Field(&Problem::where, GetParam().where)));
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

INSTANTIATE_TEST_SUITE_P(
    Legality, NumberOutOfRange,
    ::testing::Values(
        Number{"no_layers", [](Scenario& s) { s.model.num_hidden_layers = 0; },
               "/model/num_hidden_layers"},
        Number{"most_layers", [](Scenario& s) { s.model.num_hidden_layers = largest; },
               "/model/num_hidden_layers"},
        Number{"kv_heads_apart", [](Scenario& s) { s.model.num_key_value_heads = 5; },
               "/model/num_key_value_heads"},
        Number{"too_many_experts_per_token",
               [](Scenario& s) {
                   with_experts(s);
                   s.model.moe->num_experts_per_tok = 65;
               },
               "/model/moe/num_experts_per_tok"},
        Number{"no_tensor_parallel", [](Scenario& s) { s.training.tensor_parallel = 0; },
               "/training/tensor_parallel"},
        Number{"negative_pipeline", [](Scenario& s) { s.training.pipeline_parallel = smallest; },
               "/training/pipeline_parallel"},
        Number{"huge_degrees",
               [](Scenario& s) {
                   s.training.tensor_parallel = s.training.pipeline_parallel =
                       s.training.context_parallel = s.training.virtual_stages = largest;
               },
               "/training/context_parallel"},
        Number{"huge_batch",
               [](Scenario& s) {
                   s.training.micro_batch = largest;
                   s.training.global_batch = largest;
               },
               "/training/micro_batch"},
        Number{"zero_sequence", [](Scenario& s) { s.training.sequence = 0; }, "/training/sequence"},
        Number{"fourth_stage", [](Scenario& s) { s.training.zero_stage = 4; },
               "/training/zero_stage"},
        Number{"never_recomputed", [](Scenario& s) { s.training.recompute.every = 0; },
               "/training/recompute/every"},
        Number{"rankless_adapters",
               [](Scenario& s) {
                   s.training.task = Task::lora;
                   s.training.lora.rank = 0;
               },
               "/training/lora/rank"},
        Number{"adapters_nowhere",
               [](Scenario& s) {
                   s.training.task = Task::lora;
                   s.training.lora.targets = 0;
               },
               "/training/lora/targets"},
        Number{"loading_without_workers",
               [](Scenario& s) { s.training.data_seconds_per_sample = 0.1; },
               "/training/data_workers"},
        Number{"huge_cluster",
               [](Scenario& s) { s.cluster.gpus_per_node = s.cluster.nodes = largest; },
               "/cluster/nodes"},
        Number{"no_memory", [](Scenario& s) { s.cluster.gpu.memory.value = Bytes{}; },
               "/cluster/gpu/memory"},
        Number{"infinite_memory",
               [](Scenario& s) { s.cluster.gpu.memory.value = Bytes::infinite(); },
               "/cluster/gpu/memory"},
        Number{"starved_power", [](Scenario& s) { s.cluster.power_cap.value = 20.0 * units::W; },
               "/cluster/power_cap"},
        Number{"no_tokens", [](Scenario& s) { s.goals.tokens = 0.0; }, "/goals/tokens"},
        Number{"tokens_not_a_number", [](Scenario& s) { s.goals.tokens = not_a_number; },
               "/goals/tokens"},
        Number{"more_than_all_headroom", [](Scenario& s) { s.goals.headroom_share = 1.5; },
               "/goals/headroom"},
        Number{"site_factor", [](Scenario& s) { s.calibration.site_memory_factor = not_a_number; },
               "/calibration/site_memory_factor"}),
    test::row_name<Number>);

struct Unusual {
    std::string name;
    std::function<void(Scenario&)> bend;
    std::string where; // of the warning; "" for none
};

class LegalPlan : public ::testing::TestWithParam<Unusual> {};

TEST_P(LegalPlan, IsAtMostWarnedOf) {
    Scenario scenario = test::legal_scenario();
    GetParam().bend(scenario);
    EXPECT_EQ(find_illegality(scenario), Illegality::none);
    const Problems problems = validate(scenario);
    EXPECT_FALSE(has_errors(problems)) << to_line(problems.front());
    if (GetParam().where.empty())
        EXPECT_THAT(problems, IsEmpty());
    else
        EXPECT_THAT(problems, Contains(Field(&Problem::where, GetParam().where)));
}

INSTANTIATE_TEST_SUITE_P(
    Legality, LegalPlan,
    ::testing::Values(
        Unusual{"plain", [](Scenario&) {}, ""},
        Unusual{"key_value_heads_copied",
                [](Scenario& s) {
                    s.model.num_key_value_heads = 1;
                    s.training.tensor_parallel = 8;
                },
                ""},
        Unusual{"latent_attention_has_no_kv_heads_to_divide",
                [](Scenario& s) {
                    s.model.num_attention_heads = s.model.num_key_value_heads = 40;
                    s.model.mla = MlaSpec{.kv_lora_rank = 512,
                                          .qk_nope_head_dim = 128,
                                          .qk_rope_head_dim = 64,
                                          .v_head_dim = 128};
                    s.training.tensor_parallel = 4;
                },
                ""},
        Unusual{"uneven_stages",
                [](Scenario& s) {
                    s.model.num_hidden_layers = 61;
                    s.training.pipeline_split = PipelineSplit::balanced;
                },
                ""},
        Unusual{"experts_over_all_ranks_of_a_stage",
                [](Scenario& s) {
                    with_experts(s);
                    s.training.pipeline_parallel = 1;
                    s.training.expert_parallel = 64;
                },
                ""},
        Unusual{"expert_width_is_not_split_by_tensor_parallel",
                [](Scenario& s) {
                    with_experts(s);
                    s.model.intermediate_size = 11009; // of no layer: all have experts
                },
                ""},
        Unusual{"sharded_pipeline", [](Scenario& s) { s.training.zero_stage = 3; },
                "/training/zero_stage"},
        Unusual{"beyond_the_trained_context", [](Scenario& s) { s.training.sequence = 262144; },
                "/training/sequence"},
        Unusual{"sequence_parallel_alone",
                [](Scenario& s) {
                    s.training.tensor_parallel = 1;
                    s.training.sequence_parallel = true;
                },
                "/training/sequence_parallel"},
        Unusual{"tensor_parallel_across_nodes",
                [](Scenario& s) { s.training.tensor_parallel = 16; }, "/training/tensor_parallel"},
        Unusual{"mostly_bubble",
                [](Scenario& s) {
                    s.training.pipeline_parallel = 8;
                    s.training.global_batch = 4;
                },
                "/training/global_batch"},
        Unusual{"interleaved_by_name_only",
                [](Scenario& s) { s.training.schedule = PipelineSchedule::interleaved; },
                "/training/virtual_stages"},
        Unusual{"pipeline_on_a_stack_without_one",
                [](Scenario& s) {
                    s.training.pipeline_parallel = 2;
                    s.stack.plans.runs_pipeline_parallel = {false};
                },
                "/training/pipeline_parallel"},
        Unusual{"cap_above_the_board",
                [](Scenario& s) { s.cluster.power_cap.value = 900.0 * units::W; },
                "/cluster/power_cap"}),
    test::row_name<Unusual>);

TEST(Legality, EveryProblemIsReportedAtOnce) {
    Scenario scenario = test::legal_scenario();
    scenario.training.tensor_parallel = 3;
    scenario.training.micro_batch = 0;
    scenario.training.precision = Precision::nvfp4;
    scenario.goals.budget = -1.0 * units::USD;
    const Problems problems = validate(scenario);
    EXPECT_THAT(problems,
                Contains(Field(&Problem::message, "32 heads do not divide by TP 3; try 2 or 4")));
    for (const char* where : {"/training/tensor_parallel", "/training/micro_batch", "/cluster",
                              "/training/precision", "/goals/budget"})
        EXPECT_THAT(problems, Contains(Field(&Problem::where, where)));
}

} // namespace
} // namespace headroom
