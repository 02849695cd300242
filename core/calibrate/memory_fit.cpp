#include "core/calibrate/memory_fit.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace headroom {

namespace {

using Fact = Sourced<double> MemoryFacts::*;

/// What is fitted, and where it is looked for. The facts themselves stand in
/// presets/frameworks.json.
struct Search {
    std::string_view key;
    Fact fact;
    double lowest, highest, step;
};
constexpr std::array searches{
    Search{"adapter_backward_bytes", &MemoryFacts::adapter_backward_bytes, 0.0, 4.0, 0.25},
    Search{"allocator_factor", &MemoryFacts::allocator_factor, 1.0, 1.6, 0.03},
    Search{"unshared_blocks", &MemoryFacts::unshared_blocks, 0.0, 1.0, 0.05}};

constexpr std::string_view fitted_source = "fitted-memory";

bool is_fitted(const Catalog& catalog, const Sourced<double>& fact) {
    return fact.citation < catalog.citations.size() &&
           catalog.citations[fact.citation].source == fitted_source;
}

void set_fact(Catalog& catalog, Fact fact, double value) {
    for (Stack& stack : catalog.stacks)
        if (is_fitted(catalog, stack.memory.*fact)) (stack.memory.*fact).value = value;
}

/// Mean over sources and kinds of the mean absolute error: every row counts, outliers too.
double loss(std::span<const Measurement> rows, const Catalog& catalog) {
    std::map<std::pair<std::string, std::string>, std::pair<double, int>> groups;
    for (const Residual& residual : compare_with_measurements(rows, catalog).residuals) {
        if (residual.what != Measured::memory) continue;
        auto& [sum, n] = groups[{residual.source, residual.memory_kind}];
        sum += std::abs(residual.error());
        ++n;
    }
    double total = 0.0;
    for (const auto& [group, errors] : groups)
        total += errors.first / errors.second;
    return groups.empty() ? 0.0 : total / static_cast<double>(groups.size());
}

/// The value with the least loss; `believed` where the rows do not care.
double best_value(std::span<const Measurement> rows, Catalog& catalog, const Search& search,
                  double believed) {
    set_fact(catalog, search.fact, believed);
    double best = believed;
    double least = loss(rows, catalog);
    const int steps = static_cast<int>(std::lround((search.highest - search.lowest) / search.step));
    for (int i = 0; i <= steps; ++i) {
        const double value = search.lowest + i * search.step;
        set_fact(catalog, search.fact, value);
        const double here = loss(rows, catalog);
        if (here >= least - 1e-9) continue;
        least = here;
        best = value;
    }
    set_fact(catalog, search.fact, best);
    return best;
}

/// Twice around, because reserved memory depends on what is allocated.
std::vector<FittedFact> fit_facts(std::span<const Measurement> rows, Catalog& catalog) {
    std::vector<FittedFact> facts;
    for (const Search& search : searches) {
        facts.push_back({search.key, (MemoryFacts{}.*search.fact).value});
        set_fact(catalog, search.fact, facts.back().value);
    }
    for (int round = 0; round < 2; ++round)
        for (std::size_t i = 0; i < searches.size(); ++i)
            facts[i].value = best_value(rows, catalog, searches[i], facts[i].value);
    return facts;
}

/// Kinds of memory that teach a band.
using Kinds = std::span<const std::string_view>;

std::vector<Residual> residuals_of(std::span<const Measurement> rows, const Catalog& catalog,
                                   Kinds kinds) {
    std::vector<Residual> residuals = compare_with_measurements(rows, catalog).residuals;
    std::erase_if(residuals, [&](const Residual& residual) {
        return std::ranges::find(kinds, residual.memory_kind) == kinds.end();
    });
    return residuals;
}

/// Share of the measured values outside of their bands.
double share_outside(std::span<const Residual> residuals) {
    const auto outside = std::ranges::count_if(
        residuals, [](const Residual& residual) { return !residual.within_band(); });
    return static_cast<double>(outside) / static_cast<double>(residuals.size());
}

/// Widens a band until a fifth is left outside. Both ends move by the same factor: which way one
/// source errs says little about the next.
void earn_band(std::span<const Measurement> rows, Catalog& catalog, Kinds kinds,
               BandFactors& band) {
    constexpr double fifth = 0.2;
    band = BandFactors{};
    band.runs = static_cast<int>(residuals_of(rows, catalog, kinds).size());
    if (band.runs == 0) return;
    double narrow = 1.0, wide = 8.0; // times what is predicted
    for (int i = 0; i < 20; ++i) {
        band.p90 = 0.5 * (narrow + wide);
        band.p10 = 1.0 / band.p90;
        const double outside = share_outside(residuals_of(rows, catalog, kinds));
        (outside > fifth ? narrow : wide) = band.p90;
    }
    band.p90 = wide;
    band.p10 = 1.0 / wide;
}

/// Rows of the sources whose place in the order of names is even, or odd.
std::array<std::vector<Measurement>, 2> halves(std::span<const Measurement> rows,
                                               const Catalog& catalog) {
    std::set<std::string> names;
    for (const Residual& residual : compare_with_measurements(rows, catalog).residuals)
        names.insert(residual.source);
    std::map<std::string, int> half;
    for (const std::string& name : names)
        half.emplace(name, static_cast<int>(half.size()) % 2);
    std::array<std::vector<Measurement>, 2> parts;
    for (const Measurement& row : rows)
        if (const auto found = half.find(row.source); found != half.end())
            parts[static_cast<std::size_t>(found->second)].push_back(row);
    return parts;
}

std::vector<std::string> sources_of(std::span<const Measurement> rows) {
    std::set<std::string> names;
    for (const Measurement& row : rows)
        names.insert(row.source);
    return {names.begin(), names.end()};
}

/// Fits the facts, then the bands; the catalog holds both afterwards.
MemoryLesson learn(std::span<const Measurement> rows, Catalog& catalog) {
    MemoryLesson lesson;
    lesson.sources = sources_of(rows);
    lesson.facts = fit_facts(rows, catalog);
    catalog.calibration = earn_memory_bands(rows, catalog);
    lesson.allocated = catalog.calibration.allocated;
    lesson.reserved = catalog.calibration.reserved;
    lesson.process = catalog.calibration.process;
    return lesson;
}

} // namespace

Calibration earn_memory_bands(std::span<const Measurement> rows, Catalog catalog) {
    constexpr std::array<std::string_view, 1> allocated{"allocated"};
    constexpr std::array<std::string_view, 2> around{"reserved", "process"};
    Calibration& bands = catalog.calibration;
    bands.process = BandFactors{}; // nobody measures a context and its communicators alone
    earn_band(rows, catalog, allocated, bands.allocated);
    earn_band(rows, catalog, around, bands.reserved);
    return bands;
}

MemorySplit split_by_halves(std::span<const Measurement> rows, const Catalog& catalog) {
    const std::array<std::vector<Measurement>, 2> parts = halves(rows, catalog);
    MemorySplit split;
    std::vector<Residual> residuals;
    FitVerdicts verdicts;
    for (std::size_t i = 0; i < 2; ++i) {
        Catalog taught = catalog;
        split.lessons[i] = learn(parts[i], taught);
        const ValidationReport report = compare_with_measurements(parts[1 - i], taught);
        std::ranges::copy(report.residuals, std::back_inserter(residuals));
        verdicts += report.fit_verdict;
    }
    Catalog taught = catalog;
    split.all = learn(rows, taught);
    split.scored = report_of(std::move(residuals));
    split.scored.fit_verdict = verdicts;
    return split;
}

} // namespace headroom
