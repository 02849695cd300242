#include "core/io/calibration_json.hpp"
#include "core/io/decisions_reader.hpp"
#include "core/io/json_edit.hpp"
#include "core/io/plan_reader.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/text_file.hpp"
#include "core/model/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

constexpr std::int64_t format_written = 1;

/// Not legal, but made of numbers that sliders can take up.
bool can_be_mended(const Scenario& scenario) {
    const Illegality found = find_illegality(scenario);
    return found != Illegality::none && !contains(found, Illegality::out_of_range);
}

class ScenarioReader {
  public:
    ScenarioReader(const Catalog& catalog, std::filesystem::path folder)
        : catalog_(catalog), folder_(std::move(folder)), provenance_(catalog) {}

    ScenarioResult read(const Json& root, ReadLog& log);

  private:
    void read_format(ObjectReader& file);
    void read_goals(const JsonCursor& cursor);
    void read_tokens(const JsonCursor& cursor);
    void read_headroom(const JsonCursor& cursor);
    void read_funding(const JsonCursor& cursor);
    void read_scores(const JsonCursor& cursor);
    void read_calibration(const JsonCursor& cursor);
    void read_calibration_file(const JsonCursor& cursor);
    void read_bands(ObjectReader& object);

    const Catalog& catalog_;
    std::filesystem::path folder_;
    CatalogProvenance provenance_;
    Scenario scenario_;
};

void ScenarioReader::read_format(ObjectReader& file) {
    const auto cursor = file.required("format");
    const auto format = cursor ? cursor->integer({1, 1'000'000}) : std::nullopt;
    if (!format || *format <= format_written) return;
    ReadLog& log = file.cursor().log();
    log.newer_format = true;
    log.kept.push_back({"/format", &cursor->json()});
    cursor->warning(fmt::format("format {} is newer than {}, the newest that is known here: keys "
                                "that are not known are kept but not used",
                                *format, format_written));
}

/// "5 GiB" of one GPU, or "8 %" of it.
void ScenarioReader::read_headroom(const JsonCursor& cursor) {
    const auto text = cursor.text();
    if (!text) return;
    if (text->find('%') != std::string::npos) {
        const auto share = read_unit_text(cursor, parse_fraction, Sign::not_negative);
        if (share && *share > 1.0)
            cursor.error(cursor.shown() + " is more than the whole GPU");
        else if (share)
            scenario_.goals.headroom_share = *share;
    } else if (const auto bytes = read_unit_text(cursor, parse_bytes, Sign::not_negative)) {
        scenario_.goals.headroom = *bytes;
        note_decimal_size(cursor);
    }
}

void ScenarioReader::read_goals(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    Goals& goals = scenario_.goals;
    if (const auto headroom = object.optional("headroom")) read_headroom(*headroom);
    object.read_unit("step_time", goals.step_time, parse_seconds, Sign::positive);
    object.read_unit("duration", goals.duration, parse_seconds, Sign::positive);
    object.read_unit("budget", goals.budget, parse_dollars, Sign::positive);
    if (const auto tokens = object.optional("tokens")) read_tokens(*tokens);
}

void ScenarioReader::read_tokens(const JsonCursor& cursor) {
    constexpr double most = plan_limits::tokens;
    const auto count = cursor.json().is(Json::Type::text)
                           ? read_unit_text<double>(
                                 cursor, [](std::string_view text) { return parse_count(text); })
                           : cursor.number({1.0, most});
    if (!count) return;
    if (*count >= 1.0 && *count <= most)
        scenario_.goals.tokens = *count;
    else
        cursor.error(cursor.shown() + " is no number of tokens from 1 to 1e18");
}

void ScenarioReader::read_funding(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    FieldReader fields(object, provenance_);
    for_each_field(fields, scenario_.funding);
}

void ScenarioReader::read_scores(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    FieldReader fields(object, provenance_, Ranges::checked);
    for_each_field(fields, scenario_.scores);
}

/// What a site measured, with bands where they are not the catalog's; or bands alone.
void ScenarioReader::read_calibration(const JsonCursor& cursor) {
    if (cursor.json().is(Json::Type::text)) return read_calibration_file(cursor);
    ObjectReader object(cursor);
    object.optional("format");
    const auto kind = object.optional("kind");
    if (!kind) return read_bands(object);
    const auto word = kind->text();
    if (word && *word != calibration_kind)
        kind->error(fmt::format("\"{}\" is not the kind \"{}\"", *word, calibration_kind));
    if (const auto bands = object.optional("bands")) {
        ObjectReader inner(*bands);
        read_bands(inner);
    }
    scenario_.site = Shared(read_site_calibration(object, catalog_));
}

void ScenarioReader::read_bands(ObjectReader& object) {
    FieldReader fields(object, provenance_, Ranges::checked);
    for_each_field(fields, scenario_.calibration);
}

void ScenarioReader::read_calibration_file(const JsonCursor& cursor) {
    const std::string& name = cursor.json().text;
    ReadLog log;
    log.file = name;
    if (const auto text = read_text_file(folder_ / name, log.problems, name)) {
        if (const auto root = parse_json(*text, name, log.problems))
            read_calibration(JsonCursor(*root, "", log));
    }
    Problems& problems = cursor.log().problems;
    if (has_errors(log.problems)) cursor.error("the calibration cannot be read");
    problems.insert(problems.end(), log.problems.begin(), log.problems.end());
}

ScenarioResult ScenarioReader::read(const Json& root, ReadLog& log) {
    ScenarioResult result;
    bool complete = false;
    scenario_.calibration = catalog_.calibration;
    scenario_.funding = usual_funding(catalog_);
    scenario_.scores = catalog_.scores;
    PlanReader plan(catalog_, scenario_);
    {
        ObjectReader file(JsonCursor(root, "", log));
        read_format(file);
        file.read("name", scenario_.name);
        complete = plan.read(file);
        if (const auto calibration = file.optional("calibration")) read_calibration(*calibration);
        if (const auto goals = file.optional("goals")) read_goals(*goals);
        if (const auto funding = file.optional("funding")) read_funding(*funding);
        if (const auto scores = file.optional("scores")) read_scores(*scores);
        read_decisions(file, root, complete, catalog_, scenario_);
    }
    // A value that was lost has its default, of which nobody wants to hear.
    const bool whole = complete && !log.values_lost;
    const bool readable = whole && !has_errors(log.problems);
    if (whole && !has_errors(wrong_numbers(scenario_))) plan.scale_model();
    locate_problems(whole ? validate(scenario_) : wrong_numbers(scenario_), root, log);
    result.unknown_keys_json = kept_keys_json(log);
    result.problems = std::move(log.problems);
    if (!has_errors(result.problems))
        result.scenario = std::move(scenario_);
    else if (readable && can_be_mended(scenario_))
        result.illegal = std::move(scenario_);
    return result;
}

ScenarioResult read_edited(std::string_view text, std::string_view name,
                           const std::vector<std::string>& assignments, const Catalog& catalog) {
    ReadLog log;
    log.file = std::string(name);
    std::optional<Json> root = parse_json(text, name, log.problems);
    if (root) {
        for (const std::string& assignment : assignments)
            assign(*root, assignment, log);
    }
    if (!root) {
        ScenarioResult result;
        result.problems = std::move(log.problems);
        return result;
    }
    return ScenarioReader(catalog, std::filesystem::path(name).parent_path()).read(*root, log);
}

} // namespace

ScenarioResult read_scenario(std::string_view text, std::string_view name, const Catalog& catalog) {
    return read_edited(text, name, {}, catalog);
}

ScenarioResult read_scenario_file(const std::filesystem::path& path, const Catalog& catalog) {
    ScenarioResult result;
    const auto text = read_text_file(path, result.problems, path.string());
    return text ? read_scenario(*text, path.string(), catalog) : result;
}

ScenarioResult read_scenario_with(std::string_view text, std::string_view name,
                                  const std::vector<std::string>& assignments,
                                  const Catalog& catalog) {
    return read_edited(text, name, assignments, catalog);
}

} // namespace headroom
