#include "app/probe/supervisor.hpp"

#include "app/probe/json_line.hpp"
#include "app/probe/pipe.hpp"
#include "app/probe/watch.hpp"
#include "app/probe/worker.hpp"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace headroom::probe {
namespace {

constexpr int protocol = 1;

std::string error_line(std::string_view code, std::string_view message) {
    return JsonLine("error").text("code", code).text("message", message).str();
}

/// What a worker that left no error line of its own comes to.
std::pair<Exit, std::string> verdict_of(const Watch::Result& result) {
    switch (result.end) {
    case Watch::End::cancelled:
        return {Exit::cancelled, error_line("cancelled", "cancelled by the user")};
    case Watch::End::timed_out:
        return {Exit::timed_out, error_line("timeout", "no answer in the time allowed")};
    case Watch::End::stuck:
        return {Exit::timed_out,
                JsonLine("error")
                    .text("code", "stuck_in_driver")
                    .text("message", "the probe cannot be killed: the GPU driver hangs; a reboot "
                                     "may be needed")
                    .whole("pid", result.status)
                    .str()};
    case Watch::End::killed:
        return {Exit::crashed,
                error_line("crash", "the probe ended by signal " + std::to_string(result.status))};
    case Watch::End::exited: break;
    }
    return {Exit::crashed, error_line("crash", "the probe ended without a last line, status " +
                                                   std::to_string(result.status))};
}

bool is_printable(std::string_view line) {
    return std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; });
}

} // namespace

Supervisor::Supervisor(const Options& options)
    : options_(options), plan_(options, 1), report_(options.output), started_(monotonic()) {}

double Supervisor::seconds_left() const {
    return std::max(plan_.total_limit() - (monotonic() - started_), 0.01);
}

void Supervisor::say(std::string_view line) {
    report_.add(line);
    if (reader_gone_) return;
    reader_gone_ = !write_whole(1, std::string(line) + "\n", started_ + plan_.total_limit() + 1.0);
}

Supervisor::Outcome Supervisor::run_part(Part part, int device, double limit_s) {
    Outcome outcome;
    Watch watch([&](int file) { run_worker(options_, plan_, part, device, file); },
                options_.verbose);
    const Watch::Limits limits{std::min(limit_s, seconds_left()),
                               std::min(limit_s, plan_.silence_limit())};
    const Watch::Result result = watch.follow(limits, [&](std::string_view line) {
        const std::string_view event = event_of(line);
        if (event.empty() || !is_printable(line)) return true;
        if (event == "error")
            outcome.error_line = line; // said last
        else if (event == "device" && swallow_)
            ++device_lines_;
        else if (!swallow_)
            say(line);
        return !reader_gone_;
    });
    const bool own_words = result.end == Watch::End::exited && !outcome.error_line.empty();
    if (own_words) {
        outcome.exit = static_cast<Exit>(result.status);
    } else if (result.end != Watch::End::exited || result.status != 0) {
        std::tie(outcome.exit, outcome.error_line) = verdict_of(result);
    }
    return outcome;
}

Supervisor::Outcome Supervisor::count_devices(int& devices) {
    devices = 1;
    if (!options_.all_devices || options_.backend == Backend::cpu) return {};
    swallow_ = true;
    Outcome outcome = run_part(Part::list, 0, seconds_left());
    swallow_ = false;
    devices = std::max(device_lines_, 1);
    plan_ = Plan(options_, devices);
    return outcome;
}

/// Not needed by anything else: what goes wrong here costs these results and no more.
void Supervisor::run_collectives() {
    for (const bool peers : {true, false}) {
        if (!peers) setenv("NCCL_P2P_DISABLE", "1", 1);
        const Outcome outcome = run_part(Part::collectives, 0, plan_.collectives_limit());
        if (outcome.exit == Exit::done || outcome.exit == Exit::cancelled) return;
        const bool hung = outcome.exit == Exit::timed_out;
        say(JsonLine("skipped")
                .text("name", "collectives")
                .text("reason", hung ? "hang" : "failed")
                .text("message", peers ? "NCCL did not end; once more without direct peer access. "
                                         "If that ends, look at the IOMMU and at PCIe ACS"
                                       : "NCCL did not end without direct peer access either")
                .flag("peer_access", peers)
                .str());
    }
}

Supervisor::Outcome Supervisor::run_parts() {
    if (options_.list) return run_part(Part::list, 0, seconds_left());
    int devices = 1;
    Outcome outcome = count_devices(devices);
    for (int i = 0; i < devices && outcome.exit == Exit::done; ++i)
        outcome =
            run_part(Part::device, options_.all_devices ? i : options_.device, seconds_left());
    if (outcome.exit != Exit::done) return outcome;
    if (plan_.has(Part::collectives) && !stop_was_asked()) run_collectives();
    if (!stop_was_asked()) outcome = run_part(Part::host, options_.device, seconds_left());
    if (stop_was_asked())
        return {Exit::cancelled, error_line("cancelled", "cancelled by the user")};
    return outcome;
}

int Supervisor::finish(const Outcome& outcome) {
    const bool ok = outcome.exit == Exit::done;
    const std::string last =
        ok ? JsonLine("done").flag("ok", true).number("seconds", monotonic() - started_).str()
           : outcome.error_line;
    if (!ok) report_.add(last);
    if (!report_.write(ok)) {
        say(error_line("output", "the file of --output could not be written"));
        return static_cast<int>(ok ? Exit::internal : outcome.exit);
    }
    say(last);
    return static_cast<int>(outcome.exit);
}

int Supervisor::run() {
    listen_for_stop();
    say(JsonLine("hello")
            .whole("pid", getpid())
            .whole("protocol", protocol)
            .text("probe", HEADROOM_VERSION)
            .text("effort", name_of(options_.effort))
            .str());
    try {
        return finish(run_parts());
    } catch (const Failure& failure) {
        return finish({failure.exit, error_line(failure.code, failure.message)});
    }
}

} // namespace headroom::probe
