#include "core/present/choice_view.hpp"
#include "core/present/cost_view.hpp"
#include "core/present/gpu_criteria.hpp"
#include "core/present/money_text.hpp"
#include "tests/support/legal_scenario.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

using ::testing::HasSubstr;

Scenario priced_scenario() {
    Scenario scenario = test::llama_8b_on_8_h100();
    scenario.goals.tokens = 4e10;
    scenario.goals.budget = 5000.0 * units::USD;
    scenario.cluster.rent.value = 3.0 * units::USD_per_hour;
    scenario.cluster.prices.spot.value = 1.2 * units::USD_per_hour;
    scenario.cluster.prices.reserved_1y.value = 2.0 * units::USD_per_hour;
    scenario.cluster.prices.purchase.value = 40'000.0 * units::USD;
    scenario.cluster.prices.power.value = 1274.0 * units::W;
    scenario.funding.utilisation.value = 0.7;
    scenario.funding.spot = {{0.15}, {units::hour}, {15.0 * units::minute}};
    scenario.funding.owning.residual_value_after_3_years.value = 0.3;
    scenario.funding.owning.electricity_per_kwh.value = 0.08 * units::USD;
    return scenario;
}

std::vector<GpuPoint> points_of(const Scenario& scenario) {
    return {{&scenario.cluster.gpu, scenario, evaluate(scenario)}};
}

CostView view_of(const Scenario& scenario, Language language = Language::english) {
    return cost_view(scenario, points_of(scenario), {}, language);
}

TEST(InCurrency, WritesTheSymbolOrTheCode) {
    const Dollars value = 41'200.0 * units::USD;
    EXPECT_EQ(in_currency(value, {}), "$41.2k");
    EXPECT_EQ(in_currency(value, {"KRW", 1380.0}), "₩56.9M");
    EXPECT_EQ(in_currency(value, {"CHF", 0.8}), "CHF 33.0k");
    EXPECT_EQ(in_currency(-value, {"EUR", 0.5}), "\u2212€20.6k");
    EXPECT_EQ(per_hour(2.0 * units::USD_per_hour, {"KRW", 1000.0}), "₩2,000/h");
}

TEST(CostViewOf, AmountsAreThoseOfTheMoneyModel) {
    const Scenario scenario = priced_scenario();
    const CostView view = view_of(scenario);
    ASSERT_EQ(view.rows.size(), 1U);
    const Seconds step = evaluate(scenario).step.total.expected;
    for (const CostAmount& amount : view.rows[0].amounts) {
        const PurchaseCost cost = purchase_cost(scenario, amount.purchase, step);
        if (cost.total) {
            EXPECT_NEAR(amount.amount, *cost.total / units::USD, 1e-6 * amount.amount);
        } else {
            EXPECT_EQ(amount.amount, 0.0);
        }
    }
    EXPECT_EQ(view.rows[0].amounts[3].text, "no price is known"); // reserved for 3 years
    EXPECT_DOUBLE_EQ(view.goal, 5000.0);
}

TEST(CostViewOf, PartsAddUpToWhatIsPaid) {
    for (const Purchase purchase : {Purchase::on_demand, Purchase::spot, Purchase::owned}) {
        Scenario scenario = priced_scenario();
        scenario.funding.purchase = purchase;
        const CostView view = view_of(scenario);
        double sum = 0.0;
        for (const CostPart& part : view.parts)
            sum += part.amount;
        const double paid = view.rows[0].amounts[static_cast<std::size_t>(purchase)].amount;
        EXPECT_NEAR(sum, paid, 1e-6 * paid) << name_of(purchase);
        const bool has_idle = std::ranges::find(view.parts, CostPart::Kind::idle,
                                                &CostPart::kind) != view.parts.end();
        EXPECT_EQ(has_idle, purchase != Purchase::on_demand);
    }
}

TEST(CostViewOf, CrossingsLieOnTheCurves) {
    const CostView view = view_of(priced_scenario());
    ASSERT_EQ(view.crossings.size(), 1U); // spot is too cheap to be beaten in four years
    const CostCrossing& crossing = view.crossings[0];
    EXPECT_EQ(crossing.rented, Purchase::on_demand);
    EXPECT_LT(crossing.months, view.months);
    const auto curve = std::ranges::find(view.curves, Purchase::on_demand, &CostCurve::purchase);
    ASSERT_NE(curve, view.curves.end());
    const double slope = curve->amounts.back() / curve->months.back();
    EXPECT_NEAR(slope * crossing.months, crossing.amount, 1e-6 * crossing.amount);
}

TEST(CostViewOf, CurvesOfUnknownPricesAreLeftOut) {
    Scenario scenario = priced_scenario();
    scenario.cluster.prices = {};
    const CostView view = view_of(scenario);
    ASSERT_EQ(view.curves.size(), 1U);
    EXPECT_EQ(view.curves[0].purchase, Purchase::on_demand);
    EXPECT_TRUE(view.crossings.empty());
}

TEST(CostViewOf, WithoutTokensCountsForABillion) {
    Scenario scenario = priced_scenario();
    scenario.goals.tokens.reset();
    const CostView view = view_of(scenario);
    EXPECT_EQ(view.title, "Cost of a billion tokens");
    EXPECT_EQ(view.goal, 0.0); // a budget is for the run
    Scenario with = priced_scenario();
    with.goals.tokens = 1e9;
    EXPECT_NEAR(view.rows[0].amounts[0].amount, view_of(with).rows[0].amounts[0].amount, 1e-6);
}

TEST(CostViewOf, BothLanguagesSayTheSameFacts) {
    Scenario scenario = priced_scenario();
    scenario.funding.purchase = Purchase::owned;
    const CostView english = view_of(scenario);
    const CostView korean = view_of(scenario, Language::korean);
    ASSERT_EQ(english.facts.size(), korean.facts.size());
    for (std::size_t i = 0; i < english.facts.size(); ++i) {
        EXPECT_NE(english.facts[i].name, korean.facts[i].name);
        EXPECT_FALSE(korean.facts[i].value.empty());
    }
    EXPECT_EQ(funding_notes(scenario, Language::english).size(),
              funding_notes(scenario, Language::korean).size());
}

TEST(FundingNotes, ShowNoPriceThatIsNotKnown) {
    Scenario scenario = priced_scenario();
    const std::size_t all = funding_notes(scenario, Language::english).size();
    scenario.cluster.prices.purchase = {};
    const auto notes = funding_notes(scenario, Language::english);
    EXPECT_EQ(notes.size(), all - 1);
    for (const std::string& note : notes)
        EXPECT_THAT(note, ::testing::Not(HasSubstr("$0")));
}

TEST(CostTable, IsTheTwinOfTheRows) {
    const CostView view = view_of(priced_scenario());
    const TableView table = cost_table(view, Language::english);
    ASSERT_EQ(table.rows.size(), 1 + view.facts.size());
    for (const auto& row : table.rows)
        ASSERT_EQ(row.size(), table.columns.size());
    EXPECT_EQ(table.rows[1][1], view.facts[0].value);
    EXPECT_EQ(table.rows[0][2], view.rows[0].amounts[0].text);
    EXPECT_EQ(table.rows[0][5], "–"); // reserved for 3 years has no price
}

TEST(ThePresentation, ShowsMoneyInTheUsersCurrency) {
    Scenario scenario = priced_scenario();
    scenario.funding.currency = {"KRW", 1380.0};
    const Estimate estimate = evaluate(scenario);
    EXPECT_THAT(verdict_view(scenario, estimate, Language::english).cost, HasSubstr("₩"));
    EXPECT_THAT(estimate_table(points_of(scenario), Language::english).rows[0][10], HasSubstr("₩"));
    EXPECT_THAT(view_of(scenario).subtitle, ::testing::Not(HasSubstr("$")));
}

TEST(TheVerdict, SaysWhyThereIsNoCost) {
    Scenario scenario = priced_scenario();
    scenario.goals.budget.reset();
    scenario.funding.purchase = Purchase::reserved_3y;
    EXPECT_EQ(verdict_view(scenario, evaluate(scenario), Language::english).cost_note,
              "no price is known");
    scenario.funding.purchase = Purchase::spot;
    scenario.funding.spot.reclaims_per_node_month.value = 1e4;
    EXPECT_EQ(verdict_view(scenario, evaluate(scenario), Language::english).cost_note,
              "interrupted faster than it works");
}

TEST(CriteriaTableOf, HasAColumnForEachCriterionAndMarksTheBest) {
    const Scenario scenario = priced_scenario();
    Scenario small = scenario;
    small.cluster.gpu.id = "small";
    small.cluster.gpu.memory.value = 8.0 * units::GiB; // does not fit: never the best
    small.cluster.rent.value = 0.1 * units::USD_per_hour;
    const std::vector<GpuPoint> points{points_of(scenario)[0], points_of(small)[0]};
    const CriteriaTable table = criteria_table(scenario, points, Language::english);
    for (std::size_t c = 1; c <= 5; ++c)
        EXPECT_TRUE(std::ranges::any_of(table.columns, [&](const CriteriaColumn& column) {
            return column.criterion == static_cast<Criterion>(c);
        })) << c;
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_TRUE(table.rows[0].focus);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        ASSERT_EQ(table.rows[0].cells.size(), table.columns.size());
        EXPECT_FALSE(table.rows[1].cells[c].is_best);
    }
    EXPECT_EQ(plain_table(table, Language::korean).rows.size(), 2U);
}

TEST(ChoiceViewOf, NamesTheNearestAndWhatIsMissing) {
    Scenario scenario = priced_scenario();
    scenario.goals.duration = 1.0_s;
    const ClusterChoice choice = choose_cluster(scenario, {{scenario.cluster.gpu.id}, {8}}, {});
    const ChoiceView view = choice_view(scenario, choice, Language::english);
    ASSERT_GE(view.answers.size(), 3U);
    EXPECT_EQ(view.answers[0], "None meets the goals.");
    EXPECT_THAT(view.answers[2], HasSubstr("Misses"));
    ASSERT_EQ(view.table.rows.size(), 1U);
    EXPECT_EQ(view.table.rows[0].size(), view.table.columns.size());
}

} // namespace
} // namespace headroom
