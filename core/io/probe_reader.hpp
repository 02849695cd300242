// Reads headroom-probe: its lines as they come, and the file of --output.
//
//     ProbeLines lines;
//     lines.take(R"({"event": "stage", "name": "launch", "index": 3, "of": 9, "budget_s": 0.3})");
//     lines.stage()->name                                  // "launch"
//     lines.report().results                               // so far
//
//     Problems problems;
//     std::optional<ProbeReport> report = read_probe_report(text, "probe.json", problems);
//
// A probe may die in the middle of a line or lie: what is not a line of the protocol is ignored,
// what cannot be (a negative rate, an unknown unit) is refused and counted. Events and keys of a
// newer probe are ignored.
#pragma once

#include "core/base/problem.hpp"
#include "core/calibrate/probe_report.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

inline constexpr std::size_t longest_probe_line = 65536;

struct ProbeStage {
    std::string name;
    int index = 0, of = 0;
    double budget_s = 0.0;
    double before_s = 0.0, total_s = 0.0; // of the stages before it; of all
};

class ProbeLines {
  public:
    /// False when it is not a line of the protocol.
    bool take(std::string_view line);

    const ProbeReport& report() const { return report_; }
    const std::optional<ProbeStage>& stage() const { return stage_; }

  private:
    ProbeReport report_;
    std::optional<ProbeStage> stage_;
};

/// Empty with problems when it is not such a file or of a newer protocol.
std::optional<ProbeReport> read_probe_report(std::string_view text, std::string_view name,
                                             Problems& problems);

} // namespace headroom
