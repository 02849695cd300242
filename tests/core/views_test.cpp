#include "core/present/views.hpp"
#include "tests/support/scenarios.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom {
namespace {

using test::llama_8b_on_8_h100;
using testing::ElementsAre;
using testing::HasSubstr;

/// An estimate with given figures, so that sentences do not move with the model.
Estimate estimate_of(Verdict verdict, double need_gib, double capacity_gib) {
    Estimate estimate;
    estimate.verdict = verdict;
    MemoryEstimate& memory = estimate.memory;
    memory.capacity = capacity_gib * units::GiB;
    memory.process = {need_gib * units::GiB, 0.9 * need_gib * units::GiB,
                      1.1 * need_gib * units::GiB};
    memory.allocated = {30.8 * units::GiB, 28.0 * units::GiB, 33.0 * units::GiB};
    memory.reserved = {32.3 * units::GiB, 29.0 * units::GiB, 35.0 * units::GiB};
    memory.headroom = memory.capacity - memory.process.expected;
    estimate.step.total = {4.736 * units::s, 4.31 * units::s, 5.28 * units::s};
    estimate.step.mfu = 0.381;
    return estimate;
}

struct SentenceRow {
    const char* name;
    Verdict verdict;
    double need, capacity;
    const char* gpu;
    const char* english;
    const char* korean;
};

const SentenceRow sentence_rows[] = {
    {"fits", Verdict::fits, 33.33, 79.65, "H100 SXM",
     "Fits on one H100 SXM: needs 33.3 of 79.7 GiB, 46.3 GiB to spare.",
     "H100 SXM 한 장에 들어갑니다. 79.7 GiB 중 33.3 GiB를 쓰고 46.3 GiB가 남습니다."},
    {"tight", Verdict::tight, 75.5, 79.7, "H100 SXM",
     "Fits, but tightly: 75.5 of 79.7 GiB, 4.2 GiB to spare.",
     "들어가지만 빠듯합니다. 79.7 GiB 중 75.5 GiB를 쓰고 4.2 GiB가 남습니다."},
    {"no", Verdict::does_not_fit, 33.3, 23.9, "RTX 4090",
     "Does not fit on one RTX 4090: needs 33.3 GiB, 9.4 GiB more than it holds.",
     "RTX 4090 한 장에 들어가지 않습니다. 33.3 GiB가 필요해 9.4 GiB가 부족합니다."},
};

TEST(VerdictTight, SaysThatOnlyThePessimisticNeedDoesNotFit) {
    Scenario scenario = llama_8b_on_8_h100();
    scenario.goals.headroom_share = 0.08;
    Estimate estimate = estimate_of(Verdict::tight, 31.0, 47.5);
    estimate.memory.process.p90 = 48.4 * units::GiB;
    EXPECT_EQ(verdict_view(scenario, estimate, Language::english).sentence,
              "Fits, but tightly: 31.0 of 47.5 GiB, 16.5 GiB to spare; its P90, 48.4 GiB, is above "
              "what the card holds.");
    EXPECT_EQ(verdict_view(scenario, estimate, Language::korean).sentence,
              "들어가지만 빠듯합니다. 47.5 GiB 중 31.0 GiB를 쓰고 16.5 GiB가 남습니다. P90인 48.4 "
              "GiB는 카드의 용량을 넘습니다.");
}

class VerdictSentence : public testing::TestWithParam<SentenceRow> {};

TEST_P(VerdictSentence, IsThatOfTheDesign) {
    const SentenceRow& row = GetParam();
    Scenario scenario = llama_8b_on_8_h100();
    scenario.cluster.gpu.short_name = row.gpu;
    const Estimate estimate = estimate_of(row.verdict, row.need, row.capacity);
    EXPECT_EQ(verdict_view(scenario, estimate, Language::english).sentence, row.english);
    EXPECT_EQ(verdict_view(scenario, estimate, Language::korean).sentence, row.korean);
}

INSTANTIATE_TEST_SUITE_P(, VerdictSentence, testing::ValuesIn(sentence_rows),
                         [](const auto& row) { return std::string(row.param.name); });

struct IllegalRow {
    const char* name;
    void (*change)(Scenario&);
    const char* english;
    const char* korean;
};

const IllegalRow illegal_rows[] = {
    {"heads",
     [](Scenario& s) {
         s.training.tensor_parallel = 3;
         s.cluster.gpus_per_node = 3;
         s.model.num_key_value_heads = 3;
         s.model.intermediate_size = 14337;
         s.model.vocab_size = 128256;
     },
     "Not a legal plan: 32 heads do not divide by TP 3",
     "만들 수 없는 계획입니다. 헤드 32개를 TP 3으로 나눌 수 없습니다"},
    {"gpus", [](Scenario& s) { s.training.pipeline_parallel = 16; },
     "Not a legal plan: 8 GPUs do not divide by TP 1 x PP 16 x CP 1",
     "만들 수 없는 계획입니다. GPU 8개를 TP 1 x PP 16 x CP 1로 나눌 수 없습니다"},
    {"batch", [](Scenario& s) { s.training.global_batch = 60; },
     "Not a legal plan: global batch 60 is not a multiple of DP 8 x micro batch 1",
     "만들 수 없는 계획입니다. 글로벌 배치 60은 DP 8 x 마이크로 배치 1의 배수가 아닙니다"},
    {"precision",
     [](Scenario& s) {
         s.training.precision = Precision::fp8;
         s.cluster.gpu.peak[static_cast<std::size_t>(Precision::fp8)].value = {};
     },
     "Not a legal plan: this GPU has no fp8 units",
     "만들 수 없는 계획입니다. 이 GPU는 fp8 연산을 지원하지 않습니다"},
    {"experts", [](Scenario& s) { s.training.expert_parallel = 2; },
     "Not a legal plan: EP 2 needs a model with experts",
     "만들 수 없는 계획입니다. EP 2에는 전문가가 있는 모델이 필요합니다"},
};

class IllegalSentence : public testing::TestWithParam<IllegalRow> {};

TEST_P(IllegalSentence, NamesTheReasonWithItsNumbers) {
    Scenario scenario = llama_8b_on_8_h100();
    GetParam().change(scenario);
    const Estimate estimate = evaluate(scenario);
    ASSERT_EQ(estimate.verdict, Verdict::not_legal);
    EXPECT_THAT(verdict_view(scenario, estimate, Language::english).sentence,
                testing::StartsWith(GetParam().english));
    EXPECT_THAT(verdict_view(scenario, estimate, Language::korean).sentence,
                testing::StartsWith(GetParam().korean));
}

INSTANTIATE_TEST_SUITE_P(, IllegalSentence, testing::ValuesIn(illegal_rows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(IllegalSentences, ExistForEachReasonInBothLanguages) {
    const Scenario scenario = llama_8b_on_8_h100();
    for (std::uint32_t bit = 0; bit < illegality_count; ++bit) {
        Estimate estimate;
        estimate.illegality = static_cast<Illegality>(1U << bit);
        for (const Language language : {Language::english, Language::korean}) {
            const std::string sentence = verdict_view(scenario, estimate, language).sentence;
            EXPECT_GT(sentence.size(), 40U) << bit;
            EXPECT_THAT(sentence, testing::Not(HasSubstr("{"))) << bit;
        }
    }
}

struct GoalRow {
    const char* name;
    Goals goals;
    double run_days;
    double cost;
    const char* english;
    const char* korean;
    bool met;
};

Goals goals(std::optional<double> days, std::optional<double> budget,
            std::optional<double> margin = {}, std::optional<double> step = {}) {
    Goals all;
    if (days) all.duration = *days * units::day;
    if (budget) all.budget = *budget * units::USD;
    all.headroom_share = margin;
    if (step) all.step_time = *step * units::s;
    return all;
}

const GoalRow goal_rows[] = {
    {"missed", goals(7, {}), 8.4, 4000, "Misses the 7-day goal by 1.4 days.",
     "목표 7일을 1.4일 넘깁니다.", false},
    {"met_three", goals(7, 5000, 0.08), 6.2, 4000, "Meets all three goals.",
     "목표 세 가지를 모두 만족합니다.", true},
    {"met_two", goals(7, 5000), 6.2, 4000, "Meets both goals.", "목표 두 가지를 모두 만족합니다.",
     true},
    {"met_one", goals(7, {}), 6.2, 4000, "Meets the goal.", "목표를 만족합니다.", true},
    {"missed_two", goals(7, 5000), 8.4, 5900,
     "Misses the 7-day goal by 1.4 days and the $5,000 budget by $900.",
     "목표 7일을 1.4일 넘기고, 예산 $5,000를 $900 넘깁니다.", false},
    {"missed_margin", goals({}, {}, 0.7), 6.2, 4000, "Misses the 55.8 GiB margin by 9.4 GiB.",
     "목표 여유 55.8 GiB보다 9.4 GiB 모자랍니다.", false},
    {"missed_step", goals({}, {}, {}, 4.0), 6.2, 4000, "Misses the 4 s step goal by 740 ms.",
     "목표 스텝 시간 4 s를 740 ms 넘깁니다.", false},
    {"none", {}, 6.2, 4000, "", "", true},
};

class GoalSentence : public testing::TestWithParam<GoalRow> {};

TEST_P(GoalSentence, SaysWhatIsMissedAndByHowMuch) {
    const GoalRow& row = GetParam();
    Scenario scenario = llama_8b_on_8_h100();
    scenario.goals = row.goals;
    Estimate estimate = estimate_of(Verdict::fits, 33.3, 79.7);
    estimate.money.priced = true;
    estimate.money.run = row.run_days * units::day;
    estimate.money.total = row.cost * units::USD;
    const VerdictView english = verdict_view(scenario, estimate, Language::english);
    EXPECT_EQ(english.goal_sentence, row.english);
    EXPECT_EQ(english.goals_met, row.met);
    EXPECT_EQ(verdict_view(scenario, estimate, Language::korean).goal_sentence, row.korean);
}

INSTANTIATE_TEST_SUITE_P(, GoalSentence, testing::ValuesIn(goal_rows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(GoalSentences, SaysWhyAGoalCannotBeJudged) {
    Scenario scenario = llama_8b_on_8_h100();
    scenario.goals = goals(7, 5000);
    Estimate estimate = estimate_of(Verdict::fits, 33.3, 79.7);
    estimate.money.run = 6.0 * units::day;
    const VerdictView view = verdict_view(scenario, estimate, Language::english);
    EXPECT_EQ(view.goal_sentence, "Cannot judge the $5,000 budget: no price is known.");
    EXPECT_FALSE(view.goals_met);
}

TEST(VerdictView, ShowsNumbersWithTheDigitsTheyDeserve) {
    const VerdictView view = verdict_view(
        llama_8b_on_8_h100(), estimate_of(Verdict::fits, 33.33, 79.65), Language::english);
    EXPECT_EQ(view.need, "33.3");
    EXPECT_EQ(view.capacity, "79.7 GiB");
    EXPECT_EQ(view.allocated_and_reserved, "allocated 30.8 · reserved 32.3");
    EXPECT_EQ(view.step, "4.74 s");
    EXPECT_EQ(view.step_band, "P10–P90 4.3–5.3 s");
    EXPECT_EQ(view.mfu, "38 %");
    EXPECT_EQ(view.limiter, "limiter: matmul");
}

TEST(VerdictView, OfAnIllegalPlanHasNoMadeUpNumbers) {
    Scenario scenario = llama_8b_on_8_h100();
    scenario.training.tensor_parallel = 3;
    const VerdictView view = verdict_view(scenario, evaluate(scenario), Language::english);
    EXPECT_EQ(view.step, "");
    EXPECT_EQ(view.need, "");
    EXPECT_FALSE(view.goals_met);
}

GpuPoint point_of(const Scenario& scenario) {
    return {&scenario.cluster.gpu, scenario, evaluate(scenario)};
}

TEST(Bars, AddUpToProcessMemoryAndStepTime) {
    const Scenario scenario = llama_8b_on_8_h100();
    const GpuPoint point = point_of(scenario);
    double memory = 0.0, time = 0.0;
    for (const BarPiece& piece : memory_bars(std::span(&point, 1), Language::english)[0].pieces)
        memory += piece.value;
    for (const BarPiece& piece : step_bars(std::span(&point, 1), Language::english)[0].pieces)
        time += piece.value;
    const double need = point.estimate.memory.process.expected / units::GiB;
    EXPECT_NEAR(memory, need, 1e-9 * need);
    EXPECT_NEAR(time, point.estimate.step.total.expected / units::s, 1e-9 * time);
}

TEST(TradeOff, SaysInWordsWhatItCannotDraw) {
    Scenario scenario = llama_8b_on_8_h100();
    Scenario illegal = scenario;
    illegal.cluster.gpu.id = "no-fp8";
    illegal.cluster.gpu.short_name = "A100 SXM";
    illegal.training.precision = Precision::fp8;
    illegal.cluster.gpu.peak[static_cast<std::size_t>(Precision::fp8)].value = {};
    const std::vector<GpuPoint> points{point_of(scenario), point_of(illegal)};
    const TradeOffView view = trade_off_view(scenario, points, {}, Language::english, "a1b2c3d4");
    ASSERT_EQ(view.marks.size(), 1U);
    EXPECT_TRUE(view.marks[0].focus);
    EXPECT_EQ(view.marks[0].label, "H100 SXM");
    EXPECT_THAT(view.notes, ElementsAre("Not legal on A100 SXM: this GPU has no fp8 units.",
                                        "1 preset has no price."));
    EXPECT_EQ(view.footer_left, "8B on one node · a1b2c3d4");
    EXPECT_THAT(view.footer_right, HasSubstr("Headroom "));
}

TEST(TradeOff, TurnsADurationGoalIntoOneOfStepTime) {
    Scenario scenario = llama_8b_on_8_h100();
    scenario.goals.duration = 7.0 * units::day;
    scenario.goals.tokens = 1e9;
    const TradeOffView view = trade_off_view(scenario, {}, {}, Language::english);
    const double steps = 1e9 / (64.0 * 8192.0);
    EXPECT_NEAR(view.goal_seconds, 7.0 * 86400.0 / steps, 1e-6);
    EXPECT_EQ(view.goal_text, "goal 7 days for the run");
}

TEST(Sweep, NamesPositionsThatAreNotLegal) {
    const Scenario scenario = llama_8b_on_8_h100();
    const std::vector<double> values{1, 3, 5, 8};
    const auto points = sweep(scenario, Axis::tensor_parallel, values);
    const SweepView view =
        sweep_view(scenario, Axis::tensor_parallel, points, {}, Language::english);
    ASSERT_EQ(view.points.size(), 4U);
    EXPECT_TRUE(view.points[0].current);
    EXPECT_EQ(view.x_title, "tensor parallel (ranks)");
    EXPECT_THAT(view.notes, ElementsAre("Not legal: tensor parallel 3, 5."));
    EXPECT_TRUE(view.logarithmic);
}

TEST(Why, PutsInTheValuesOfThePlan) {
    Scenario scenario = llama_8b_on_8_h100();
    scenario.training.states = States::mixed;
    const Estimate estimate = evaluate(scenario);
    const WhyView weights = why(scenario, estimate, MemoryTerm::weights, Language::english);
    EXPECT_EQ(weights.name, "weights");
    EXPECT_EQ(weights.value, "1.87 GiB"); // 2 B x 8 030 261 248 / 8
    EXPECT_EQ(weights.substituted, "2 B · 8.03B / 8");
    const WhyView states = why(scenario, estimate, MemoryTerm::optimizer_states, Language::english);
    EXPECT_EQ(states.substituted, "12 B · 8.03B / 8");
    const WhyView kept = why(scenario, estimate, MemoryTerm::activations, Language::english);
    EXPECT_EQ(kept.substituted, "1 · 8,192 tokens · 32 layers · 8,192 B"); // the layer's input, 2h
}

TEST(Why, AnswersForEachTermInBothLanguages) {
    const Scenario scenario = llama_8b_on_8_h100();
    const Estimate estimate = evaluate(scenario);
    for (const Language language : {Language::english, Language::korean}) {
        for (std::size_t i = 0; i < MemoryBreakdown::size; ++i) {
            const WhyView view = why(scenario, estimate, static_cast<MemoryTerm>(i), language);
            EXPECT_NE(view.formula, "") << view.name;
            EXPECT_NE(view.substituted, "") << view.name;
        }
        for (std::size_t i = 0; i < StepBreakdown::size; ++i) {
            const WhyView view = why(scenario, estimate, static_cast<StepTerm>(i), language);
            EXPECT_NE(view.formula, "") << view.name;
            EXPECT_NE(view.substituted, "") << view.name;
        }
    }
}

TEST(Words, ExistForEachTermLimiterAxisAndCaveat) {
    const Scenario scenario = llama_8b_on_8_h100();
    for (const Language language : {Language::english, Language::korean}) {
        for (std::size_t i = 0; i < MemoryBreakdown::size; ++i)
            EXPECT_NE(term_name(static_cast<MemoryTerm>(i), language), "");
        for (std::size_t i = 0; i < StepBreakdown::size; ++i)
            EXPECT_NE(term_name(static_cast<StepTerm>(i), language), "");
        for (std::size_t i = 0; i < static_cast<std::size_t>(Limiter::count); ++i)
            EXPECT_NE(limiter_name(static_cast<Limiter>(i), language), "");
        for (const Axis axis : all_axes)
            EXPECT_NE(axis_name(axis, language), "");
        for (std::size_t i = 0; i < static_cast<std::size_t>(Caveat::count); ++i)
            EXPECT_THAT(caveat_sentence(static_cast<Caveat>(i), scenario, language),
                        testing::EndsWith("."));
    }
}

} // namespace
} // namespace headroom
