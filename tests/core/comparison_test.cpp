#include "core/present/comparison.hpp"
#include "tests/support/scenarios.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom {
namespace {

using test::llama_8b_on_8_h100;

const ComparisonRow& row_named(const std::vector<ComparisonRow>& rows, std::string_view name) {
    return *std::ranges::find(rows, name, &ComparisonRow::name);
}

TEST(Comparison, OfAPlanWithItselfIsEqualThroughout) {
    const Scenario plan = llama_8b_on_8_h100();
    const Comparison same = compare(plan, plan, Language::english);
    EXPECT_EQ(same.settings, "");
    for (const auto* rows : {&same.memory, &same.step, &same.result})
        for (const ComparisonRow& row : *rows) {
            EXPECT_TRUE(row.equal) << row.name;
            EXPECT_EQ(row.difference, "=") << row.name;
            EXPECT_EQ(row.share, "") << row.name;
        }
}

TEST(Comparison, TermsAddUpToTheChangeOfTheWhole) {
    const Scenario a = llama_8b_on_8_h100();
    Scenario b = a;
    b.training.zero_stage = a.training.zero_stage == 2 ? 1 : 2;
    const Comparison c = compare(a, b, Language::english);
    double memory = 0.0, step = 0.0;
    for (const ComparisonRow& row : c.memory)
        memory += row.change;
    for (const ComparisonRow& row : c.step)
        step += row.change;
    const Estimate ea = evaluate(a), eb = evaluate(b);
    const double changed = (eb.memory.process.expected - ea.memory.process.expected) / units::GiB;
    EXPECT_NEAR(memory, changed, 0.05); // terms too small to be shown count as equal
    EXPECT_NEAR(step, (eb.step.total.expected - ea.step.total.expected) / units::s, 0.05);
}

TEST(Comparison, SignsAndShares) {
    const Scenario a = llama_8b_on_8_h100();
    Scenario b = a;
    b.training.sequence = a.training.sequence / 2;
    const ComparisonRow down = row_named(compare(a, b, Language::english).result, "VRAM, GiB");
    const ComparisonRow up = row_named(compare(b, a, Language::english).result, "VRAM, GiB");
    EXPECT_THAT(down.difference, testing::StartsWith("\u2212"));
    EXPECT_THAT(down.share, testing::StartsWith("\u2212"));
    EXPECT_THAT(up.difference, testing::StartsWith("+"));
    EXPECT_DOUBLE_EQ(down.change, -up.change);
}

TEST(Comparison, NamesWhatDiffersInBothLanguages) {
    const Scenario a = llama_8b_on_8_h100();
    Scenario b = a;
    b.training.micro_batch = 2 * a.training.micro_batch;
    EXPECT_EQ(settings_that_differ(a, b, Language::english), "micro batch 1 → 2");
    EXPECT_EQ(settings_that_differ(a, b, Language::korean), "마이크로 배치 1 → 2");
}

TEST(Comparison, WithoutAPriceIsNoDifference) {
    Scenario a = llama_8b_on_8_h100();
    a.cluster.rent.value = {};
    Scenario b = a;
    b.training.sequence *= 2;
    const ComparisonRow cost = row_named(compare(a, b, Language::english).result, "cost");
    EXPECT_EQ(cost.a, "–");
    EXPECT_EQ(cost.b, "–");
}

} // namespace
} // namespace headroom
