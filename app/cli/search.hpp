// headroom-cli search.
#pragma once

#include "command.hpp"

namespace headroom::cli {

void add_search(CLI::App& app, Run& chosen);

} // namespace headroom::cli
