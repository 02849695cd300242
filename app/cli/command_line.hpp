// What headroom-cli takes on its command line, and the status of what it then runs.
//
//     return run_command_line(argc, argv);      // "headroom-cli estimate team.json --json"
#pragma once

namespace headroom::cli {

/// Throws what the command throws (command.hpp); wrong usage is reported and is bad_input.
int run_command_line(int argc, char** argv);

} // namespace headroom::cli
