// Why a plan is not legal, with its numbers, in both languages.
#include "core/present/korean.hpp"
#include "core/present/wording.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace headroom {

namespace {

/// Templates by bit of Illegality. What Korean puts behind a number follows its sound: {tp_to} is
/// "TP 3으로".
constexpr std::array reasons{
    Words{"{heads} heads do not divide by TP {tp}", "헤드 {heads}개를 {tp_to} 나눌 수 없습니다"},
    Words{"{kv_heads} key/value heads can be neither divided by nor copied to TP {tp}",
          "KV 헤드 {kv_heads}개를 {tp_to} 나눌 수도 복사할 수도 없습니다"},
    Words{"the MLP width {ffn} does not divide by TP {tp}",
          "MLP 폭 {ffn_object} {tp_to} 나눌 수 없습니다"},
    Words{"{layers} layers do not divide by PP {pp} x virtual stages {chunks}",
          "층 {layers}개를 PP {pp} x 가상 스테이지 {chunks_to} 나눌 수 없습니다"},
    Words{"{gpus} GPUs do not divide by TP {tp} x PP {pp} x CP {cp}",
          "GPU {gpus}개를 TP {tp} x PP {pp} x {cp_to} 나눌 수 없습니다"},
    Words{"global batch {global} is not a multiple of DP {dp} x micro batch {micro}",
          "글로벌 배치 {global_topic} DP {dp} x 마이크로 배치 {micro}의 배수가 아닙니다"},
    Words{"global batch {global} is smaller than one pass of DP {dp} x micro batch {micro}",
          "글로벌 배치 {global_topic} DP {dp} x 마이크로 배치 {micro} 한 번보다 작습니다"},
    Words{"{experts} experts do not divide by EP {ep}",
          "전문가 {experts}개를 {ep_to} 나눌 수 없습니다"},
    Words{"the {stage_gpus} GPUs of a pipeline stage do not divide by EP {ep} x expert TP {etp}",
          "파이프라인 스테이지의 GPU {stage_gpus}개를 EP {ep} x 전문가 TP {etp_to} 나눌 수 "
          "없습니다"},
    Words{"EP {ep} needs a model with experts", "EP {ep}에는 전문가가 있는 모델이 필요합니다"},
    Words{"sequence {sequence} does not divide into 2 x CP {cp} pieces",
          "시퀀스 {sequence_object} 2 x CP {cp}조각으로 나눌 수 없습니다"},
    Words{"this GPU has no {precision} units", "이 GPU는 {precision} 연산을 지원하지 않습니다"},
    Words{"a ZeRO group of {zero_group} does not divide DP {dp} x CP {cp}",
          "DP {dp} x {cp_object} ZeRO 그룹 {zero_group_to} 나눌 수 없습니다"},
    Words{"{chunks} virtual stages need a pipeline, and PP is {pp}",
          "가상 스테이지 {chunks}개에는 파이프라인이 필요합니다(PP {pp})"},
    Words{"{passes} micro batches are no multiple of PP {pp}, as an interleaved schedule needs",
          "인터리빙에는 마이크로 배치 수({passes})가 PP {pp}의 배수여야 합니다"},
    Words{
        "sequence parallel splits {piece} tokens of a rank by TP {tp}, which does not divide them",
        "시퀀스 병렬이 랭크의 토큰 {piece}개를 {tp_to} 나눌 수 없습니다"},
    Words{"a size, a count or a degree is out of range",
          "크기, 개수, 병렬 차수 가운데 범위를 벗어난 값이 있습니다"},
    Words{"{recompute_layers} layers are to be recomputed, more than a pipeline stage has",
          "다시 계산할 층 {recompute_layers}개가 파이프라인 스테이지의 층보다 많습니다"},
    Words{"the stages of an encoder-decoder are not modelled: PP {pp} has to be 1",
          "인코더-디코더의 스테이지는 다루지 않습니다. {pp_subject} 아니라 1이어야 합니다"},
    Words{"sequence {sequence} is longer than the model's table of {positions} positions",
          "시퀀스 {sequence_subject} 모델의 위치 {positions}개보다 깁니다"},
    Words{"the experts cannot be split by expert TP {etp}",
          "전문가를 전문가 TP {etp_to} 나눌 수 없습니다"},
    Words{"{task} cannot run in {precision} on {format} weights",
          "{task} 작업은 {format} 가중치와 {precision} 정밀도로 실행할 수 없습니다"},
    Words{"offload \"{offload}\" needs ZeRO 3, not {zero}",
          "오프로드 \"{offload}\"에는 ZeRO 3이 필요합니다(지금은 {zero})"},
    Words{"an optimizer in backward keeps no gradients, which {passes} micro batches accumulate in",
          "역전파 중 옵티마이저는 기울기를 남기지 않아 마이크로 배치 {passes}개를 누적할 수 "
          "없습니다"},
    Words{"offloading needs the rate of the link to the host, and of the disks for nvme",
          "오프로드에는 호스트 연결(nvme라면 디스크도)의 속도가 필요합니다"},
};
static_assert(reasons.size() == illegality_count);

/// The named values of the templates above.
class Values {
  public:
    explicit Values(const Scenario& scenario) {
        put_degrees(scenario);
        put_model(scenario.model);
        put_batch(scenario);
        put_words(scenario);
    }

    std::string put_into(std::string_view words) const {
        return fmt::vformat(fmt::string_view(words.data(), words.size()), store_);
    }

  private:
    template <class Value>
    void put(const std::string& name, const Value& value) {
        store_.push_back(fmt::arg(name.c_str(), value));
    }

    /// {name} as a plain number; with `prefix` before it and Korean particles behind: {name_to}.
    void number(const std::string& name, int value, std::string_view prefix = {}) {
        const std::string text = fmt::format("{}{}", prefix, value);
        put(name, value);
        put(name + "_to", with_particle(text, Particle::direction));
        put(name + "_object", with_particle(text, Particle::object));
        put(name + "_subject", with_particle(text, Particle::subject));
        put(name + "_topic", with_particle(text, Particle::topic));
    }

    void put_degrees(const Scenario& scenario) {
        const TrainingPlan& plan = scenario.training;
        number("tp", plan.tensor_parallel, "TP ");
        number("pp", plan.pipeline_parallel, "PP ");
        number("cp", plan.context_parallel, "CP ");
        number("ep", plan.expert_parallel, "EP ");
        number("etp", plan.expert_tensor_parallel);
        number("zero_group", plan.zero_group.value_or(0));
        number("dp", data_parallel(scenario));
        number("chunks", plan.virtual_stages);
        const int gpus = scenario.cluster.gpus();
        put("gpus", gpus);
        put("stage_gpus", gpus / std::max(1, plan.pipeline_parallel));
        put("piece", plan.sequence / std::max(1, plan.context_parallel));
    }

    void put_model(const ModelSpec& model) {
        const bool has_own_table = model.position == Position::learned && model.pos_embeddings > 0;
        put("heads", model.num_attention_heads);
        put("kv_heads", model.num_key_value_heads);
        put("layers", layer_count(model));
        put("experts", model.moe ? model.moe->num_experts : 0);
        put("positions", has_own_table ? model.pos_embeddings : model.max_position_embeddings);
        number("ffn", model.intermediate_size);
    }

    void put_batch(const Scenario& scenario) {
        number("global", scenario.training.global_batch);
        number("sequence", scenario.training.sequence);
        put("micro", scenario.training.micro_batch);
        put("passes", micro_batches(scenario));
    }

    void put_words(const Scenario& scenario) {
        const TrainingPlan& plan = scenario.training;
        put("precision", std::string(name_of(plan.precision)));
        put("task", std::string(name_of(plan.task)));
        put("format", std::string(name_of(plan.quantization.weights)));
        put("offload", std::string(name_of(plan.offload)));
        put("zero", plan.zero_stage);
        put("recompute_layers", plan.recompute.layers.value_or(0));
    }

    fmt::dynamic_format_arg_store<fmt::format_context> store_;
};

} // namespace

std::string illegality_sentence(const Scenario& scenario, Illegality illegality,
                                Language language) {
    const auto bits = static_cast<std::uint32_t>(illegality);
    if (bits == 0) return {};
    const auto first = static_cast<std::size_t>(std::countr_zero(bits));
    if (first >= reasons.size()) return {};
    std::string sentence = Values(scenario).put_into(say(reasons[first], language));
    if (const int others = std::popcount(bits) - 1; others > 0)
        sentence += language == Language::korean ? fmt::format("(문제 {}개 더)", others)
                                                 : fmt::format(" (and {} more)", others);
    return sentence + ".";
}

} // namespace headroom
