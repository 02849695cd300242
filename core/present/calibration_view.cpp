#include "core/present/calibration_view.hpp"

#include "core/base/calendar.hpp"
#include "core/cost/site_rates.hpp"
#include "core/present/numbers.hpp"
#include "core/present/probe_words.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

/// Older calibrations may have drifted: the same job has run 25 % faster a year later.
constexpr int days_until_old = 180;
/// A change of the step that is smaller says nothing.
constexpr double negligible = 5e-4;
/// A factor that is known hardly better than before was not measured.
constexpr double hardly_taught = 0.9;

std::string signed_percent(double share) {
    const std::string text = significant(std::abs(share) * 100.0, 2);
    return fmt::format("{}{} %", share < 0.0 ? "−" : "+", text);
}

/// The plan with one number of the calibration and nothing else of it.
Estimate with_one(const Scenario& scenario, const SiteCalibration& site, std::size_t index) {
    SiteCalibration one;
    one.applies_to = site.applies_to;
    one.values.push_back(site.values[index]);
    one.values.back().use = true;
    return evaluate(calibrated(scenario, std::move(one)));
}

void add_effects(const Estimate& with, const Estimate& without, CalibrationRow& row) {
    if (with.verdict == Verdict::not_legal || without.verdict == Verdict::not_legal) return;
    row.step_change = with.step.total.expected / without.step.total.expected - 1.0;
    const Bytes memory = with.memory.headroom - without.memory.headroom;
    row.memory_change_gib = -(memory / units::GiB);
    if (std::abs(row.step_change) >= negligible) row.step_effect = signed_percent(row.step_change);
    if (std::abs(row.memory_change_gib) >= 0.005)
        row.memory_effect = fmt::format("{}{:.2f} GiB", row.memory_change_gib < 0.0 ? "−" : "+",
                                        std::abs(row.memory_change_gib));
}

CalibrationRow row_of(const SiteValue& value, Language language) {
    CalibrationRow row;
    row.name = parameter_name(value.parameter, value.dtype, language);
    row.preset = value.preset > 0.0 ? parameter_text(value.parameter, value.preset) : "–";
    row.measured = parameter_text(value.parameter, value.value);
    if (value.sd > 0.0 && value.value > 0.0)
        row.measured += fmt::format(" ± {} %", significant(value.sd / value.value * 100.0, 1));
    if (value.preset > 0.0) row.change = signed_percent(value.value / value.preset - 1.0);
    row.use = value.use;
    for (const std::string& doubt : value.doubts)
        row.doubts.push_back(probe_doubt_sentence(doubt, language));
    return row;
}

constexpr std::array factor_words{
    Words{"matrix products", "행렬곱"},
    Words{"fixed host work", "호스트의 고정 작업"},
    Words{"communication", "통신"},
    Words{"element-wise work", "원소별 연산"},
};
static_assert(factor_words.size() == step_factor_count);

std::vector<FactorRow> factor_rows(const SiteSteps& steps, Language language) {
    std::vector<FactorRow> rows;
    if (!steps.taught()) return rows;
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        const auto factor = static_cast<StepFactor>(i);
        const double value = std::exp(steps.ln[i]);
        FactorRow row;
        row.name = say(factor_words[i], language);
        row.factor = fmt::format("× {} ± {}", significant(value, 3),
                                 significant(value * steps.sd(factor), 1));
        if (steps.prior_sd[i] > 0.0 && steps.sd(factor) > hardly_taught * steps.prior_sd[i])
            row.note = say({"these runs do not say", "이 실행들로는 알 수 없음"}, language);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<std::string> memory_lines(const SiteMemory& memory, Language language) {
    std::vector<std::string> lines;
    const bool korean = language == Language::korean;
    if (memory.process_runs > 0)
        lines.push_back(
            fmt::format(fmt::runtime(korean ? "프로세스 메모리 {} ± {} (실행 {}건)"
                                            : "process memory {} ± {} ({} runs)"),
                        true_minus(fmt::format("{:+.2f} GiB", memory.process / units::GiB)),
                        gib_term(memory.process_sd), memory.process_runs));
    if (memory.activation_runs > 0)
        lines.push_back(fmt::format(
            fmt::runtime(korean ? "활성값 × {} (실행 {}건)" : "activations × {} ({} runs)"),
            significant(std::exp(memory.activations_ln), 3), memory.activation_runs));
    if (memory.slack_runs > 0)
        lines.push_back(fmt::format(fmt::runtime(korean ? "할당자 여유 × {} (실행 {}건)"
                                                        : "allocator's slack × {} ({} runs)"),
                                    significant(std::exp(memory.slack_ln), 3), memory.slack_runs));
    return lines;
}

/// "580" of "580.95.05"; "" where there is none.
std::string_view major_of(std::string_view version) { return version.substr(0, version.find('.')); }

Watts cap_of(const ClusterSpec& cluster) {
    const Watts set = cluster.power_cap.value;
    return set > Watts{} ? set : cluster.gpu.board_power.value;
}

/// Caps this far apart are the same preset's, but not the same rates (docs/calibration.md).
bool is_other_cap(Watts measured, Watts planned) {
    constexpr double apart = 0.05;
    return measured > Watts{} && planned > Watts{} && std::abs(measured / planned - 1.0) > apart;
}

std::vector<std::string> caveats_of(const Scenario& scenario, const SiteCalibration& site,
                                    std::string_view today, std::string_view driver_now,
                                    Language language) {
    const bool korean = language == Language::korean;
    std::vector<std::string> caveats;
    if (site.applies_to.gpu != scenario.cluster.gpu.id)
        caveats.push_back(caveat_sentence(Caveat::calibration_of_another_gpu, scenario, language));
    else if (!links_are_measured(site, scenario.cluster))
        caveats.push_back(caveat_sentence(Caveat::calibration_of_other_links, scenario, language));
    const auto age = days_between(site.created, today);
    if (age && *age > days_until_old)
        caveats.push_back(fmt::format(
            fmt::runtime(
                korean ? "{}일 전에 측정했습니다. 소프트웨어가 바뀌었을 수 있으니 다시 측정하세요."
                       : "Measured {} days ago; software drifts: measure again."),
            *age));
    if (!driver_now.empty() && !site.tool.driver.empty() &&
        major_of(driver_now) != major_of(site.tool.driver))
        caveats.push_back(fmt::format(
            fmt::runtime(korean
                             ? "드라이버 {}에서 측정했습니다. 지금은 {}이므로 달라졌을 수 있습니다."
                             : "Measured with driver {}, now it is {}: it may have drifted."),
            major_of(site.tool.driver), major_of(driver_now)));
    const Watts cap = cap_of(scenario.cluster);
    if (is_other_cap(site.applies_to.power_cap, cap))
        caveats.push_back(fmt::format(
            fmt::runtime(korean ? "{:.0f} W 상한에서 측정했습니다. 이 계획의 상한은 {:.0f} W입니다."
                                : "Measured under a cap of {:.0f} W; this plan's is {:.0f} W."),
            site.applies_to.power_cap / units::W, cap / units::W));
    const SiteSteps& steps = site.steps;
    if (steps.taught() && !steps.use && steps.leave_one_out_error > 0.0 &&
        steps.leave_one_out_error >= steps.preset_error)
        caveats.emplace_back(
            say({"Left-out runs were predicted no better than by the presets: its steps are off.",
                 "빼놓은 실행을 프리셋보다 잘 예측하지 못해 스텝 보정을 껐습니다."},
                language));
    return caveats;
}

std::vector<std::string> about_lines(const SiteCalibration& site, Language language) {
    const bool korean = language == Language::korean;
    std::vector<std::string> on{site.applies_to.gpu};
    if (site.applies_to.sm > 0) on.push_back(fmt::format("{} SM", site.applies_to.sm));
    if (site.applies_to.power_cap > Watts{})
        on.push_back(fmt::format("{:.0f} W", site.applies_to.power_cap / units::W));
    if (site.applies_to.ranks_per_node > 0)
        on.push_back(fmt::format(fmt::runtime(korean ? "노드당 {}랭크" : "{} ranks a node"),
                                 site.applies_to.ranks_per_node));
    std::vector<std::string> with;
    const auto add = [&with](std::string_view what, const std::string& version) {
        if (!version.empty()) with.push_back(fmt::format("{} {}", what, version));
    };
    add("headroom-probe", site.tool.probe);
    if (!site.tool.effort.empty()) with.push_back(site.tool.effort);
    add(korean ? "드라이버" : "driver", site.tool.driver);
    add("CUDA", site.tool.cuda);
    add("cuBLASLt", site.tool.cublaslt);
    add("NCCL", site.tool.nccl);
    std::vector<std::string> lines{fmt::format("{}", fmt::join(on, " · "))};
    if (!with.empty()) lines.push_back(fmt::format("{}", fmt::join(with, " · ")));
    if (!site.note.empty()) lines.push_back(site.note);
    return lines;
}

std::string effect_line(const Scenario& scenario, const SiteCalibration& site, Language language) {
    const Estimate before = evaluate(uncalibrated(scenario));
    const Estimate after = evaluate(calibrated(scenario, site));
    if (before.verdict == Verdict::not_legal || after.verdict == Verdict::not_legal) return {};
    return fmt::format(fmt::runtime(language == Language::korean ? "스텝 {} → {}, 메모리 {} → {}"
                                                                 : "step {} → {}, memory {} → {}"),
                       seconds(before.step.total.expected), seconds(after.step.total.expected),
                       gib(before.memory.process.expected), gib(after.memory.process.expected));
}

} // namespace

Scenario calibrated(const Scenario& scenario, SiteCalibration site) {
    site.on = true;
    Scenario with = scenario;
    with.site = Shared(std::move(site));
    return with;
}

Scenario uncalibrated(const Scenario& scenario) {
    Scenario without = scenario;
    without.site = {};
    return without;
}

CalibrationView calibration_view(const Scenario& scenario, const SiteCalibration& site,
                                 std::string_view today, Language language,
                                 std::string_view driver_now) {
    CalibrationView view;
    view.title = site.created.empty() ? site.name : fmt::format("{} · {}", site.name, site.created);
    view.about = about_lines(site, language);
    const Estimate presets = evaluate(uncalibrated(scenario));
    for (std::size_t i = 0; i < site.values.size(); ++i) {
        CalibrationRow row = row_of(site.values[i], language);
        row.value = i;
        add_effects(with_one(scenario, site, i), presets, row);
        view.rows.push_back(std::move(row));
    }
    view.factors = factor_rows(site.steps, language);
    view.memory = memory_lines(site.memory, language);
    for (const SiteKept& kept : site.kept) {
        const auto parameter = value_named<SiteParameter>(kept.parameter);
        view.kept.push_back(fmt::format(
            "{}: {}", parameter ? parameter_name(*parameter, {}, language) : kept.parameter,
            kept_reason(kept.why, language)));
    }
    view.caveats = caveats_of(scenario, site, today, driver_now, language);
    view.effect = effect_line(scenario, site, language);
    return view;
}

TableView calibration_table(const CalibrationView& view, Language language) {
    const bool korean = language == Language::korean;
    TableView table;
    table.columns = korean ? std::vector<std::string>{"항목", "프리셋", "측정값", "변화",
                                                      "스텝", "메모리", "사용"}
                           : std::vector<std::string>{"parameter", "preset", "measured", "change",
                                                      "step",      "memory", "use"};
    for (const CalibrationRow& row : view.rows) {
        std::string use = row.use ? (korean ? "예" : "yes") : (korean ? "아니요" : "no");
        table.rows.push_back({row.name, row.preset, row.measured, row.change, row.step_effect,
                              row.memory_effect, std::move(use)});
    }
    return table;
}

} // namespace headroom
