// The command line of headroom-probe as a value.
//
//     std::string wrong;
//     const std::optional<Options> options = parse_options({"--effort", "quick"}, wrong);
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::probe {

enum class Effort { quick, standard, thorough };
enum class Backend { automatic, cuda, cpu };

struct Options {
    Effort effort = Effort::standard;
    Backend backend = Backend::automatic;
    int device = 0;
    bool all_devices = false;
    std::vector<std::string> only, skip; // stages
    std::string disk;                    // folder to measure; empty: no disk stage
    std::string output;                  // file for the whole report; empty: lines alone
    bool list = false;                   // name the devices, measure nothing
    bool verbose = false;                // keep what libraries write to stderr
    bool yes = false;                    // measure although another program is on the device
    bool help = false, version = false;
};

/// Empty with a sentence in `wrong` when an argument is not understood.
std::optional<Options> parse_options(const std::vector<std::string>& arguments, std::string& wrong);

/// "quick", "default", "thorough".
std::string_view name_of(Effort effort);

extern const std::string_view usage;

} // namespace headroom::probe
