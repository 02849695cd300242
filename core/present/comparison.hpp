// Two plans beside each other: every number of both, and by how much they differ.
//
//     const Comparison c = compare(monday, scenario, Language::english);
//     c.memory[6].name, .a, .b, .difference, .share     // "activations", "17.8", "3.62", "−14.2",
//     "−80 %" c.settings                                        // "checkpointing selective → full"
//
// The difference is b - a. What is equal says "=", so that the rows that differ are the ones seen.
// Both plans are legal; each is judged on its own GPU.
#pragma once

#include "core/present/views.hpp"

#include <string>
#include <vector>

namespace headroom {

struct ComparisonRow {
    std::string name, a, b;
    std::string difference; // "−14.2", "="
    std::string share;      // of a: "−80 %", "" where a is zero or it says nothing
    double change = 0.0;    // b - a in the row's own unit, for drawing
    bool equal = true;
};

struct Comparison {
    std::vector<ComparisonRow> memory; // GiB; rows as the pieces of a memory bar
    std::vector<ComparisonRow> step;   // seconds; rows as the pieces of a step bar
    std::vector<ComparisonRow> result;
    std::string settings; // what differs in the plans themselves, "" for nothing
};

Comparison compare(const Scenario& a, const Scenario& b, Language language);

/// "checkpointing selective → full, ZeRO 3 → 2"; "" where no setting differs.
std::string settings_that_differ(const Scenario& a, const Scenario& b, Language language);

/// All rows of the comparison as one table; the columns are called `a` and `b`.
TableView comparison_table(const Comparison& comparison, std::string_view a, std::string_view b,
                           Language language);

/// "33.3 GiB", "4.74 s", "$4,810": a plan in one line.
struct PlanFigures {
    std::string memory, step, cost;
};
PlanFigures plan_figures(const Scenario& scenario, const Estimate& estimate);

} // namespace headroom
