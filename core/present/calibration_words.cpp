// The words of calibrations: parameters, doubts, reasons, in both languages.
#include "core/base/unit_text.hpp"
#include "core/present/calibration_view.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

constexpr std::array parameter_words{
    Words{"products alone, share of the peak", "행렬곱 단독, 최대 성능의 비율"},
    Words{"rate per power at the cap", "전력 상한에서 전력당 속도"},
    Words{"K0, fixed work of a product", "K0, 행렬곱의 고정 작업"},
    Words{"q, waves smoothed away", "q, 평활화되는 웨이브"},
    Words{"weight gradients over forward", "순전파 대비 가중치 기울기"},
    Words{"HBM under streaming kernels", "스트리밍 커널의 HBM 비율"},
    Words{"kernel start", "커널 시작"},
    Words{"host time of a layer pass", "한 층의 호스트 시간"},
    Words{"host to GPU", "호스트에서 GPU로"},
    Words{"GPU to host", "GPU에서 호스트로"},
    Words{"all-reduce, share of the link", "all-reduce, 연결 속도의 비율"},
    Words{"all-gather, share of the link", "all-gather, 연결 속도의 비율"},
    Words{"reduce-scatter, share of the link", "reduce-scatter, 연결 속도의 비율"},
    Words{"all-to-all, share of the link", "all-to-all, 연결 속도의 비율"},
    Words{"collective latency", "집합 통신 지연"},
    Words{"collective latency per rank", "랭크당 집합 통신 지연"},
    Words{"collective ramp", "집합 통신 상승 구간"},
    Words{"overlapped traffic that shows", "겹쳐도 드러나는 통신"},
    Words{"CUDA context", "CUDA 컨텍스트"},
    Words{"usable memory", "쓸 수 있는 메모리"},
    Words{"Adam on the host", "호스트의 Adam"},
    Words{"NVMe reading", "NVMe 읽기"},
    Words{"NVMe writing", "NVMe 쓰기"},
};
static_assert(parameter_words.size() == site_parameter_count);

/// What fit_probe() says in English, which is what files hold.
constexpr std::array kept_words{
    Words{"not measured", "측정하지 않음"},
    Words{"measured beyond what is plausible", "측정값이 있을 수 없는 범위임"},
    Words{"the preset has no stream rate to compare with", "프리셋에 비교할 스트림 속도가 없음"},
    Words{"no products were measured", "행렬곱을 측정하지 않음"},
    Words{"needs products of several shapes", "여러 크기의 행렬곱이 필요함"},
    Words{"needs two numbers of ranks", "랭크 수 두 가지가 필요함"},
    Words{"the board did not reach its power cap", "전력 상한에 이르지 않음"},
    Words{"the preset has no power to compare with", "프리셋에 비교할 전력이 없음"},
};

constexpr std::array match_words{
    Words{"", ""},
    Words{"\"{name}\" is not a GPU: nothing of it is written into a GPU's preset.",
          "\"{name}\" 장치는 GPU가 아니어서 GPU 프리셋에 쓰지 않습니다."},
    Words{"\"{name}\" is a slice (MIG): it is never taken for a whole GPU.",
          "\"{name}\" 장치는 GPU의 일부(MIG)여서 전체 GPU로 보지 않습니다."},
    Words{"\"{name}\" is a virtual GPU: it is never taken for a whole one.",
          "\"{name}\" 장치는 가상 GPU여서 전체 GPU로 보지 않습니다."},
    Words{"No preset is known by the name \"{name}\".", "\"{name}\" 이름의 프리셋이 없습니다."},
    Words{"\"{name}\" has {sm} SMs, which no preset of this name has.",
          "\"{name}\" 장치의 SM {sm}개와 맞는 프리셋이 없습니다."},
    Words{"\"{name}\" has {memory} of memory, which no preset of this name has.",
          "\"{name}\" 장치의 메모리 {memory}와 맞는 프리셋이 없습니다."},
};

} // namespace

std::string parameter_name(SiteParameter parameter, std::optional<Precision> dtype,
                           Language language) {
    const auto index = static_cast<std::size_t>(parameter);
    std::string name(say(parameter_words[index], language));
    if (dtype) name += fmt::format(", {}", name_of(*dtype));
    return name;
}

std::string parameter_text(SiteParameter parameter, double value) {
    switch (traits_of(parameter).unit) {
    case SiteUnit::seconds: return format_seconds(value * units::s);
    case SiteUnit::bytes: return gib_term(value * units::B);
    case SiteUnit::byte_rate: return format_byte_rate(value * (units::B / units::s));
    case SiteUnit::parameter_rate: return format_count(value) + "/s";
    case SiteUnit::number: break;
    }
    return significant(value, 3);
}

std::string kept_reason(std::string_view why, Language language) {
    const auto found = std::ranges::find(kept_words, why, &Words::english);
    return std::string(found != kept_words.end() ? say(*found, language) : why);
}

std::string match_sentence(MatchFailure failure, const ProbeDevice& device, Language language) {
    const std::string_view words = say(match_words[static_cast<std::size_t>(failure)], language);
    return fmt::format(
        fmt::runtime(words), fmt::arg("name", device.name), fmt::arg("sm", device.sm),
        fmt::arg("memory", gib(device.number("memory_gib").value_or(0.0) * units::GiB)));
}

} // namespace headroom
