// What headroom-probe found, as values: the line protocol and the file of --output say the same.
//
//     const ProbeReport report = ...;                    // core/io/probe_reader.hpp
//     const ProbeResult* triad = report.find("hbm_triad");
//     triad->value, triad->unit                          // 2910, "GB/s"
//     triad->trusted(), triad->doubts                    // false, {"throttled"}
//
// Names and units are those of probe_names.hpp; docs/probe.md says what each was measured by.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

inline constexpr int probe_protocol = 1;

struct ProbeResult {
    std::string name, unit;
    double value = 0.0;               // in `unit`
    std::optional<double> rel_spread; // empty: counted, or not finite
    int samples = 0, dropped = 0;
    int device = 0;
    std::vector<std::string> doubts;
    std::map<std::string, double, std::less<>> numbers;    // "seconds", "bytes", "sm_mhz", ...
    std::map<std::string, std::string, std::less<>> words; // "dtype", "pass", "op"
    std::vector<std::int64_t> mnk;                         // of products; else empty
    std::optional<bool> power_capped;                      // of the sustained stage

    bool trusted() const { return doubts.empty(); }
    /// NaN where the line did not say.
    double number(std::string_view key) const {
        const auto found = numbers.find(key);
        return found == numbers.end() ? std::nan("") : found->second;
    }
    std::string_view word(std::string_view key) const {
        const auto found = words.find(key);
        return found == words.end() ? std::string_view() : std::string_view(found->second);
    }

    bool operator==(const ProbeResult&) const = default;
};

/// Facts of one device. What could not be read is absent.
struct ProbeDevice {
    std::string backend, name, driver, cuda, compute_capability;
    int index = 0, sm = 0;
    std::map<std::string, double, std::less<>> numbers; // "memory_gib", "power_cap_w", ...
    bool mig = false, virtual_gpu = false;

    std::optional<double> number(std::string_view key) const {
        const auto found = numbers.find(key);
        return found == numbers.end() ? std::nullopt : std::optional(found->second);
    }

    bool operator==(const ProbeDevice&) const = default;
};

struct ProbeSkipped {
    std::string name, reason, message;

    bool operator==(const ProbeSkipped&) const = default;
};

struct ProbeError {
    std::string code, stage, message;

    bool operator==(const ProbeError&) const = default;
};

struct ProbeReport {
    int protocol = 0;
    std::string probe, effort; // version of the program; quick, default or thorough
    std::vector<ProbeDevice> devices;
    std::map<std::string, std::string, std::less<>> libraries; // name, version
    std::vector<ProbeResult> results;
    std::vector<ProbeSkipped> skipped;
    std::optional<ProbeError> error; // how it ended, when not well
    bool ended = false;
    int refused = 0; // lines that said what cannot be

    bool ok() const { return ended && !error; }
    const ProbeResult* find(std::string_view name) const {
        for (const ProbeResult& result : results)
            if (result.name == name) return &result;
        return nullptr;
    }

    bool operator==(const ProbeReport&) const = default;
};

} // namespace headroom
