#include "core/present/wording.hpp"

#include "core/present/korean.hpp"
#include "core/present/money_text.hpp"
#include "core/present/numbers.hpp"

#include <fmt/format.h>

#include <array>

namespace headroom {

namespace {

template <class Term>
std::string_view word_of(std::span<const Words> words, Term term, Language language) {
    return say(words[static_cast<std::size_t>(term)], language);
}

constexpr std::array verdict_words{Words{"fits", "들어감"}, Words{"tight", "빠듯함"},
                                   Words{"does not fit", "들어가지 않음"},
                                   Words{"not legal", "만들 수 없음"}};

constexpr std::array memory_words{
    Words{"weights", "가중치"},
    Words{"16-bit copies of weights", "가중치 16비트 사본"},
    Words{"gradients", "기울기"},
    Words{"unsharded gradients", "나누지 않은 기울기"},
    Words{"optimizer states", "옵티마이저 상태"},
    Words{"optimizer temporaries", "옵티마이저 임시 버퍼"},
    Words{"activations", "활성값"},
    Words{"working set of one layer", "한 층의 작업 공간"},
    Words{"attention scores", "어텐션 점수"},
    Words{"routing imbalance", "라우팅 불균형"},
    Words{"logits and loss", "로짓과 손실"},
    Words{"gathered parameters", "모은 파라미터"},
    Words{"communication buckets", "통신 버킷"},
    Words{"kernel workspace", "커널 작업 공간"},
};
static_assert(memory_words.size() == MemoryBreakdown::size);

constexpr std::array step_words{
    Words{"matmul", "행렬곱"},
    Words{"attention", "어텐션"},
    Words{"element-wise", "원소별 연산"},
    Words{"recompute", "재계산"},
    Words{"head and loss", "출력층과 손실"},
    Words{"optimizer step", "옵티마이저 스텝"},
    Words{"tensor-parallel communication", "텐서 병렬 통신"},
    Words{"data-parallel communication", "데이터 병렬 통신"},
    Words{"context-parallel communication", "컨텍스트 병렬 통신"},
    Words{"expert exchange", "전문가 교환"},
    Words{"pipeline communication", "파이프라인 통신"},
    Words{"pipeline bubble", "파이프라인 버블"},
    Words{"offload", "오프로드"},
    Words{"kernel launch", "커널 실행 대기"},
    Words{"data loading", "데이터 적재"},
    Words{"stragglers", "느린 노드"},
    Words{"memory pressure", "메모리 압박"},
};
static_assert(step_words.size() == StepBreakdown::size);

constexpr std::array limiter_words{
    Words{"matmul", "행렬곱"},
    Words{"attention", "어텐션"},
    Words{"memory bandwidth", "메모리 대역폭"},
    Words{"kernel launch", "커널 실행"},
    Words{"tensor-parallel communication", "텐서 병렬 통신"},
    Words{"data-parallel communication", "데이터 병렬 통신"},
    Words{"pipeline bubble", "파이프라인 버블"},
    Words{"expert exchange", "전문가 교환"},
    Words{"offload", "오프로드"},
    Words{"data loading", "데이터 적재"},
};
static_assert(limiter_words.size() == static_cast<std::size_t>(Limiter::count));

/// Positions with a name of their own.
constexpr std::array value_words{
    Words{"none", "없음"},           Words{"selective", "선택"},
    Words{"full", "전체"},           Words{"optimizer", "옵티마이저"},
    Words{"parameters", "파라미터"}, Words{"nvme", "NVMe"},
};

constexpr std::array axis_words{
    Words{"model size", "모델 크기"},
    Words{"sequence", "시퀀스"},
    Words{"micro batch", "마이크로 배치"},
    Words{"global batch", "글로벌 배치"},
    Words{"precision", "정밀도"},
    Words{"checkpointing", "체크포인팅"},
    Words{"ZeRO stage", "ZeRO 단계"},
    Words{"offload", "오프로드"},
    Words{"GPUs", "GPU 수"},
    Words{"tensor parallel", "텐서 병렬"},
    Words{"pipeline parallel", "파이프라인 병렬"},
    Words{"context parallel", "컨텍스트 병렬"},
    Words{"expert parallel", "전문가 병렬"},
};
static_assert(axis_words.size() == axis_count);

constexpr std::array caveat_words{
    Words{"Outside of what was validated. Band widened.",
          "검증 범위 밖입니다. 오차 범위를 넓혔습니다."},
    Words{"Some memory facts of {stack} are assumed, not documented.",
          "{stack}의 메모리 동작 일부는 문서에 없어 가정한 값입니다."},
    Words{"Some time facts of {stack} are assumed, not documented.",
          "{stack}의 시간 동작 일부는 문서에 없어 가정한 값입니다."},
    Words{"The preset of {gpu} is an estimate.", "{gpu} 프리셋은 추정치입니다."},
    Words{"{gpu} is announced, not shipping: its figures are the vendor's.",
          "{gpu} 제품은 발표만 되었습니다. 수치는 제조사가 밝힌 값입니다."},
    Words{"The sustained speed of {gpu} was never measured; it is assumed.",
          "{gpu} 제품의 실제 연산 속도는 측정된 적이 없어 가정했습니다."},
    Words{"No price is known for {gpu}.", "{gpu} 제품의 가격을 알 수 없습니다."},
    Words{"No link between these GPUs is known: 10 Gbit/s Ethernet is assumed.",
          "GPU 사이의 연결망을 알 수 없어 10 Gbit/s 이더넷을 가정했습니다."},
    Words{"Data between the {gpu} cards of a node is taken to go through host memory; boxes with "
          "PCIe "
          "switches can be ten times faster. Measure all-reduce with nccl-tests and set "
          "bus_bandwidth.",
          "한 노드의 {gpu} 카드들이 호스트 메모리를 거쳐 통신한다고 보았습니다. PCIe 스위치가 있는 "
          "장비는 열 배까지 빠를 수 있습니다. nccl-tests로 all-reduce를 측정해 bus_bandwidth에 "
          "넣으세요."},
    Words{"Sequence lengths vary: the longest batch decides the memory, and reserved memory can "
          "be far above it.",
          "시퀀스 길이가 일정하지 않습니다. 가장 긴 배치가 메모리를 정하고, 예약 메모리는 훨씬 "
          "커질 수 있습니다."},
    Words{"How unevenly tokens are routed to experts is assumed.",
          "토큰이 전문가에 고르지 않게 가는 정도는 가정한 값입니다."},
    Words{"Nearly full: the allocator's retries slow such runs down.",
          "메모리가 거의 가득 찹니다. 할당 재시도 때문에 실행이 느려집니다."},
    Words{"Offloading needs more host memory than one node has.",
          "오프로드에 필요한 호스트 메모리가 노드의 용량보다 큽니다."},
    Words{"Host memory of a node is not known; offloading may not fit in it.",
          "노드의 호스트 메모리를 몰라 오프로드가 들어가는지 알 수 없습니다."},
    Words{"Some steps run in another precision than asked for.",
          "일부 연산은 지정한 것과 다른 정밀도로 실행됩니다."},
    Words{"The calibration was measured on another GPU than {gpu} and is not used.",
          "보정값은 {gpu}이(가) 아닌 다른 GPU에서 측정한 것이어서 쓰지 않습니다."},
    Words{"The calibration was measured over other links: its collectives are not used.",
          "보정값은 다른 연결망에서 측정한 것이어서 집합 통신 값은 쓰지 않습니다."},
};
static_assert(caveat_words.size() == static_cast<std::size_t>(Caveat::count));

} // namespace

std::string verdict_word(Verdict verdict, Language language) {
    return std::string(word_of(verdict_words, verdict, language));
}

std::string_view term_name(MemoryTerm term, Language language) {
    return word_of(memory_words, term, language);
}

std::string_view term_name(StepTerm term, Language language) {
    return word_of(step_words, term, language);
}

std::string limiter_name(Limiter limiter, Language language) {
    return std::string(word_of(limiter_words, limiter, language));
}

std::string axis_value_word(Axis axis, double value, const Scenario& scenario, Language language) {
    const std::string label = axis_label(axis, value, scenario);
    constexpr std::string_view every = "every ";
    if (language == Language::english) return label;
    if (label.starts_with(every)) return label.substr(every.size()) + "층마다";
    const auto known = std::ranges::find(value_words, std::string_view(label), &Words::english);
    return known == value_words.end() ? label : std::string(known->korean);
}

std::string axis_name(Axis axis, Language language) {
    return std::string(word_of(axis_words, axis, language));
}

std::string caveat_sentence(Caveat caveat, const Scenario& scenario, Language language) {
    const Purchase purchase = scenario.funding.purchase;
    if (caveat == Caveat::no_price && purchase != Purchase::on_demand)
        return fmt::format("{}, {}: {}.", gpu_label(scenario.cluster.gpu),
                           purchase_name(purchase, language), unpriced_words(scenario, language));
    return fmt::format(fmt::runtime(word_of(caveat_words, caveat, language)),
                       fmt::arg("gpu", gpu_label(scenario.cluster.gpu)),
                       fmt::arg("stack", scenario.stack.name));
}

std::string gpu_label(const GpuSpec& gpu) {
    return gpu.short_name.empty() ? gpu.name : gpu.short_name;
}

bool is_estimated(const Estimate& estimate) {
    const auto has = [&](Caveat caveat) {
        return estimate.caveats.test(static_cast<std::size_t>(caveat));
    };
    return has(Caveat::outside_validated_regime) || has(Caveat::estimated_gpu_preset) ||
           has(Caveat::announced_gpu);
}

namespace {

/// "every 4" is the label of a slider; a sentence says it in words.
std::string checkpointing_words(const std::string& label, bool korean) {
    constexpr std::string_view every = "every ";
    if (label.starts_with(every)) {
        const std::string layers = label.substr(every.size());
        return korean ? layers + "층마다 체크포인팅" : "checkpointing every " + layers + " layers";
    }
    if (!korean) return (label == "none" ? "no" : label) + " checkpointing";
    if (label == "none") return "체크포인팅 없음";
    if (label == "selective") return "선택적 체크포인팅";
    return label == "full" ? "전체 체크포인팅" : label + " 체크포인팅";
}

} // namespace

std::string setting(const Scenario& scenario, Axis axis, Language language) {
    const std::string value = axis_label(axis, get_axis(scenario, axis), scenario);
    const bool korean = language == Language::korean;
    switch (axis) {
    case Axis::model_size: return scenario.model.name.empty() ? value : scenario.model.name;
    case Axis::precision: return value;
    case Axis::zero_stage: return "ZeRO " + value;
    case Axis::tensor_parallel: return "TP " + value;
    case Axis::pipeline_parallel: return "PP " + value;
    case Axis::context_parallel: return "CP " + value;
    case Axis::expert_parallel: return "EP " + value;
    case Axis::checkpointing: return checkpointing_words(value, korean);
    case Axis::gpus:
        return korean ? fmt::format("GPU {}개", value)
                      : value + (scenario.cluster.gpus() == 1 ? " GPU" : " GPUs");
    default:
        return axis_name(axis, language) + " " +
               axis_value_word(axis, get_axis(scenario, axis), scenario, language);
    }
}

std::string settings_line(const Scenario& scenario, Language language) {
    std::string line;
    for (const Axis axis : all_axes) {
        // Degrees of 1 and an offload of nothing are what a reader assumes anyway.
        const bool usual = (axis >= Axis::tensor_parallel && get_axis(scenario, axis) <= 1.0) ||
                           (axis == Axis::offload && get_axis(scenario, axis) == 0.0);
        if (usual || !axis_applies(axis, scenario)) continue;
        if (!line.empty()) line += ", ";
        line += setting(scenario, axis, language);
    }
    return line;
}

int memory_runs(const Calibration& calibration) {
    return calibration.allocated.runs + calibration.process.runs;
}

} // namespace headroom
