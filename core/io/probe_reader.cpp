#include "core/io/probe_reader.hpp"

#include "core/calibrate/probe_names.hpp"
#include "core/io/located_json.hpp"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

constexpr double largest_value = 1e9; // of any result, in its unit
constexpr int most_samples = 1'000'000;
constexpr std::size_t longest_word = 512, most_results = 5000;

std::string word_at(const Json& object, std::string_view key) {
    const Json* const found = object.find(key);
    if (found == nullptr || !found->is(Json::Type::text)) return "";
    return found->text.substr(0, longest_word);
}

std::optional<double> number_at(const Json& object, std::string_view key) {
    const Json* const found = object.find(key);
    if (found == nullptr || !found->is_number()) return std::nullopt;
    return found->number;
}

int whole_at(const Json& object, std::string_view key, int otherwise = 0) {
    const Json* const found = object.find(key);
    const bool fits = found != nullptr && found->is(Json::Type::integer) && found->integer >= -1 &&
                      found->integer <= most_samples;
    return fits ? static_cast<int>(found->integer) : otherwise;
}

bool flag_at(const Json& object, std::string_view key) {
    const Json* const found = object.find(key);
    return found != nullptr && found->is(Json::Type::boolean) && found->boolean;
}

/// The details of a line beside the keys that every result has.
void take_details(const Json& line, ProbeResult& result) {
    constexpr std::array common{"value", "rel_spread", "samples", "dropped", "device"};
    constexpr std::array worded{"event", "name", "unit"};
    const auto in = [](const auto& list, std::string_view key) {
        return std::ranges::find(list, key) != list.end();
    };
    for (const Json::Member& member : line.members) {
        if (member.value.is_number() && !in(common, member.key))
            result.numbers[member.key] = member.value.number;
        if (member.value.is(Json::Type::text) && !in(worded, member.key))
            result.words[member.key] = member.value.text.substr(0, longest_word);
    }
    if (const Json* const mnk = line.find("mnk"))
        for (const Json& item : mnk->items)
            if (item.is(Json::Type::integer)) result.mnk.push_back(item.integer);
    if (line.find("power_capped") != nullptr) result.power_capped = flag_at(line, "power_capped");
}

/// Empty for what cannot be: the number is then worth nothing, whatever its verdict says.
std::optional<ProbeResult> result_of(const Json& line) {
    ProbeResult result;
    result.name = word_at(line, "name");
    result.unit = word_at(line, "unit");
    const ProbeResultKind* const kind = find_probe_result(result.name);
    const std::optional<double> value = number_at(line, "value");
    result.samples = whole_at(line, "samples", -1);
    result.dropped = whole_at(line, "dropped");
    const bool possible = kind != nullptr && kind->unit == result.unit && value && *value > 0.0 &&
                          *value < largest_value && result.samples >= 0 && result.dropped >= 0;
    if (!possible) return std::nullopt;
    result.value = *value;
    result.rel_spread = number_at(line, "rel_spread");
    result.device = std::max(whole_at(line, "device"), 0);
    if (const Json* const doubts = line.find("doubts"))
        for (const Json& doubt : doubts->items)
            if (doubt.is(Json::Type::text))
                result.doubts.push_back(doubt.text.substr(0, longest_word));
    // Its own word for trust has the last say against, never for it.
    if (!flag_at(line, "trust") && result.doubts.empty()) result.doubts.emplace_back("invalid");
    take_details(line, result);
    return result;
}

ProbeDevice device_of(const Json& line) {
    ProbeDevice device;
    device.backend = word_at(line, "backend");
    device.name = word_at(line, "name");
    device.driver = word_at(line, "driver");
    device.cuda = word_at(line, "cuda");
    device.compute_capability = word_at(line, "compute_capability");
    device.index = std::max(whole_at(line, "index"), 0);
    device.sm = std::max(whole_at(line, "sm"), 0);
    device.mig = flag_at(line, "mig");
    device.virtual_gpu = flag_at(line, "virtual_gpu");
    for (const Json::Member& member : line.members)
        if (member.value.is_number()) device.numbers[member.key] = member.value.number;
    return device;
}

std::string version_of(const Json& line) {
    const Json* const version = line.find("version");
    if (version == nullptr) return "";
    return version->is(Json::Type::integer) ? std::to_string(version->integer)
                                            : word_at(line, "version");
}

void take_result(const Json& line, ProbeReport& report) {
    std::optional<ProbeResult> result = result_of(line);
    if (result && report.results.size() < most_results)
        report.results.push_back(*std::move(result));
    else
        ++report.refused;
}

void take_head(const Json& line, ProbeReport& report) {
    report.protocol = whole_at(line, "protocol");
    report.probe = word_at(line, "probe");
    report.effort = word_at(line, "effort");
}

/// What a line adds to the report, by its event; other events are told apart by the caller.
void take_event(const std::string& event, const Json& line, ProbeReport& report) {
    if (event == "hello") take_head(line, report);
    if (event == "device") report.devices.push_back(device_of(line));
    if (event == "library") report.libraries[word_at(line, "name")] = version_of(line);
    if (event == "result") take_result(line, report);
    if (event == "skipped")
        report.skipped.push_back(
            {word_at(line, "name"), word_at(line, "reason"), word_at(line, "message")});
    if (event == "done" || event == "error") report.ended = true;
    if (event == "error")
        report.error =
            ProbeError{word_at(line, "code"), word_at(line, "stage"), word_at(line, "message")};
}

ProbeStage stage_of(const Json& line) {
    static constexpr double longest_s = 3600.0;
    const auto seconds = [&line](std::string_view key) {
        return std::clamp(number_at(line, key).value_or(0.0), 0.0, longest_s);
    };
    const int of = std::max(whole_at(line, "of"), 1);
    return {word_at(line, "name"),
            std::clamp(whole_at(line, "index"), 0, of),
            of,
            seconds("budget_s"),
            seconds("before_s"),
            seconds("total_s")};
}

} // namespace

bool ProbeLines::take(std::string_view text) {
    if (text.size() > longest_probe_line || !text.starts_with('{')) return false;
    Problems ignored;
    const std::optional<Json> line = parse_json(text, "probe", ignored);
    if (!line) return false;
    const std::string event = word_at(*line, "event");
    if (event.empty()) return false;
    take_event(event, *line, report_);
    if (event == "stage") stage_ = stage_of(*line);
    return true;
}

std::optional<ProbeReport> read_probe_report(std::string_view text, std::string_view name,
                                             Problems& problems) {
    const std::optional<Json> root = parse_json(text, name, problems);
    if (!root) return std::nullopt;
    const auto refuse = [&](std::string message) {
        problems.push_back(error(std::string(name), std::move(message)));
        return std::nullopt;
    };
    if (word_at(*root, "kind") != "probe" || whole_at(*root, "format") != 1)
        return refuse("is not a file of headroom-probe --output");
    ProbeReport report;
    take_head(*root, report);
    if (report.protocol > probe_protocol)
        return refuse("was written by a newer headroom-probe; this program knows protocol 1");
    for (const std::string_view list : {"devices", "libraries", "results", "skipped"})
        if (const Json* const lines = root->find(list))
            for (const Json& line : lines->items)
                take_event(word_at(line, "event"), line, report);
    if (const Json* const failure = root->find("error"); failure != nullptr)
        take_event(word_at(*failure, "event"), *failure, report);
    report.ended = true;
    return report;
}

} // namespace headroom
