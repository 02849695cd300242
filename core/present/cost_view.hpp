// The cost tab: what the run costs on each GPU by each way of paying, and renting against owning.
//
//     const CostView view = cost_view(scenario, points, catalog, Language::english);
//     for (const CostRow& row : view.rows) ...
//
// Amounts are in the currency of display; without a goal in tokens they are for a billion tokens.
#pragma once

#include "core/cost/money.hpp"
#include "core/present/views.hpp"

#include <array>

namespace headroom {

/// One way of paying on one GPU; `amount` 0: `text` says why there is none.
struct CostAmount {
    Purchase purchase = Purchase::on_demand;
    double amount = 0.0;
    std::string text;
};

struct CostRow {
    std::string gpu, label;
    GpuGeneration generation = GpuGeneration::hopper;
    Verdict verdict = Verdict::fits;
    bool estimated = false, focus = false;
    std::array<CostAmount, purchase_count> amounts;
    std::string note; // "does not fit: 1.5 GiB over"; "" for a plan that runs
    std::string run;  // "8.4 days", "" without a goal in tokens
};

/// Paid in all, month by month.
struct CostCurve {
    Purchase purchase = Purchase::on_demand;
    std::string name;
    std::vector<double> months, amounts;
};

struct CostCrossing {
    Purchase committed = Purchase::owned, rented = Purchase::on_demand;
    double months = 0.0, amount = 0.0;
    std::string text; // "27 months"
};

/// Where the money goes: parts that add up to what is paid.
struct CostPart {
    enum class Kind : std::uint8_t { computing, recompute, waiting, idle } kind = Kind::computing;
    std::string name, text;
    double amount = 0.0;
};

struct CostFact {
    std::string name, value;
};

struct CostView {
    std::string title, subtitle, rows_title, amount_title, run_title;
    std::array<std::string, purchase_count> purchase_names;
    Purchase chosen = Purchase::on_demand; // how the scenario pays
    std::vector<CostRow> rows;
    double goal = 0.0; // the budget; 0: none
    std::string goal_text;

    std::string own_title, own_subtitle, months_title, paid_title;
    std::vector<CostCurve> curves; // of the GPU in focus
    std::vector<CostCrossing> crossings;
    double months = 0.0; // that the curves go to

    std::string parts_title, parts_total; // "Where the money goes", "$5,659"
    std::vector<CostPart> parts;
    std::vector<CostFact> facts;    // break-evens and experiments, a sentence each
    std::vector<std::string> notes; // what could not be drawn, in words
    std::string footer_left, footer_right;
};

CostView cost_view(const Scenario& scenario, std::span<const GpuPoint> points,
                   const Catalog& catalog, Language language, std::string_view scenario_hash = {});

/// The table twin: a row for each GPU, a column for each way of paying; then the facts.
TableView cost_table(const CostView& view, Language language);

/// The ways of paying for one plan, each with its rates and where its price is from.
TableView purchase_table(const Scenario& scenario, const Estimate& estimate, const Catalog& catalog,
                         Language language);
/// What committing costs against renting: a row for each pair that has both prices.
TableView break_even_table(const Scenario& scenario, const Estimate& estimate, Language language);
/// "64 experiments a week ...": what a week allows, and until the goal's tokens.
std::vector<CostFact> experiment_facts(const Scenario& scenario, const Estimate& estimate,
                                       Language language);
/// Terms that the amounts rest on, a sentence each.
std::vector<std::string> funding_notes(const Scenario& scenario, Language language);

} // namespace headroom
