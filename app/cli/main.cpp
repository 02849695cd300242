// headroom-cli: the explorer's answers in a terminal and for scripts. One file for each command.
#include "command.hpp"
#include "command_line.hpp"

#include <cstdio>

using namespace headroom;
using namespace headroom::cli;

int main(int argc, char** argv) {
    try {
        const int status = run_command_line(argc, argv);
        if (std::fflush(stdout) == 0) return status;
        print_problems({headroom::error("stdout", "cannot be written")});
    } catch (const InputError&) {
        return bad_input;
    } catch (const std::exception& failure) {
        print_problems({headroom::error("headroom-cli", failure.what())});
    }
    return our_fault;
}
