// A scenario as a configuration that a framework launches.
//
//     const Exported file = export_scenario(scenario, "accelerate", catalog);
//     file.text       // "# Headroom: team plan; carries: ...\ncompute_environment:
//     LOCAL_MACHINE\n" file.lost       // {"model", "training.optimizer", ...}: what the format has
//     no word for
//
// What the format cannot run at all is an error that names the value (pipeline stages in an
// Accelerate file). Importing the text gives back every value that is neither lost nor refused.
#pragma once

#include "core/base/problem.hpp"
#include "core/model/catalog.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct ExportMode {
    bool lossy = false;     // leave out what cannot be said, with a warning, instead of refusing
    bool automatic = false; // "auto" for what DeepSpeed's JSON may leave to the Trainer
};

struct Exported {
    std::string text; // empty where there are errors
    std::vector<std::string> lost;
    Problems problems;
};

/// The names that export_scenario() knows.
std::vector<std::string_view> export_formats();

Exported export_scenario(const Scenario& scenario, std::string_view format, const Catalog& catalog,
                         const ExportMode& options = {});

} // namespace headroom
