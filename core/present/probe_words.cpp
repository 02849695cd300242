#include "core/present/probe_words.hpp"

#include "core/calibrate/probe_names.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

struct Entry {
    std::string_view word;
    Words words;
};

constexpr std::array stage_entries{
    Entry{"facts", {"facts of the device", "장치 정보"}},
    Entry{"context", {"memory of a context", "컨텍스트 메모리"}},
    Entry{"launch", {"kernel launches", "커널 실행 비용"}},
    Entry{"bandwidth", {"memory bandwidth", "메모리 대역폭"}},
    Entry{"host_link", {"link to the host", "호스트 연결"}},
    Entry{"products", {"matrix products", "행렬 곱"}},
    Entry{"sustained", {"sustained load", "지속 부하"}},
    Entry{"attention", {"attention", "어텐션"}},
    Entry{"overlap", {"overlap", "겹침"}},
    Entry{"peers", {"copies between GPUs", "GPU 사이 복사"}},
    Entry{"collectives", {"collectives", "집합 통신"}},
    Entry{"host", {"host memory and Adam", "호스트 메모리와 Adam"}},
    Entry{"disk", {"disk", "디스크"}},
};

constexpr std::array result_entries{
    Entry{"usable_memory", {"usable memory", "쓸 수 있는 메모리"}},
    Entry{"cuda_context", {"CUDA context", "CUDA 컨텍스트"}},
    Entry{"module_memory", {"memory of kernels", "커널이 차지하는 메모리"}},
    Entry{"cublaslt_memory", {"memory of cuBLASLt", "cuBLASLt가 차지하는 메모리"}},
    Entry{"nccl_memory", {"memory of NCCL", "NCCL이 차지하는 메모리"}},
    Entry{"kernel_gap", {"gap between kernels", "커널 사이 간격"}},
    Entry{"launch_host", {"launch, on the host", "호스트의 커널 실행 시간"}},
    Entry{"hbm_read", {"memory, read", "메모리 읽기"}},
    Entry{"hbm_write", {"memory, write", "메모리 쓰기"}},
    Entry{"hbm_copy", {"memory, copy", "메모리 복사"}},
    Entry{"hbm_triad", {"memory, triad", "메모리 트라이어드"}},
    Entry{"h2d_pinned", {"host to GPU, pinned", "호스트 → GPU, 고정 메모리"}},
    Entry{"d2h_pinned", {"GPU to host, pinned", "GPU → 호스트, 고정 메모리"}},
    Entry{"h2d_both", {"host to GPU, both ways at once", "호스트 → GPU, 양방향 동시"}},
    Entry{"d2h_both", {"GPU to host, both ways at once", "GPU → 호스트, 양방향 동시"}},
    Entry{"h2d_pageable", {"host to GPU, pageable", "호스트 → GPU, 일반 메모리"}},
    Entry{"d2h_pageable", {"GPU to host, pageable", "GPU → 호스트, 일반 메모리"}},
    Entry{"h2d_size", {"host to GPU, bytes", "호스트 → GPU, 바이트"}},
    Entry{"d2h_size", {"GPU to host, bytes", "GPU → 호스트, 바이트"}},
    Entry{"gemm", {"product", "행렬 곱"}},
    Entry{"gemm_wgrad_fp32", {"weight gradient summed in fp32", "fp32로 더한 가중치 기울기"}},
    Entry{"gemm_best", {"product, best of 8 algorithms", "행렬 곱, 알고리즘 8개 중 최고"}},
    Entry{"gemm_zeros", {"product of zeros", "0만 있는 행렬 곱"}},
    Entry{"sustained_mix",
          {"sustained, products and memory in turn", "지속 부하, 행렬 곱과 메모리 번갈아"}},
    Entry{"sustained_pure", {"sustained, products alone", "지속 부하, 행렬 곱만"}},
    Entry{"overlap_all_reduce", {"slowdown beside an all-reduce", "all-reduce와 겹칠 때의 지연"}},
    Entry{"overlap_copy", {"slowdown beside a copy", "복사와 겹칠 때의 지연"}},
    Entry{"peer", {"copy between GPUs", "GPU 사이 복사"}},
    Entry{"all_reduce", {"all-reduce", "all-reduce"}},
    Entry{"all_gather", {"all-gather", "all-gather"}},
    Entry{"reduce_scatter", {"reduce-scatter", "reduce-scatter"}},
    Entry{"all_to_all", {"all-to-all", "all-to-all"}},
    Entry{"host_triad", {"host memory, triad", "호스트 메모리 트라이어드"}},
    Entry{"host_adam", {"Adam on the host", "호스트에서의 Adam"}},
    Entry{"host_adam_share", {"Adam on one rank's processors", "랭크 하나 몫의 프로세서로 Adam"}},
    Entry{"disk_read", {"disk, read", "디스크 읽기"}},
    Entry{"disk_write", {"disk, write", "디스크 쓰기"}},
    Entry{"cpu_call", {"processor, start of threads", "프로세서, 스레드 시작"}},
    Entry{"cpu_memory", {"processor, memory", "프로세서, 메모리"}},
    Entry{"cpu_gemm", {"processor, product", "프로세서, 행렬 곱"}},
    Entry{"cpu_sustained", {"processor, sustained", "프로세서, 지속 부하"}},
    Entry{"cpu_collective", {"host memory by MPI", "MPI로 잰 호스트 메모리"}},
};
static_assert(result_entries.size() == probe_result_kinds.size());

constexpr std::array doubt_entries{
    Entry{"few_samples", {"Too few samples.", "표본이 너무 적습니다."}},
    Entry{"unsteady", {"The samples differ by more than 3 %.", "표본이 3 % 넘게 흩어집니다."}},
    Entry{"interrupted",
          {"Some samples were much slower than the others.", "유난히 느린 표본이 여럿 있습니다."}},
    Entry{
        "clock_moving",
        {"The clock changed by more than 5 % meanwhile.", "재는 동안 클럭이 5 % 넘게 변했습니다."}},
    Entry{"throttled",
          {"The GPU was held back by heat or hardware.",
           "열이나 하드웨어 때문에 GPU가 느려졌습니다."}},
    Entry{"not_settled",
          {"The rate was still changing at the end.", "끝날 때까지 속도가 안정되지 않았습니다."}},
    Entry{"other_process",
          {"Another program was on the GPU.", "다른 프로그램이 GPU를 쓰고 있었습니다."}},
    Entry{"busy_before",
          {"The GPU was busy before measuring began.", "재기 전부터 GPU가 바빴습니다."}},
    Entry{"too_fast",
          {"Faster than the hardware can be: something is wrong.",
           "하드웨어 한계보다 빠릅니다. 무언가 잘못되었습니다."}},
    Entry{"link_downgraded",
          {"The PCIe link ran below its best under load.",
           "부하 중에도 PCIe 연결이 최고 속도보다 낮았습니다."}},
    Entry{"no_nvml",
          {"NVML did not answer, so nothing could be cross-checked.",
           "NVML이 응답하지 않아 교차 확인을 할 수 없었습니다."}},
    Entry{"mig", {"A MIG slice, not a whole GPU.", "GPU 전체가 아니라 MIG 조각입니다."}},
    Entry{"vgpu", {"A virtual GPU.", "가상 GPU입니다."}},
    Entry{"library_error", {"The library reported an error.", "라이브러리가 오류를 알렸습니다."}},
    Entry{"invalid", {"Not a possible value.", "있을 수 없는 값입니다."}},
    Entry{"corrupt_peer",
          {"The data that arrived were not those that were sent.",
           "도착한 데이터가 보낸 데이터와 다릅니다."}},
    Entry{"reference_blas",
          {"Measured with a BLAS that is not optimised.", "최적화되지 않은 BLAS로 쟀습니다."}},
    Entry{"small_buffer",
          {"The buffer was small enough for the cache to help.",
           "버퍼가 작아 캐시가 도왔을 수 있습니다."}},
    Entry{"page_cache",
          {"The page cache could not be passed by.", "페이지 캐시를 피하지 못했습니다."}},
    // The fit's own word (core/calibrate/probe_fit.hpp)
    Entry{"without_framework",
          {"Without a framework's own kernels, which the preset holds.",
           "프리셋과 달리 프레임워크의 커널이 들어 있지 않습니다."}},
};

constexpr std::array error_entries{
    Entry{"no_device", {"The driver lists no GPU.", "드라이버에 GPU가 없습니다."}},
    Entry{"no_driver",
          {"There is no NVIDIA driver on this machine.",
           "이 컴퓨터에는 NVIDIA 드라이버가 없습니다."}},
    Entry{"driver_stub",
          {"There is a CUDA toolkit but no driver.", "CUDA 툴킷만 있고 드라이버가 없습니다."}},
    Entry{"driver_mismatch",
          {"The driver was updated and not loaded again.",
           "드라이버를 갱신한 뒤 다시 불러오지 않았습니다."}},
    Entry{"system_not_ready",
          {"The machine's GPUs are not ready; the fabric manager may not run.",
           "GPU가 준비되지 않았습니다. 패브릭 매니저가 꺼져 있을 수 있습니다."}},
    Entry{"unsupported_vendor",
          {"Only NVIDIA GPUs can be measured.", "NVIDIA GPU만 잴 수 있습니다."}},
    Entry{"driver_too_old", {"The driver is too old.", "드라이버가 너무 오래되었습니다."}},
    Entry{"device_busy",
          {"Another program has the GPU to itself.", "다른 프로그램이 GPU를 독점하고 있습니다."}},
    Entry{"compute_prohibited",
          {"The GPU is set to allow no computing.", "GPU가 계산을 금지하도록 설정되어 있습니다."}},
    Entry{"other_process",
          {"A program is running on this GPU; measuring would slow it.",
           "이 GPU에서 프로그램이 실행 중입니다. 재면 그 프로그램이 느려집니다."}},
    Entry{"out_of_memory",
          {"No memory could be reserved on the GPU.", "GPU 메모리를 확보하지 못했습니다."}},
    Entry{"ecc_error", {"The GPU reported a memory error.", "GPU가 메모리 오류를 알렸습니다."}},
    Entry{"display_watchdog",
          {"The display's watchdog ended the measurement.",
           "디스플레이 감시 장치가 측정을 끝냈습니다."}},
    Entry{"device_error", {"The GPU reported an error.", "GPU가 오류를 알렸습니다."}},
    Entry{"cancelled", {"Cancelled.", "취소했습니다."}},
    Entry{"timeout", {"The GPU did not answer in time.", "GPU가 제시간에 응답하지 않았습니다."}},
    Entry{"stuck_in_driver",
          {"The GPU driver hangs; a reboot may be needed.",
           "GPU 드라이버가 멈췄습니다. 다시 시작해야 할 수 있습니다."}},
    Entry{"crash", {"The probe crashed.", "측정 프로그램이 비정상 종료되었습니다."}},
    Entry{"flood",
          {"The probe wrote more than it ever should.",
           "측정 프로그램이 지나치게 많은 내용을 썼습니다."}},
    Entry{"not_installed", {"headroom-probe was not found.", "headroom-probe를 찾지 못했습니다."}},
    Entry{"newer",
          {"This headroom-probe is newer than the program.",
           "headroom-probe가 이 프로그램보다 새 버전입니다."}},
};

constexpr std::array skip_entries{
    Entry{"not_measured", {"not measured: needs cuDNN", "재지 않음: cuDNN이 필요합니다"}},
    Entry{"no_gpu", {"a host processor has none", "호스트 프로세서에는 없습니다"}},
    Entry{"memory", {"not enough free memory", "빈 메모리가 모자랍니다"}},
    Entry{"no_cublaslt",
          {"no libcublasLt for this driver was found",
           "이 드라이버에 맞는 libcublasLt를 찾지 못했습니다"}},
    Entry{"not_supported", {"this GPU cannot do it", "이 GPU가 지원하지 않습니다"}},
    Entry{"too_slow", {"too slow for the time allowed", "허용된 시간에 비해 너무 느립니다"}},
    Entry{"too_hot", {"the GPU is close to its limit of heat", "GPU가 온도 한계에 가깝습니다"}},
    Entry{"one_gpu", {"there is no other GPU", "다른 GPU가 없습니다"}},
    Entry{"no_nccl", {"libnccl was not found", "libnccl을 찾지 못했습니다"}},
    Entry{"hang",
          {"NCCL did not end: look at the IOMMU and PCIe ACS",
           "NCCL이 끝나지 않았습니다. IOMMU와 PCIe ACS를 살펴보세요"}},
    Entry{"failed", {"NCCL reported an error", "NCCL이 오류를 알렸습니다"}},
    Entry{"no_blas", {"no BLAS library was found", "BLAS 라이브러리를 찾지 못했습니다"}},
};

template <std::size_t size>
const Words* find_words(const std::array<Entry, size>& entries, std::string_view word) {
    const auto* const found = std::ranges::find(entries, word, &Entry::word);
    return found == entries.end() ? nullptr : &found->words;
}

std::string said(const Words* words, std::string_view otherwise, Language language) {
    return std::string(words != nullptr ? say(*words, language) : otherwise);
}

std::string verdict_of(const ProbeResult& result, Language language) {
    if (result.trusted()) return std::string(say({"trusted", "믿을 수 있음"}, language));
    std::string text;
    for (const std::string& doubt : result.doubts)
        text += (text.empty() ? "" : " ") + probe_doubt_sentence(doubt, language);
    return text;
}

} // namespace

std::string probe_stage_label(std::string_view stage, Language language) {
    return said(find_words(stage_entries, stage), stage, language);
}

std::string probe_result_label(std::string_view name, Language language) {
    const ProbeResultKind* const kind = find_probe_result(name);
    if (kind == nullptr) return probe_stage_label(name, language);
    std::string label = said(find_words(result_entries, kind->stem), kind->stem, language);
    if (!kind->detailed) return label;
    std::string details(name.substr(kind->stem.size() + 1));
    std::ranges::replace(details, '_', ' ');
    return label + ", " + details;
}

std::string probe_doubt_sentence(std::string_view word, Language language) {
    return said(find_words(doubt_entries, word), word, language);
}

std::string probe_error_sentence(std::string_view code, Language language) {
    return said(find_words(error_entries, code), "", language);
}

std::string probe_value(const ProbeResult& result) {
    return significant(result.value, 3) + " " + result.unit;
}

TableView probe_table(const ProbeReport& report, Language language) {
    TableView table;
    for (const Words& title :
         {Words{"result", "결과"}, Words{"verdict", "판정"}, Words{"value", "값"},
          Words{"spread", "산포"}, Words{"samples", "표본"}})
        table.columns.emplace_back(say(title, language));
    for (const ProbeResult& result : report.results) {
        const bool counted = !result.rel_spread || *result.rel_spread <= 0.0;
        const double percent = counted ? 0.0 : 100.0 * *result.rel_spread;
        table.rows.push_back({probe_result_label(result.name, language),
                              verdict_of(result, language), probe_value(result),
                              counted ? "" : fmt::format("{:.1f} %", percent),
                              counted ? "" : std::to_string(result.samples)});
    }
    for (const ProbeSkipped& skipped : report.skipped)
        if (skipped.reason != "not_asked" && skipped.reason != "other_effort")
            table.rows.push_back(
                {probe_result_label(skipped.name, language),
                 said(find_words(skip_entries, skipped.reason), skipped.message, language), "", "",
                 ""});
    return table;
}

} // namespace headroom
