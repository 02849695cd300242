// Why a plan is not legal, with its numbers, in both languages.
#include "core/model/pipeline_split.hpp"
#include "core/present/korean.hpp"
#include "core/present/wording.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace headroom {

namespace {

/// Templates by bit of Illegality. Korean particles that follow a number are named after it:
/// {tp_to} is "TP 3으로".
constexpr std::array reasons{
    Words{"{heads} heads do not divide by TP {tp}", "헤드 {heads}개를 {tp_to} 나눌 수 없습니다"},
    Words{"{kv_heads} key-value heads do not divide by TP {tp}",
          "KV 헤드 {kv_heads}개를 {tp_to} 나눌 수 없습니다"},
    Words{"the MLP width {ffn} does not divide by TP {tp}",
          "MLP 폭 {ffn_object} {tp_to} 나눌 수 없습니다"},
    Words{"{layers} layers do not divide by PP {pp} with {chunks} chunks each",
          "층 {layers}개를 {pp_to}(스테이지마다 {chunks}조각) 나눌 수 없습니다"},
    Words{"{gpus} GPUs do not divide by TP {tp} x PP {pp} x CP {cp}",
          "GPU {gpus}개를 TP {tp} x PP {pp} x {cp_to} 나눌 수 없습니다"},
    Words{"global batch {global} is not a multiple of DP {dp} x micro batch {micro}",
          "글로벌 배치 {global_topic} DP {dp} x 마이크로 배치 {micro}의 배수가 아닙니다"},
    Words{"global batch {global} is smaller than one pass of DP {dp} x micro batch {micro}",
          "글로벌 배치 {global_topic} DP {dp} x 마이크로 배치 {micro} 한 번보다 작습니다"},
    Words{"{experts} experts do not divide by EP {ep}",
          "전문가 {experts}개를 {ep_to} 나눌 수 없습니다"},
    Words{"the {stage_gpus} GPUs of a stage do not divide by EP {ep} x expert TP {etp}",
          "한 스테이지의 GPU {stage_gpus}개를 {ep_to}(전문가 TP {etp}) 나눌 수 없습니다"},
    Words{"EP {ep} needs a model with experts", "EP {ep}에는 전문가가 있는 모델이 필요합니다"},
    Words{"sequence {sequence} does not divide by 2 x CP {cp}",
          "시퀀스 {sequence_object} 2 x {cp_to} 나눌 수 없습니다"},
    Words{"{gpu} does not have {precision}", "{gpu} 제품은 {precision} 연산을 지원하지 않습니다"},
    Words{"the ZeRO group {zero_group} does not divide DP {dp}",
          "DP {dp_object} ZeRO 그룹 {zero_group_to} 나눌 수 없습니다"},
    Words{"{chunks} chunks per stage need pipeline stages (PP {pp})",
          "스테이지마다 {chunks}조각으로 나누려면 파이프라인 병렬이 필요합니다(PP {pp})"},
    Words{"{passes} micro batches are not a multiple of PP {pp}, as interleaving needs",
          "인터리빙에는 마이크로 배치 수({passes})가 PP {pp}의 배수여야 합니다"},
    Words{"one rank's share of sequence {sequence} does not divide by TP {tp}",
          "시퀀스 {sequence} 가운데 한 랭크의 몫을 {tp_to} 나눌 수 없습니다"},
    Words{"a size, a count or a degree is out of range",
          "크기, 개수, 병렬 차수 가운데 범위를 벗어난 값이 있습니다"},
    Words{"more layers are to be recomputed than a stage has ({stage_layers})",
          "다시 계산할 층이 한 스테이지의 층({stage_layers}개)보다 많습니다"},
    Words{"this kind of model cannot be split so", "이 종류의 모델은 이렇게 나눌 수 없습니다"},
    Words{"sequence {sequence} is longer than the model's {positions} positions",
          "시퀀스 {sequence_subject} 모델의 위치 {positions}개보다 깁니다"},
    Words{"expert tensor parallel {etp} does not fit TP {tp} and the experts' width",
          "전문가 텐서 병렬 {etp_subject} TP {tp} 또는 전문가 폭과 맞지 않습니다"},
    Words{"{task} cannot be trained in {precision}",
          "{task} 작업은 {precision} 정밀도로 학습할 수 없습니다"},
    Words{"offloading parameters needs ZeRO 3", "파라미터 오프로드에는 ZeRO 3이 필요합니다"},
    Words{"an optimizer in backward cannot accumulate {passes} micro batches",
          "역전파 중 옵티마이저는 마이크로 배치 {passes}개를 누적할 수 없습니다"},
};

/// The named values of the templates above.
class Values {
  public:
    explicit Values(const Scenario& scenario) {
        put_degrees(scenario);
        put_model(scenario.model);
        put_batch(scenario);
        put("gpus", scenario.cluster.gpus());
        put("gpu", gpu_label(scenario.cluster.gpu));
        put("precision", std::string(name_of(scenario.training.precision)));
        put("task", std::string(name_of(scenario.training.task)));
        put("stage_layers", most_stage_layers(scenario.model, scenario.training));
    }

    std::string put_into(std::string_view words) const {
        return fmt::vformat(fmt::string_view(words.data(), words.size()), store_);
    }

  private:
    template <class Value>
    void put(const std::string& name, const Value& value) {
        store_.push_back(fmt::arg(name.c_str(), value));
    }

    /// {name}, and {name_to}: "TP 3으로".
    void degree(const std::string& name, std::string_view prefix, int value) {
        put(name, value);
        put(name + "_to", with_particle(fmt::format("{}{}", prefix, value), Particle::direction));
    }

    /// {name}, and with the particles that follow a plain number.
    void number(const std::string& name, int value) {
        const std::string text = std::to_string(value);
        put(name, value);
        put(name + "_object", with_particle(text, Particle::object));
        put(name + "_subject", with_particle(text, Particle::subject));
        put(name + "_topic", with_particle(text, Particle::topic));
    }

    void put_degrees(const Scenario& scenario) {
        const TrainingPlan& plan = scenario.training;
        degree("tp", "TP ", plan.tensor_parallel);
        degree("pp", "PP ", plan.pipeline_parallel);
        degree("cp", "CP ", plan.context_parallel);
        degree("ep", "EP ", plan.expert_parallel);
        degree("zero_group", "", plan.zero_group.value_or(0));
        number("etp", plan.expert_tensor_parallel);
        number("dp", data_parallel(scenario));
        put("stage_gpus", scenario.cluster.gpus() / std::max(1, plan.pipeline_parallel));
        put("chunks", plan.virtual_stages);
    }

    void put_model(const ModelSpec& model) {
        put("heads", model.num_attention_heads);
        put("kv_heads", model.num_key_value_heads);
        put("layers", model.num_hidden_layers);
        put("experts", model.moe ? model.moe->num_experts : 0);
        put("positions", model.pos_embeddings);
        number("ffn", model.intermediate_size);
    }

    void put_batch(const Scenario& scenario) {
        number("global", scenario.training.global_batch);
        number("sequence", scenario.training.sequence);
        put("micro", scenario.training.micro_batch);
        put("passes", micro_batches(scenario));
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
