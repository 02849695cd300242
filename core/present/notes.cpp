#include "core/present/notes.hpp"

#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace headroom {

std::vector<std::string> illegal_notes(std::span<const GpuPoint> points, Language language) {
    std::map<std::string, std::string> gpus_by_reason;
    for (const GpuPoint& point : points) {
        if (point.estimate.verdict != Verdict::not_legal) continue;
        std::string& gpus = gpus_by_reason[illegality_sentence(
            point.scenario, point.estimate.illegality, language)];
        if (!gpus.empty()) gpus += ", ";
        gpus += gpu_label(point.scenario.cluster.gpu);
    }
    std::vector<std::string> notes;
    for (const auto& [reason, gpus] : gpus_by_reason)
        notes.push_back(language == Language::korean
                            ? fmt::format("만들 수 없음({}): {}", gpus, reason)
                            : fmt::format("Not legal on {}: {}", gpus, reason));
    return notes;
}

std::string price_note(std::span<const GpuPoint> points, Language language) {
    const auto unpriced = std::ranges::count_if(points, [](const GpuPoint& point) {
        return point.estimate.verdict != Verdict::not_legal && !point.estimate.money.priced;
    });
    if (unpriced == 0) return {};
    if (language == Language::korean)
        return fmt::format("프리셋 {}개는 가격을 알 수 없습니다.", unpriced);
    return unpriced == 1 ? "1 preset has no price."
                         : fmt::format("{} presets have no price.", unpriced);
}

namespace {

bool is_estimate(const GpuSpec& gpu) { return gpu.announced || gpu.confidence >= Confidence::low; }

bool has_assumed_link(const GpuPoint& point) {
    return point.estimate.caveats.test(static_cast<std::size_t>(Caveat::link_assumed));
}

} // namespace

std::string marks_of(const GpuSpec& gpu, bool link_assumed) {
    std::string marks;
    if (is_estimate(gpu)) marks += " †";
    if (link_assumed) marks += " ‡";
    return marks;
}

std::vector<std::string> mark_notes(bool any_estimate, bool any_link_assumed, Language language) {
    constexpr Words estimate{"† The preset is an estimate, of low confidence or announced only.",
                             "† 추정했거나 신뢰도가 낮거나 발표만 된 프리셋입니다."};
    constexpr Words link{"‡ No link between these GPUs is known: 10 Gbit/s Ethernet is assumed.",
                         "‡ GPU 사이의 연결망을 알 수 없어 10 Gbit/s 이더넷을 가정했습니다."};
    std::vector<std::string> notes;
    if (any_estimate) notes.emplace_back(say(estimate, language));
    if (any_link_assumed) notes.emplace_back(say(link, language));
    return notes;
}

std::vector<std::string> mark_notes(std::span<const GpuPoint> points, Language language) {
    const bool any_estimate = std::ranges::any_of(
        points, [](const GpuPoint& point) { return is_estimate(point.scenario.cluster.gpu); });
    return mark_notes(any_estimate, std::ranges::any_of(points, has_assumed_link), language);
}

Footer footer_of(const Scenario& scenario, const Catalog& catalog, Language language,
                 std::string_view scenario_hash) {
    const bool korean = language == Language::korean;
    const Calibration& bands = scenario.calibration;
    const std::string steps = grouped(bands.step_time_runs);
    const std::string memories = grouped(memory_runs(bands));
    const std::string runs =
        korean ? fmt::format("스텝 시간 {}건, 메모리 {}건으로 검증", steps, memories)
               : fmt::format("validated on {} step times and {} memory peaks", steps, memories);
    const std::string presets = korean ? fmt::format("프리셋 {}", catalog.date)
                                       : fmt::format("presets of {}", catalog.date);
    Footer footer;
    footer.left = scenario.name;
    if (!scenario_hash.empty()) footer.left += fmt::format(" · {}", scenario_hash);
    footer.right = fmt::format("{} · {} · Headroom {}", runs, presets, HEADROOM_VERSION);
    return footer;
}

} // namespace headroom
