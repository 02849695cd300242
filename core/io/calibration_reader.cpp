#include "core/base/calendar.hpp"
#include "core/io/calibration_json.hpp"
#include "core/io/decisions_reader.hpp"
#include "core/io/plan_reader.hpp"
#include "core/io/site_fields.hpp"
#include "core/io/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr std::int64_t format_written = 1;
/// Lists that are longer were not measured.
constexpr std::size_t most_items = 1000;

std::vector<JsonCursor> items_of(const std::optional<JsonCursor>& list) {
    if (!list) return {};
    std::vector<JsonCursor> items = list->items();
    if (items.size() <= most_items) return items;
    list->error(fmt::format("{} are too many: at most {}", items.size(), most_items));
    return {};
}

std::vector<std::string> words_of(const std::optional<JsonCursor>& list) {
    std::vector<std::string> words;
    for (const JsonCursor& item : items_of(list))
        if (auto word = item.text()) words.push_back(std::move(*word));
    return words;
}

/// A version as programs write it, "580.95" or 130100.
void read_version(ObjectReader& object, std::string_view key, std::string& version) {
    const auto found = object.optional(key);
    if (!found) return;
    if (!found->json().is(Json::Type::integer))
        object.read(key, version);
    else
        version = std::to_string(found->json().integer);
}

template <class T>
std::optional<double> in_base(const JsonCursor& cursor) {
    const auto value = read_unit_text(cursor, UnitText<T>::parse, Sign::not_negative);
    return value ? std::optional<double>(*value / UnitText<T>::base) : std::nullopt;
}

std::optional<double> read_amount(const JsonCursor& cursor, SiteUnit unit) {
    switch (unit) {
    case SiteUnit::seconds: return in_base<Seconds>(cursor);
    case SiteUnit::bytes: return in_base<Bytes>(cursor);
    case SiteUnit::byte_rate: return in_base<ByteRate>(cursor);
    case SiteUnit::number:
    case SiteUnit::parameter_rate: break;
    }
    return cursor.number({0.0, 1e15});
}

class SiteReader {
  public:
    SiteReader(ObjectReader& object, const Catalog& catalog)
        : object_(object), catalog_(catalog), provenance_(catalog) {}

    SiteCalibration read();

  private:
    template <class Part>
    void read_part(std::string_view key, Part& part);
    void read_tool(const JsonCursor& cursor);
    void read_value(const JsonCursor& cursor);
    void read_dtype(ObjectReader& object, SiteValue& value);
    void read_steps(const JsonCursor& cursor);
    void read_factor(const JsonCursor& cursor);
    void read_covariance(const JsonCursor& cursor);
    void read_run(const JsonCursor& cursor);
    void read_kept(const JsonCursor& cursor);
    void read_result(const JsonCursor& cursor);

    ObjectReader& object_;
    const Catalog& catalog_;
    CatalogProvenance provenance_;
    SiteCalibration site_;
};

template <class Part>
void SiteReader::read_part(std::string_view key, Part& part) {
    const auto found = object_.optional(key);
    if (!found) return;
    ObjectReader inner(*found);
    FieldReader fields(inner, provenance_, Ranges::checked);
    for_each_field(fields, part);
}

void SiteReader::read_tool(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    SiteTool& tool = site_.tool;
    object.read("effort", tool.effort);
    object.read("backend", tool.backend);
    object.read("protocol", tool.protocol, {1});
    read_version(object, "probe", tool.probe);
    read_version(object, "driver", tool.driver);
    read_version(object, "cuda", tool.cuda);
    read_version(object, "cublaslt", tool.cublaslt);
    read_version(object, "nccl", tool.nccl);
}

void SiteReader::read_dtype(ObjectReader& object, SiteValue& value) {
    const auto found = object.optional("dtype");
    if (found) value.dtype = read_enum<Precision>(*found);
    const bool wanted = traits_of(value.parameter).by_precision;
    if (wanted && !found)
        object.cursor().error(fmt::format("{} needs a \"dtype\": each number format has its own",
                                          name_of(value.parameter)));
    if (!wanted && found)
        found->error(fmt::format("{} has no number format", name_of(value.parameter)));
}

void SiteReader::read_value(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    SiteValue value;
    object.required("parameter");
    const bool named = object.read_name("parameter", value.parameter);
    const auto amount = object.required("value");
    const auto preset = object.optional("preset");
    const auto sd = object.optional("sd");
    object.read("use", value.use);
    value.from = words_of(object.optional("from"));
    value.doubts = words_of(object.optional("doubts"));
    if (!named) {
        object.optional("dtype");
        return;
    }
    read_dtype(object, value);
    const SiteParameterTraits& traits = traits_of(value.parameter);
    if (preset) value.preset = read_amount(*preset, traits.unit).value_or(0.0);
    if (sd) value.sd = read_amount(*sd, traits.unit).value_or(0.0);
    const auto number = amount ? read_amount(*amount, traits.unit) : std::nullopt;
    if (!number) return;
    value.value = *number;
    if (*number < traits.lowest || *number > traits.highest)
        amount->error(fmt::format("{} is not plausible for {}: from {:.4g} to {:.4g} in base units",
                                  amount->shown(), traits.name, traits.lowest, traits.highest));
    if (site_.find(value.parameter, value.dtype) != nullptr)
        cursor.error(fmt::format("{} stands twice", traits.name));
    site_.values.push_back(std::move(value));
}

/// Measured steps know a factor better than their prior or as well, but never by more than e.
void SiteReader::read_factor(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    StepFactor term{};
    object.required("term");
    const bool named = object.read_name("term", term);
    double ln = 0.0;
    double sd = 0.0;
    double prior = 0.0;
    object.read("ln", ln, {-2.0, 2.0});
    object.read("sd", sd, {0.0, 10.0});
    object.read("prior_sd", prior, {0.0, 10.0});
    if (!named) return;
    const auto i = static_cast<std::size_t>(term);
    site_.steps.ln[i] = ln;
    site_.steps.prior_sd[i] = prior;
    site_.steps.covariance[i][i] = sd * sd;
}

void SiteReader::read_covariance(const JsonCursor& cursor) {
    const std::vector<JsonCursor> rows = cursor.items();
    StepCovariance read{};
    bool square = rows.size() == step_factor_count;
    for (std::size_t i = 0; square && i < step_factor_count; ++i) {
        const std::vector<JsonCursor> row = rows[i].items();
        square = row.size() == step_factor_count;
        for (std::size_t j = 0; square && j < step_factor_count; ++j)
            read[i][j] = row[j].number({-100.0, 100.0}).value_or(0.0);
    }
    if (!square) {
        cursor.error(fmt::format("needs {0} rows of {0} numbers", step_factor_count));
        return;
    }
    constexpr double rounding = 1e-9;
    for (std::size_t i = 0; i < step_factor_count; ++i)
        for (std::size_t j = 0; j < step_factor_count; ++j)
            if (read[i][i] < 0.0 || std::abs(read[i][j] - read[j][i]) > rounding ||
                read[i][j] * read[i][j] > read[i][i] * read[j][j] + rounding) {
                cursor.error("is no covariance: it has to be symmetric, and no entry larger than "
                             "its diagonal allows");
                return;
            }
    site_.steps.covariance = read;
}

void SiteReader::read_run(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    const auto plan = object.required("scenario");
    MeasuredRun run;
    FieldReader fields(object, provenance_, Ranges::checked);
    for_each_field(fields, run);
    if (const auto quality = object.optional("quality")) read_quality(*quality, run);
    if (!plan) return;
    Scenario conditions;
    conditions.funding = usual_funding(catalog_);
    PlanReader reader(catalog_, conditions);
    ObjectReader sections(*plan);
    if (!reader.read(sections) || has_errors(cursor.log().problems)) return;
    if (has_errors(wrong_numbers(conditions))) {
        plan->error("has numbers that no run can have");
        return;
    }
    reader.scale_model();
    run.model = std::move(conditions.model);
    run.cluster = std::move(conditions.cluster);
    run.training = conditions.training;
    run.stack = std::move(conditions.stack);
    site_.steps.runs.push_back(std::move(run));
}

void SiteReader::read_steps(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    SiteSteps& steps = site_.steps;
    object.read("use", steps.use);
    object.read("preset_error", steps.preset_error, {0.0, 100.0});
    object.read("leave_one_out_error", steps.leave_one_out_error, {0.0, 100.0});
    for (const JsonCursor& factor : items_of(object.optional("factors")))
        read_factor(factor);
    if (const auto covariance = object.optional("covariance")) read_covariance(*covariance);
    for (const JsonCursor& run : items_of(object.optional("runs")))
        read_run(run);
}

void SiteReader::read_kept(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    SiteKept kept;
    object.required("parameter");
    object.read("parameter", kept.parameter);
    object.read("why", kept.why);
    site_.kept.push_back(std::move(kept));
}

void SiteReader::read_result(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    SiteResult result;
    object.required("name");
    object.read("name", result.name);
    object.read("unit", result.unit);
    object.read("trust", result.trusted);
    result.doubts = words_of(object.optional("doubts"));
    const auto value = object.optional("value");
    if (value && !value->json().is(Json::Type::null)) result.value = value->number({-1e30, 1e30});
    site_.results.push_back(std::move(result));
}

SiteCalibration SiteReader::read() {
    FieldReader fields(object_, provenance_, Ranges::checked);
    for_each_field(fields, site_);
    const auto created = object_.optional("created");
    if (created && created->json().is(Json::Type::text) &&
        !days_between(site_.created, site_.created))
        created->error(created->shown() + " is no date; written as \"2026-11-30\"");
    if (object_.required("applies_to")) read_part("applies_to", site_.applies_to);
    if (const auto tool = object_.optional("tool")) read_tool(*tool);
    for (const JsonCursor& value : items_of(object_.optional("values")))
        read_value(value);
    if (const auto steps = object_.optional("steps")) read_steps(*steps);
    read_part("memory", site_.memory);
    for (const JsonCursor& kept : items_of(object_.optional("kept")))
        read_kept(kept);
    for (const JsonCursor& result : items_of(object_.optional("results")))
        read_result(result);
    const auto host = object_.optional("host");
    if (host && !host->json().is(Json::Type::null)) object_.read("host", site_.host);
    return std::move(site_);
}

void read_format(ObjectReader& file) {
    const auto cursor = file.required("format");
    const auto format = cursor ? cursor->integer({1, 1'000'000}) : std::nullopt;
    if (!format || *format <= format_written) return;
    file.cursor().log().newer_format = true;
    cursor->warning(fmt::format("format {} is newer than {}, the newest that is known here: keys "
                                "that are not known are not used",
                                *format, format_written));
}

} // namespace

SiteCalibration read_site_calibration(ObjectReader& object, const Catalog& catalog) {
    return SiteReader(object, catalog).read();
}

std::optional<SiteCalibration> read_calibration(std::string_view text, std::string_view name,
                                                const Catalog& catalog, Problems& problems) {
    ReadLog log;
    log.file = std::string(name);
    std::optional<SiteCalibration> site;
    const std::optional<Json> root = parse_json(text, name, log.problems);
    if (root) {
        ObjectReader file(JsonCursor(*root, "", log));
        read_format(file);
        const auto kind = file.required("kind");
        const auto word = kind ? kind->text() : std::nullopt;
        if (word && *word != calibration_kind)
            kind->error(fmt::format("\"{}\" is not the kind \"{}\"", *word, calibration_kind));
        site = read_site_calibration(file, catalog);
    }
    if (has_errors(log.problems)) site.reset();
    problems.insert(problems.end(), log.problems.begin(), log.problems.end());
    return site;
}

std::optional<SiteCalibration> read_calibration_file(const std::filesystem::path& path,
                                                     const Catalog& catalog, Problems& problems) {
    const auto text = read_text_file(path, problems, path.string());
    return text ? read_calibration(*text, path.string(), catalog, problems) : std::nullopt;
}

} // namespace headroom
