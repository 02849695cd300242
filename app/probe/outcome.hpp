// How a run of the probe can end, and the exception by which a stage ends it.
//
//     throw Failure{Exit::no_driver, "no_driver", "libcuda.so.1 is not installed"};
//
// The code is a word for programs, the message a sentence for people. docs/probe.md lists both.
#pragma once

#include <string>

namespace headroom::probe {

enum class Exit {
    done = 0,
    bad_arguments = 2,
    no_device = 10,
    no_driver = 11,
    driver_too_old = 12,
    device_busy = 13,
    no_memory = 14,
    device_error = 15,
    cancelled = 20,
    timed_out = 21,
    crashed = 22,
    internal = 70,
};

struct Failure {
    Exit exit = Exit::internal;
    std::string code;
    std::string message;
};

} // namespace headroom::probe
