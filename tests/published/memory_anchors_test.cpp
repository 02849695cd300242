// Published figures of memory, row by row: tests/published/data says what and from where.
#include "core/cost/memory_layer.hpp"
#include "core/cost/memory_states.hpp"
#include "tests/support/memory_samples.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

namespace headroom {
namespace {

using nlohmann::json;
using samples::difference;
using samples::gib;

json table(const std::string& file) {
    std::ifstream in(HEADROOM_SOURCE_DIR "/tests/published/data/" + file);
    EXPECT_TRUE(in.good()) << file;
    json read = json::parse(in);
    EXPECT_FALSE(read["rows"].empty()) << file;
    return read;
}

void expect_within(double value, double expected, double tolerance, const json& row) {
    EXPECT_LE(difference(value, expected), tolerance)
        << row["name"] << ": " << value << " instead of " << expected;
}

/// Data parallel only; all states, no activations to speak of.
Scenario states_of(const ModelSpec& model, const MemoryFacts& facts, int ranks, int zero) {
    Scenario scenario;
    scenario.model = model;
    scenario.stack.memory = facts;
    scenario.cluster.gpus_per_node = ranks;
    scenario.training.states = States::mixed;
    scenario.training.global_batch = ranks;
    scenario.training.sequence = 1;
    scenario.training.zero_stage = zero;
    return scenario;
}

Bytes lasting_states(const Scenario& scenario) {
    const MemoryBreakdown step =
        stage_memory(scenario, 0)[static_cast<std::size_t>(Phase::optimizer_step)];
    return step[MemoryTerm::weights] + step[MemoryTerm::gradients] +
           step[MemoryTerm::optimizer_states];
}

TEST(PublishedMemory, ZeroTable1) {
    const json data = table("zero_table_1.json");
    for (const json& row : data["rows"]) {
        const Scenario scenario =
            states_of(samples::vocabulary_model(row["parameters"]), {}, row["ranks"], row["zero"]);
        expect_within(lasting_states(scenario) / units::GB, row["gb"], data["tolerance"], row);
    }
}

TEST(PublishedMemory, ZeroTable2) {
    const json data = table("zero_table_2.json");
    for (const json& row : data["rows"]) {
        const int tensor = row["tensor_parallel"];
        const int ranks = row["ranks"];
        Scenario scenario =
            states_of(samples::vocabulary_model(1e9 * row["parameters_b"].get<double>()), {}, ranks,
                      row["zero"]);
        scenario.cluster.gpus_per_node = ranks * tensor;
        scenario.training.tensor_parallel = tensor;
        constexpr double v100_gb = 32.0;
        expect_within(lasting_states(scenario) / units::GB, v100_gb, data["tolerance"], row);
    }
}

/// "Without ZeRO the optimizer states of 1.5e9 parameters take 18 GB; divided over eight GPUs
/// 2.25 GB" (DeepSpeed tutorial on ZeRO).
TEST(PublishedMemory, DeepSpeedTutorial) {
    const ModelSpec model = samples::vocabulary_model(1.5e9);
    const auto optimizer_gb = [&](int ranks, int zero) {
        const Scenario scenario = states_of(model, {}, ranks, zero);
        return stage_memory(scenario, 0)[0 + static_cast<std::size_t>(Phase::optimizer_step)]
                                        [MemoryTerm::optimizer_states] /
               units::GB;
    };
    EXPECT_DOUBLE_EQ(optimizer_gb(1, 0), 18.0);
    EXPECT_DOUBLE_EQ(optimizer_gb(8, 1), 2.25);
}

Offload offload_of(const std::string& word) {
    if (word == "optimizer") return Offload::optimizer;
    return word == "none" ? Offload::none : Offload::optimizer_and_parameters;
}

TEST(PublishedMemory, DeepSpeedEstimators) {
    const json data = table("deepspeed_estimators.json");
    for (const json& row : data["rows"]) {
        const int per_node = row["gpus_per_node"];
        const int nodes = row["nodes"];
        const double parameters = row["parameters"];
        MemoryFacts facts = samples::stack("deepspeed").memory;
        facts.optimizer_temporary_limit.value = 0.0; // the estimator knows no sub-groups
        facts.partitioned_load.value = row.value("partitioned_load", true);
        const ModelSpec model = row.contains("largest_layer")
                                    ? samples::layered_model(parameters, row["largest_layer"])
                                    : samples::vocabulary_model(parameters);
        Scenario scenario = states_of(model, facts, per_node, row["zero"]);
        scenario.cluster.nodes = nodes;
        scenario.training.offload = offload_of(row["offload"]);
        scenario.training.global_batch = per_node * nodes;
        scenario.training.buckets.allgather = 0; // states only
        if (row.contains("gpu_gib")) {
            const MemoryBreakdown step =
                stage_memory(scenario, 0)[static_cast<std::size_t>(Phase::optimizer_step)];
            const Bytes states = step.total() - step[MemoryTerm::workspace];
            expect_within(gib(states), row["gpu_gib"], data["tolerance"], row);
        }
        if (row.contains("host_gib"))
            expect_within(gib(samples::estimate(scenario).host_per_node), row["host_gib"],
                          data["tolerance"], row);
    }
}

/// A layer of GPT-3's kind with dropout and no flash attention, as in 2022.
Scenario gpt_layer(const json& row) {
    Scenario scenario;
    ModelSpec& model = scenario.model;
    model.hidden_size = row["hidden"];
    model.num_attention_heads = model.num_key_value_heads = row["heads"];
    model.head_dim = model.hidden_size / model.num_attention_heads;
    model.intermediate_size = 4 * model.hidden_size;
    model.num_hidden_layers = row.value("layers", 1);
    model.vocab_size = 51200;
    model.gated_mlp = false;
    model.norm = Norm::layernorm;
    model.position = Position::learned;
    scenario.stack.memory.hidden_dropout.value = true;
    TrainingPlan& plan = scenario.training;
    plan.flash_attention = false;
    plan.sequence = row["sequence"];
    plan.micro_batch = row["micro_batch"];
    plan.tensor_parallel = row.value("tensor_parallel", 1);
    plan.pipeline_parallel = row.value("pipeline_parallel", 1);
    plan.sequence_parallel = row.value("sequence_parallel", true) && plan.tensor_parallel > 1;
    const std::string recompute = row.value("recompute", "none");
    plan.recompute.mode = recompute == "full"        ? RecomputeMode::full
                          : recompute == "selective" ? RecomputeMode::selective
                                                     : RecomputeMode::none;
    scenario.cluster.gpus_per_node = plan.tensor_parallel * plan.pipeline_parallel;
    plan.global_batch = plan.micro_batch * 4 * plan.pipeline_parallel;
    return scenario;
}

Bytes kept(const StageActivations& activations) {
    return activations.kept + activations.kept_scores;
}

TEST(PublishedMemory, KorthikantiLayer) {
    const json data = table("korthikanti_layer.json");
    for (const json& row : data["rows"]) {
        const Scenario scenario = gpt_layer(row);
        const Rank rank(scenario);
        const StageContent one{.first = false, .last = false, .layers = 1};
        expect_within(kept(stage_activations(rank, one)) / units::MiB, row["mib"],
                      data["tolerance"], row);
    }
}

TEST(PublishedMemory, KorthikantiFirstStage) {
    const json data = table("korthikanti_first_stage.json");
    for (const json& row : data["rows"]) {
        const Scenario scenario = gpt_layer(row);
        const Rank rank(scenario);
        StageContent stage = stage_content(rank, 0);
        const Bytes with_embedding = kept(stage_activations(rank, stage));
        stage.first = false;
        const Bytes layers = kept(stage_activations(rank, stage));
        if (row["what"] == "layers")
            expect_within(gib(layers), row["gib"], data["tolerance"], row);
        else
            expect_within(gib(with_embedding - layers), row["gib"], data["embedding_tolerance"],
                          row);
    }
}

TEST(PublishedMemory, KorthikantiShareOfSelective) {
    const json data = table("korthikanti_ratio.json");
    for (const json& row : data["rows"]) {
        const Scenario scenario = gpt_layer(row);
        const LayerBytes layer = layer_bytes(Rank(scenario), LayerKind::dense);
        expect_within(layer.scores / (layer.scores + layer.without_scores()), row["saved"],
                      data["tolerance"], row);
    }
}

TEST(PublishedMemory, KvCache) {
    constexpr double bf16 = 2.0;
    for (const json& row : table("kv_cache.json")["rows"]) {
        ModelSpec model;
        model.num_hidden_layers = row["layers"];
        model.num_key_value_heads = row["kv_heads"];
        model.head_dim = row["head_dim"];
        const Bytes bytes =
            kv_cache_bytes_per_token(model, bf16) * row["tokens"].get<double>() * units::B;
        if (row.contains("gib"))
            expect_within(gib(bytes), row["gib"], row["tolerance"], row);
        else
            expect_within(bytes / units::B, row["bytes"], row["tolerance"], row);
    }
}

struct BytesRow {
    const char* name;
    States states;
    double foreach_copies;
    double steady; // weights and optimizer states, and gradients where they are counted
    double peak;   // at the optimizer step
};

/// Bytes per parameter as measured (fms-acceleration benchmarks: Mistral-7B on one A100 67.46 GiB
/// at the step; Llama-3-8B under FSDP on two 80.3e9 B) and as Megatron-LM's documentation of the
/// distributed optimizer states them.
TEST(PublishedMemory, BytesPerParameter) {
    const BytesRow rows[] = {
        {"pure 16 bit, foreach AdamW", States::pure, 1.0, 6.0, 10.0},
        {"FSDP, fp32 shards, foreach AdamW", States::fp32_sharded, 1.0, 12.0, 20.0},
        {"Megatron, fp32 main gradients", States::megatron, 0.0, 14.0, 18.0},
        {"mixed precision", States::mixed, 0.0, 14.0, 16.0},
    };
    for (const BytesRow& row : rows) {
        MemoryFacts facts;
        facts.foreach_copies.value = row.foreach_copies;
        const StateBytes b = state_bytes(row.states, Optimizer::adamw, 2.0, facts);
        EXPECT_DOUBLE_EQ(b.weight + b.optimizer(), row.steady) << row.name;
        EXPECT_DOUBLE_EQ(b.weight + b.optimizer() + b.gradient + b.step_copies, row.peak)
            << row.name;
    }
}

/// 6 + 12/d bytes (Megatron-LM, docs/source/api-guide/dist_optimizer.md).
TEST(PublishedMemory, MegatronDistributedOptimizer) {
    constexpr double parameters = 8e9;
    for (const int ranks : {1, 2, 8, 64}) {
        Scenario scenario = states_of(samples::vocabulary_model(parameters), {}, ranks, 1);
        scenario.training.states = States::megatron;
        EXPECT_NEAR(lasting_states(scenario) / units::B / parameters, 6.0 + 12.0 / ranks, 1e-9);
    }
}

/// bert-base-cased: 1.61 GB to train with Adam in fp32, 206.59 MB of 16-bit weights (Accelerate,
/// model size estimator; binary units).
TEST(PublishedMemory, AccelerateEstimate) {
    ModelSpec bert = samples::model("bert-base");
    bert.vocab_size = 28996;
    const auto parameters = static_cast<double>(count_parameters(bert).total);
    EXPECT_LE(difference(2.0 * parameters / (units::MiB / units::B), 206.59), 0.005);
    const StateBytes b = state_bytes(States::pure, Optimizer::adamw, 4.0, {});
    const double trained = b.weight + b.gradient + b.optimizer();
    EXPECT_LE(difference(trained * parameters / (units::GiB / units::B), 1.61), 0.005);
}

/// Llama-3-8B: 14.96 GiB on one GPU, 7.48 GiB on each of two (vLLM start-up log).
TEST(PublishedMemory, VllmWeights) {
    for (const int tensor : {1, 2}) {
        Scenario scenario = samples::on("llama3-8b", "h100-sxm", "megatron-core", tensor);
        scenario.training.tensor_parallel = tensor;
        const Bytes weights = stage_memory(scenario, 0)[0][MemoryTerm::weights];
        EXPECT_LE(difference(gib(weights), 14.96 / tensor), 0.003);
    }
}

/// Qwen3-8B on 8 GPUs under ZeRO-3: 11.442 GiB of fp32 weights and moments, 3.814 GiB of fp32
/// gradients (InternLM, xtuner, llm_calc).
TEST(PublishedMemory, XtunerCalculator) {
    Scenario scenario = samples::on("qwen3-8b", "h100-sxm", "fsdp2", 8);
    scenario.training.zero_stage = 3;
    const MemoryBreakdown step =
        stage_memory(scenario, 0)[static_cast<std::size_t>(Phase::optimizer_step)];
    EXPECT_LE(
        difference(gib(step[MemoryTerm::weights] + step[MemoryTerm::optimizer_states]), 11.442),
        0.01);
    EXPECT_LE(difference(gib(step[MemoryTerm::gradients]), 3.814), 0.01);
}

/// StarCoder-15B, 206 GiB of activations without checkpointing: sbhL(30 + 4/a + 5as/h)
/// (Hugging Face, personal copilot blog, 2023).
TEST(PublishedMemory, LoraBlogActivations) {
    Scenario scenario = gpt_layer(json{
        {"hidden", 6144}, {"heads", 48}, {"layers", 40}, {"sequence", 2048}, {"micro_batch", 4}});
    scenario.model.num_key_value_heads = 1;
    const Rank rank(scenario);
    StageContent stage = stage_content(rank, 0);
    stage.first = false;
    EXPECT_LE(difference(gib(kept(stage_activations(rank, stage))), 206.4), 0.01);
}

TEST(PublishedMemory, LlamaFactoryRuleOfThumb) {
    const json data = table("llamafactory_table.json");
    for (const json& row : data["rows"]) {
        const std::string kind = row["kind"];
        const States states = kind == "full" ? States::megatron : States::pure;
        const StateBytes b = state_bytes(states, Optimizer::adamw, 2.0, {});
        const double bytes = kind == "lora" ? b.weight : b.weight + b.gradient + b.optimizer();
        expect_within(bytes * row["parameters"].get<double>() / 1e9, row["gb"], data["tolerance"],
                      row);
    }
}

} // namespace
} // namespace headroom
