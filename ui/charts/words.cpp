#include "ui/charts/words.hpp"

namespace headroom {

namespace {

ChartWords english() {
    return {
        .band = "P10–P90",
        .band_label = "band: P10–P90",
        .estimate = "estimate",
        .estimate_short = "est.",
        .estimate_key = "estimate, not validated",
        .tight = "tight",
        .no_fit = "does not fit",
        .from = "from about %1",
        .now = "now",
        .needs = "needs",
        .would_take = "would take",
        .would_not_run = "would not run",
        .over = "%1 over %2",
        .vram = "VRAM",
        .step = "Step",
        .run = "Run",
        .cost = "Cost",
        .of = "%1 of %2 GiB",
        .nothing = "Nothing to draw for this plan.",
        .undrawable = "%1 presets are not drawn, as their need or step time is not known (%2).",
        .rows_left_out = "%1 more not shown for want of height; the table lists them.",
        .key_left_out = "The key of colours is left out for want of height.",
        .undrawn_positions =
            "%1 positions are not drawn, as their need or step time is not known (%2).",
        .undrawn_pins = "Pinned, but without a place in this chart: %1.",
        .log_axis = "%1, log",
        .log = "Log",
        .linear = "Linear",
        .zoom = "Zoom to need",
        .full = "Full scale",
        .by_step = "By step time",
        .by_headroom = "By headroom",
        .beyond = "cards beyond %1 GiB: capacity in figures at the edge",
        .beyond_time = "beyond %1 s in figures",
        .vram_and_step = "VRAM and step",
        .whole_view = "Whole view",
        .outside_positions = "%1 positions lie outside of this view.",
        .outside_presets = "%1 presets lie outside of this view.",
        .pareto = "no smaller card is faster",
        .pareto_button = "Pareto line",
        .bands = "Band",
        .chart_hint = "Arrow keys walk the marks, Enter focuses one, Space reads it out.",
    };
}

ChartWords korean() {
    return {
        .band = "P10–P90",
        .band_label = "오차 범위: P10–P90",
        .estimate = "추정",
        .estimate_short = "추정",
        .estimate_key = "추정, 미검증",
        .tight = "빠듯함",
        .no_fit = "들어가지 않음",
        .from = "약 %1부터",
        .now = "현재",
        .needs = "필요",
        .would_take = "예상 시간",
        .would_not_run = "실행 불가",
        .over = "%2보다 %1 초과",
        .vram = "VRAM",
        .step = "스텝",
        .run = "전체 실행",
        .cost = "비용",
        .of = "%2 GiB 중 %1",
        .nothing = "이 계획으로 그릴 것이 없습니다.",
        .undrawable = "필요량이나 스텝 시간을 알 수 없어 그리지 않음: %1개(%2).",
        .rows_left_out = "높이가 모자라 %1개를 더 표시하지 못함; 표에 모두 있습니다.",
        .key_left_out = "높이가 모자라 색 범례를 생략했습니다.",
        .undrawn_positions = "필요량이나 스텝 시간을 알 수 없어 그리지 않은 위치 %1개(%2).",
        .undrawn_pins = "고정했지만 이 그림에 자리가 없음: %1.",
        .log_axis = "%1, 로그",
        .log = "로그",
        .linear = "선형",
        .zoom = "필요량에 맞춤",
        .full = "전체 범위",
        .by_step = "스텝 시간순",
        .by_headroom = "여유순",
        .beyond = "%1 GiB를 넘는 카드는 끝에 용량을 숫자로 표시",
        .beyond_time = "%1 s를 넘으면 숫자로 표시",
        .vram_and_step = "VRAM과 스텝",
        .whole_view = "전체 보기",
        .outside_positions = "이 화면 밖에 있는 위치 %1개.",
        .outside_presets = "이 화면 밖에 있는 프리셋 %1개.",
        .pareto = "더 작으면서 더 빠른 카드 없음",
        .pareto_button = "파레토 선",
        .bands = "오차 범위",
        .chart_hint = "화살표로 표식을 옮기고, Enter로 선택하고, Space로 읽습니다.",
    };
}

} // namespace

const ChartWords& ChartWords::in(Language language) {
    static const ChartWords in_english = english();
    static const ChartWords in_korean = korean();
    return language == Language::korean ? in_korean : in_english;
}

} // namespace headroom
