// headroom-cli: the explorer's answers in a terminal and for scripts. One file for each command.
#include "command.hpp"
#include "search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace {

using namespace headroom::cli;

constexpr const char* exit_statuses =
    "Exit status: 0 fine; 1 the answer is \"no\" (does not fit, errors above the limit asked);\n"
    "2 the input is bad (each problem on stderr, `where: error: message`); 3 our own fault.";

/// What is wrong in the user's words: CLI11 only says that some command is missing.
std::string usage_problem(const CLI::App& app, const CLI::ParseError& error, int argc,
                          char** argv) {
    const std::string_view word = argc > 1 ? argv[1] : "";
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({}))
        names.push_back(command->get_name());
    if (word.empty() || word.starts_with('-') || std::ranges::find(names, word) != names.end())
        return error.what();
    const std::string_view near = headroom::nearest_word(word, {names.begin(), names.end()});
    return fmt::format("no such command: \"{}\"; {}", word,
                       near.empty() ? fmt::format("commands are {}", fmt::join(names, ", "))
                                    : fmt::format("did you mean \"{}\"?", near));
}

int run(int argc, char** argv) {
    CLI::App app("Headroom: what a plan needs of one GPU, how long its steps take, what it costs.",
                 "headroom-cli");
    app.set_version_flag("--version", HEADROOM_VERSION);
    app.require_subcommand(1);
    app.footer(exit_statuses);
    Run chosen;
    for (const auto add : {add_estimate, add_sweep, add_search, add_advise, add_cost, add_choose,
                           add_validate, add_import, add_export, add_list, add_check_presets})
        add(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help) { // --help and --version
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        print_problems({headroom::error("command line", usage_problem(app, error, argc, argv))});
        return bad_input;
    }
    return chosen();
}

} // namespace

int main(int argc, char** argv) {
    try {
        const int status = run(argc, argv);
        if (std::fflush(stdout) == 0) return status;
        print_problems({headroom::error("stdout", "cannot be written")});
    } catch (const InputError&) {
        return bad_input;
    } catch (const std::exception& failure) {
        print_problems({headroom::error("headroom-cli", failure.what())});
    }
    return our_fault;
}
