#include "ui/charts/words.hpp"

#include "core/present/wording.hpp"

namespace headroom {

namespace {

/// Puts each of a group's words in the language asked.
class Naming {
  public:
    explicit Naming(Language language) : language_(language) {}
    void operator()(QString& word, std::string_view english, std::string_view korean) const {
        word = text(say({english, korean}, language_));
    }

  private:
    Language language_;
};

// What marks, bands and bars are called.
void nameValues(ChartWords& words, const Naming& name) {
    name(words.band, "P10–P90", "P10–P90");
    name(words.band_label, "band: P10–P90", "오차 범위: P10–P90");
    name(words.estimate, "estimate", "추정");
    name(words.estimate_short, "est.", "추정");
    name(words.estimate_key, "estimate, not validated", "추정, 미검증");
    name(words.tight, "tight", "빠듯함");
    name(words.no_fit, "does not fit", "들어가지 않음");
    name(words.from, "from about %1", "약 %1부터");
    name(words.now, "now", "현재");
    name(words.needs, "needs", "필요");
    name(words.would_take, "would take", "예상 시간");
    name(words.would_not_run, "would not run", "실행 불가");
    name(words.over, "%1 over %2", "%2보다 %1 초과");
    name(words.vram, "VRAM", "VRAM");
    name(words.step, "Step", "스텝");
    name(words.run, "Run", "전체 실행");
    name(words.cost, "Cost", "비용");
    name(words.of, "%1 of %2 GiB", "%2 GiB 중 %1");
}

// Axes, switches and what they do.
void nameControls(ChartWords& words, const Naming& name) {
    name(words.log_axis, "%1, log", "%1, 로그");
    name(words.log, "Log", "로그");
    name(words.linear, "Linear", "선형");
    name(words.zoom, "Zoom to need", "필요량에 맞춤");
    name(words.full, "Full scale", "전체 범위");
    name(words.by_step, "By step time", "스텝 시간순");
    name(words.by_headroom, "By headroom", "여유순");
    name(words.beyond, "cards beyond %1 GiB: capacity in figures at the edge",
         "%1 GiB를 넘는 카드는 끝에 용량을 숫자로 표시");
    name(words.beyond_time, "beyond %1 s in figures", "%1 s를 넘으면 숫자로 표시");
    name(words.vram_and_step, "VRAM and step", "VRAM과 스텝");
    name(words.whole_view, "Whole view", "전체 보기");
    name(words.pareto, "no smaller card is faster", "더 작으면서 더 빠른 카드 없음");
    name(words.pareto_button, "Pareto line", "파레토 선");
    name(words.bands, "Band", "오차 범위");
    name(words.chart_hint, "Arrow keys walk the marks, Enter focuses one, Space reads it out.",
         "화살표로 표식을 옮기고, Enter로 선택하고, Space로 읽습니다.");
}

// The cost chart's own.
void nameCosts(ChartWords& words, const Naming& name) {
    name(words.both_costs, "Both", "모두");
    name(words.runs_only, "Cards", "카드별");
    name(words.owning_only, "Rent or own", "빌리기와 사기");
    name(words.no_prices, "No price of this card is known.", "이 카드의 가격을 알 수 없습니다.");
    name(words.in_thousands, "%1, thousands", "%1, 천 단위");
    name(words.in_millions, "%1, millions", "%1, 백만 단위");
    name(words.in_billions, "%1, billions", "%1, 십억 단위");
    name(words.in_trillions, "%1, trillions", "%1, 조 단위");
}

// What could not be drawn.
void nameGaps(ChartWords& words, const Naming& name) {
    name(words.nothing, "Nothing to draw for this plan.", "이 계획으로 그릴 것이 없습니다.");
    name(words.undrawable,
         "%1 presets are not drawn, as their need or step time is not known (%2).",
         "필요량이나 스텝 시간을 알 수 없어 그리지 않음: %1개(%2).");
    name(words.rows_left_out, "%1 more not shown for want of height; the table lists them.",
         "높이가 모자라 %1개를 더 표시하지 못함; 표에 모두 있습니다.");
    name(words.key_left_out, "The key of colours is left out for want of height.",
         "높이가 모자라 색 범례를 생략했습니다.");
    name(words.undrawn_positions,
         "%1 positions are not drawn, as their need or step time is not known (%2).",
         "필요량이나 스텝 시간을 알 수 없어 그리지 않은 위치 %1개(%2).");
    name(words.undrawn_pins, "Pinned, but without a place in this chart: %1.",
         "고정했지만 이 그림에 자리가 없음: %1.");
    name(words.outside_positions, "%1 positions lie outside of this view.",
         "이 화면 밖에 있는 위치 %1개.");
    name(words.outside_presets, "%1 presets lie outside of this view.",
         "이 화면 밖에 있는 프리셋 %1개.");
}

ChartWords named(Language language) {
    ChartWords words;
    const Naming name(language);
    nameValues(words, name);
    nameControls(words, name);
    nameCosts(words, name);
    nameGaps(words, name);
    return words;
}

} // namespace

const ChartWords& ChartWords::in(Language language) {
    static const ChartWords in_english = named(Language::english);
    static const ChartWords in_korean = named(Language::korean);
    return language == Language::korean ? in_korean : in_english;
}

} // namespace headroom
