// "Why this number" proves the number: what is put into each formula gives the value again, and the
// heading it cites is there to be read.
#include "core/io/scenario_json.hpp"
#include "core/present/views.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

namespace headroom {
namespace {

constexpr double rounding = 2e-3; // of the value

double sum_of_products(const WhyView& view) {
    double sum = 0.0;
    for (const std::vector<double>& factors : view.parts)
        sum += std::accumulate(factors.begin(), factors.end(), 1.0, std::multiplies<>());
    return sum;
}

std::vector<std::string> example_files() {
    std::vector<std::string> files;
    const auto folder = std::filesystem::path(HEADROOM_SOURCE_DIR) / "presets" / "scenarios";
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json") files.push_back(entry.path().stem().string());
    std::ranges::sort(files);
    return files;
}

Scenario example(const std::string& stem) {
    const auto path =
        std::filesystem::path(HEADROOM_SOURCE_DIR) / "presets" / "scenarios" / (stem + ".json");
    return read_scenario_file(path, test_catalog()).scenario.value();
}

class Why : public testing::TestWithParam<std::string> {};

TEST_P(Why, MemoryTermsAreTheSumOfTheirProducts) {
    const Scenario scenario = example(GetParam());
    const Estimate estimate = evaluate(scenario);
    for (std::size_t i = 0; i < MemoryBreakdown::size; ++i) {
        const auto term = static_cast<MemoryTerm>(i);
        const double value = estimate.memory.peak[term] / units::B;
        if (value <= 0.0) continue;
        const WhyView view = why(scenario, estimate, term, Language::english);
        EXPECT_FALSE(view.has_rest) << view.name << ": " << view.substituted;
        EXPECT_NEAR(sum_of_products(view), value, rounding * value)
            << view.name << ": " << view.substituted;
    }
}

TEST_P(Why, StepTermsAreTheSumOfTheirProducts) {
    const Scenario scenario = example(GetParam());
    const Estimate estimate = evaluate(scenario);
    for (std::size_t i = 0; i < StepBreakdown::size; ++i) {
        const auto term = static_cast<StepTerm>(i);
        const double value = estimate.step.terms[term] / units::s;
        if (value <= 0.0) continue;
        const WhyView view = why(scenario, estimate, term, Language::english);
        EXPECT_FALSE(view.has_rest) << view.name << ": " << view.substituted;
        EXPECT_NEAR(sum_of_products(view), value, rounding * value)
            << view.name << ": " << view.substituted;
    }
}

// Under other settings too, one at a time: phases, branches and stages change with them.
TEST_P(Why, HoldsAlongEveryAxis) {
    const Scenario scenario = example(GetParam());
    for (const Axis axis : all_axes) {
        if (!axis_applies(axis, scenario) || axis == Axis::offload) continue;
        for (const SweepPoint& point : sweep(scenario, axis)) {
            if (point.estimate.verdict == Verdict::not_legal) continue;
            Scenario moved = scenario;
            set_axis(moved, scenario, axis, point.value);
            for (std::size_t i = 0; i < MemoryBreakdown::size; ++i) {
                const WhyView view =
                    why(moved, point.estimate, static_cast<MemoryTerm>(i), Language::english);
                EXPECT_FALSE(view.has_rest) << axis_path(axis) << ' ' << point.value << ' '
                                            << view.name << ": " << view.substituted;
            }
            for (std::size_t i = 0; i < StepBreakdown::size; ++i) {
                const WhyView view =
                    why(moved, point.estimate, static_cast<StepTerm>(i), Language::english);
                EXPECT_FALSE(view.has_rest) << axis_path(axis) << ' ' << point.value << ' '
                                            << view.name << ": " << view.substituted;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Examples, Why, testing::ValuesIn(example_files()),
                         [](const testing::TestParamInfo<std::string>& row) {
                             std::string name = row.param;
                             std::ranges::replace_if(
                                 name, [](char c) { return std::isalnum(c) == 0; }, '_');
                             return name;
                         });

/// "docs/model.md, \"Memory: phases\"; ..." in file and heading.
bool heading_exists(const std::string& sources) {
    const std::string file = sources.substr(0, sources.find(','));
    const std::size_t open = sources.find('"');
    const std::string heading = sources.substr(open + 1, sources.find('"', open + 1) - open - 1);
    std::ifstream stream(std::filesystem::path(HEADROOM_SOURCE_DIR) / file);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with('#')) continue;
        const std::string title = line.substr(line.find_first_not_of("# "));
        if (title == heading || title.starts_with(heading + " (`")) return true;
    }
    return false;
}

TEST(WhySources, CiteHeadingsThatExist) {
    const Scenario scenario = example(example_files().front());
    const Estimate estimate = evaluate(scenario);
    for (std::size_t i = 0; i < MemoryBreakdown::size; ++i) {
        const WhyView view = why(scenario, estimate, static_cast<MemoryTerm>(i), Language::english);
        EXPECT_TRUE(heading_exists(view.sources)) << view.sources;
    }
    for (std::size_t i = 0; i < StepBreakdown::size; ++i) {
        const WhyView view = why(scenario, estimate, static_cast<StepTerm>(i), Language::english);
        EXPECT_TRUE(heading_exists(view.sources)) << view.sources;
    }
}

} // namespace
} // namespace headroom
