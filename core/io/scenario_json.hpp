// Scenario files, format 1 (docs/scenario.md): read with every problem at once, written atomically.
//
//     ScenarioResult r = read_scenario_file("team.json", catalog);
//     if (!r.scenario) for (const Problem& p : r.problems) std::cerr << to_line(p) << '\n';
//     std::optional<Problem> failed = write_file("team.json", write_scenario(*r.scenario,
//     catalog));
//
// A plan that is merely not legal is an error to everybody who wants an answer; who wants to mend
// it, as the window does, finds it in `illegal`.
// Unknown keys are errors, except those of a newer format: they are kept on save with a warning.
// A model, GPU or link is an id of the catalog or an object; {"base": id, ...} changes some fields
// of the catalog's. "calibration" may be a path, relative to the scenario's own folder.
#pragma once

#include "core/base/problem.hpp"
#include "core/io/text_file.hpp"
#include "core/model/catalog.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// What a plan runs on when it does not say.
inline constexpr std::string_view default_stack = "megatron-core";

struct ScenarioResult {
    std::optional<Scenario> scenario; // empty when there are errors
    std::optional<Scenario> illegal;  // read whole, only errors: why the plan is not legal
    Problems problems;                // errors and warnings, validate()'s among them
    std::string unknown_keys_json;    // of a newer format, to be kept on save; "" for none
};

/// `name` is how messages call the text ("team.json"); its folder is where paths start from.
ScenarioResult read_scenario(std::string_view text, std::string_view name, const Catalog& catalog);
ScenarioResult read_scenario_file(const std::filesystem::path& path, const Catalog& catalog);

/// Pretty JSON that reads back to the same scenario. Catalog models, GPUs and links are written as
/// ids; changed or inline ones as objects. Only what differs from the defaults is written.
std::string write_scenario(const Scenario& scenario, const Catalog& catalog,
                           std::string_view unknown_keys_json = {});

/// A model as an inline object in Hugging Face's terms, whole even where the catalog has it.
std::string write_model(const ModelSpec& model);

/// What of model, cluster, training and goals makes `to` of `from`, by path:
/// {"training.zero_stage": 2, "model": ...}. Each is a value that --set takes; null: the key is
/// left out.
std::string write_changes(const Scenario& from, const Scenario& to, const Catalog& catalog);

/// Every key of "training" that has a default, with it: what a file that says nothing means.
std::string write_default_training();

/// `--set training.zero_stage=2`: changes by path before the text is read. What a path lacks is
/// made; a value is JSON where it is JSON, else text. A catalog id on the way becomes its base:
/// `cluster.gpu.memory=100 GiB`.
ScenarioResult read_scenario_with(std::string_view text, std::string_view name,
                                  const std::vector<std::string>& assignments,
                                  const Catalog& catalog);

} // namespace headroom
