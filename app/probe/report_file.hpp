// Everything a run said, as one JSON file that appears whole or not at all.
//
//     ReportFile report("probe.json");
//     report.add(line);                       // each line that went to stdout
//     report.write();                         // also after a failure: what was measured is kept
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::probe {

class ReportFile {
  public:
    explicit ReportFile(std::string path) : path_(std::move(path)) {}

    void add(std::string_view line);
    /// False when the file could not be written; a file that was there before is then unchanged.
    bool write(bool ok) const;

  private:
    std::string text(bool ok) const;

    std::string path_;                                                   // empty: no file is wanted
    std::map<std::string, std::vector<std::string>, std::less<>> lines_; // by event
};

/// "result" of {"event": "result", ...}; empty for what is not a line of the protocol.
std::string_view event_of(std::string_view line);

} // namespace headroom::probe
