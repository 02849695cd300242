#include "app/probe/report_file.hpp"

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace headroom::probe {
namespace {

constexpr std::string_view line_start = R"({"event": ")";

/// The keys of a hello line, without what belongs to one process.
std::string head_of(std::string_view hello) {
    const std::size_t begin = hello.find(R"("protocol")");
    if (begin == std::string_view::npos) return "";
    return std::string(hello.substr(begin, hello.size() - begin - 1));
}

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

std::string_view event_of(std::string_view line) {
    if (!line.starts_with(line_start) || !line.ends_with('}')) return {};
    line.remove_prefix(line_start.size());
    return line.substr(0, line.find('"'));
}

void ReportFile::add(std::string_view line) {
    if (!path_.empty()) lines_[std::string(event_of(line))].emplace_back(line);
}

std::string ReportFile::text(bool ok) const {
    const auto lines_of = [this](std::string_view event) {
        const auto found = lines_.find(event);
        return found == lines_.end() ? std::vector<std::string>{} : found->second;
    };
    std::string out = "{\"format\": 1, \"kind\": \"probe\"";
    for (const std::string& hello : lines_of("hello"))
        out += ",\n " + head_of(hello);
    constexpr std::array<std::pair<const char*, const char*>, 5> lists{
        std::pair{"device", "devices"},
        {"library", "libraries"},
        {"result", "results"},
        {"series", "series"},
        {"skipped", "skipped"}};
    for (const auto& [event, key] : lists) {
        out += std::string(",\n \"") + key + "\": [";
        const char* separator = "\n  ";
        for (const std::string& line : lines_of(event)) {
            out += separator + line;
            separator = ",\n  ";
        }
        out += "]";
    }
    const std::vector<std::string> errors = lines_of("error");
    out += std::string(",\n \"ok\": ") + (ok ? "true" : "false");
    out += ",\n \"error\": " + (errors.empty() ? "null" : errors.back()) + "}\n";
    return out;
}

bool ReportFile::write(bool ok) const {
    if (path_.empty()) return true;
    const std::string temporary = path_ + ".part-" + std::to_string(getpid());
    const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return false;
    const bool whole = write_all(file, text(ok)) && fsync(file) == 0;
    const bool closed = close(file) == 0;
    if (whole && closed && std::rename(temporary.c_str(), path_.c_str()) == 0) return true;
    unlink(temporary.c_str());
    return false;
}

} // namespace headroom::probe
