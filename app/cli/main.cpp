// headroom-cli: the explorer's answers in a terminal and for scripts. One file for each command.
#include "command.hpp"

#include <cstdio>

namespace {

using namespace headroom::cli;

constexpr const char* exit_statuses =
    "Exit status: 0 fine; 1 the answer is \"no\" (does not fit, errors above the limit asked);\n"
    "2 the input is bad (each problem on stderr as `where: message`); 3 our own fault.";

/// What CLI11 could not parse: help is fine, everything else is bad input on stderr.
int report_usage(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        app.exit(error);
        return fine;
    }
    std::fprintf(stderr, "command line: %s\n", error.what());
    return bad_input;
}

int run(int argc, char** argv) {
    CLI::App app("Headroom: what a plan needs of one GPU, how long its steps take, what it costs.",
                 "headroom-cli");
    app.set_version_flag("--version", HEADROOM_VERSION);
    app.require_subcommand(1);
    app.footer(exit_statuses);
    Run chosen;
    for (const auto add :
         {add_estimate, add_sweep, add_validate, add_import, add_list, add_check_presets})
        add(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return report_usage(app, error);
    }
    return chosen();
}

} // namespace

int main(int argc, char** argv) {
    try {
        const int status = run(argc, argv);
        if (std::fflush(stdout) == 0) return status;
        std::fputs("stdout: cannot be written\n", stderr);
    } catch (const InputError&) {
        return bad_input;
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "headroom-cli: %s\n", failure.what());
    }
    return our_fault;
}
