// Scenario files, format 1 (docs/scenario.md): read with every problem at once, written atomically.
//
//     ScenarioResult r = read_scenario_file("team.json", catalog);
//     if (!r.scenario) for (const Problem& p : r.problems) std::cerr << to_line(p) << '\n';
//     std::optional<Problem> failed = write_scenario_file(path, document);
//
// A ScenarioDocument is the Scenario plus what only the file knows: the ids it was written with and
// the keys of a newer format, which are kept on save with a warning. Unknown keys are errors.
#pragma once

#include "core/base/problem.hpp"
#include "core/model/catalog.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

struct ScenarioResult {
    std::optional<Scenario> scenario; // empty when there are errors
    Problems problems;                // errors and warnings, validate()'s among them
    std::string unknown_keys_json;    // of a newer format, to be kept on save; "" for none
};

/// `name` is how messages call the text ("team.json").
ScenarioResult read_scenario(std::string_view text, std::string_view name, const Catalog& catalog);
ScenarioResult read_scenario_file(const std::filesystem::path& path, const Catalog& catalog);

/// Pretty JSON that reads back to the same scenario. Catalog models, GPUs and links are written as
/// ids; changed or inline ones as objects. Only what differs from the defaults is written.
std::string write_scenario(const Scenario& scenario, const Catalog& catalog,
                           std::string_view unknown_keys_json = {});

/// Atomic: writes beside, syncs, renames. An interrupted or failed save leaves the old file.
std::optional<Problem> write_file(const std::filesystem::path& path, std::string_view text);

/// `--set training.zero_stage=2`: one change by path on a scenario's JSON text, then read again.
ScenarioResult read_scenario_with(std::string_view text, std::string_view name,
                                  const std::vector<std::string>& assignments,
                                  const Catalog& catalog);

} // namespace headroom
