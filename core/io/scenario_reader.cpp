#include "core/io/catalog_files.hpp"
#include "core/io/json_edit.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/stack_facts.hpp"
#include "core/io/text_file.hpp"
#include "core/model/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

constexpr std::int64_t format_written = 1;

/// Numbers of the plan, the goals and the funding that are wrong by themselves. All that can be
/// said of a plan whose model or GPU is not known: a default is never among them.
Problems wrong_numbers(const Scenario& scenario) {
    Problems problems;
    check_ranges(scenario, [&problems](std::string_view path, auto sentence) {
        if (path.starts_with("/training/") || path.starts_with("/goals/") ||
            path.starts_with("/funding/"))
            problems.push_back(error(std::string(path), sentence()));
    });
    return problems;
}

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
    bool read_model(const JsonCursor& cursor);
    bool read_gpu(const JsonCursor& cursor, GpuSpec& gpu);
    bool read_cluster(const JsonCursor& cursor);
    void read_link(const std::optional<JsonCursor>& cursor, LinkSpec& link);
    void read_size(const JsonCursor& cursor);
    void scale_model();
    void read_training(const JsonCursor& cursor);
    void read_goals(const JsonCursor& cursor);
    void read_tokens(const JsonCursor& cursor);
    void read_headroom(const JsonCursor& cursor);
    void read_funding(const JsonCursor& cursor);
    void read_calibration(const JsonCursor& cursor);
    void read_calibration_file(const JsonCursor& cursor);

    const Catalog& catalog_;
    std::filesystem::path folder_;
    CatalogProvenance provenance_;
    Scenario scenario_;
    std::optional<double> size_; // that the model is to be scaled to
};

/// The catalog's item that a text or an object's "base" names; nullptr when it names none.
template <class Items, class IdOf>
const typename Items::value_type* named_item(const std::optional<JsonCursor>& cursor,
                                             std::string_view kind, const Items& items,
                                             IdOf id_of) {
    if (!cursor || !cursor->text() || !check_reference(cursor, kind, items, id_of)) return nullptr;
    const auto found = std::ranges::find(items, cursor->json().text, id_of);
    if (found == items.end()) cursor->error(fmt::format("no {} is named", kind));
    return found == items.end() ? nullptr : &*found;
}

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

bool ScenarioReader::read_model(const JsonCursor& cursor) {
    ModelSpec& model = scenario_.model;
    if (!cursor.json().is(Json::Type::object)) {
        const ModelPreset* preset = named_item(cursor, "model", catalog_.models, id_of_model);
        if (preset != nullptr) model = preset->spec;
        return preset != nullptr;
    }
    ObjectReader object(cursor);
    bool known = true; // a base that is none leaves the other keys to be checked all the same
    if (const auto base = object.optional("base")) {
        const ModelPreset* preset = named_item(base, "model", catalog_.models, id_of_model);
        known = preset != nullptr;
        if (known) model = preset->spec;
        model.id.clear();
    }
    object.read("id", model.id);
    if (const auto size = object.optional("size")) read_size(*size);
    read_model_fields(object, provenance_, model);
    // Hugging Face's own rules for what a config leaves out.
    if (model.num_key_value_heads == 0) model.num_key_value_heads = model.num_attention_heads;
    if (model.head_dim == 0 && !model.mla && model.num_attention_heads > 0)
        model.head_dim = model.hidden_size / model.num_attention_heads;
    return known;
}

/// "13B": parameters. A number will do as well.
void ScenarioReader::read_size(const JsonCursor& cursor) {
    constexpr double least = 1e6, most = 1e14;
    if (!cursor.json().is(Json::Type::text)) {
        if (const auto size = cursor.number({least, most})) size_ = *size;
    } else if (const auto size = read_unit_text<double>(
                   cursor, [](std::string_view text) { return parse_count(text); })) {
        if (*size >= least && *size <= most)
            size_ = *size;
        else
            cursor.error(cursor.shown() + " is no number of parameters from 1M to 100T");
    }
}

/// As the model-size slider does it, in steps that the plan can split.
void ScenarioReader::scale_model() {
    if (!size_) return;
    ModelSpec& model = scenario_.model;
    model = scaled_to(model, *size_, scaling_steps(scenario_.training));
    model.id.clear();
    model.name = fmt::format("{} scaled to {}", model.name, format_count(*size_));
}

bool ScenarioReader::read_gpu(const JsonCursor& cursor, GpuSpec& gpu) {
    if (!cursor.json().is(Json::Type::object)) {
        const GpuSpec* preset = named_item(cursor, "GPU", catalog_.gpus, id_of_gpu);
        if (preset != nullptr) gpu = *preset;
        return preset != nullptr;
    }
    ObjectReader object(cursor);
    bool known = true;
    if (const auto base = object.optional("base")) {
        const GpuSpec* preset = named_item(base, "GPU", catalog_.gpus, id_of_gpu);
        known = preset != nullptr;
        if (known) gpu = *preset;
    }
    object.read("id", gpu.id);
    FieldReader fields(object, provenance_, Ranges::checked);
    for_each_field(fields, gpu);
    for (const std::string_view key : {"scale_up_link", "pcie_link", "scale_out_link"})
        check_reference(object.optional(key), "link", catalog_.links, id_of_link);
    return known;
}

void ScenarioReader::read_link(const std::optional<JsonCursor>& cursor, LinkSpec& link) {
    if (!cursor) return;
    const GpuSpec& gpu = scenario_.cluster.gpu;
    if (!cursor->json().is(Json::Type::object)) {
        if (const LinkSpec* preset = named_item(cursor, "link", catalog_.links, id_of_link))
            link = link_of_gpu(*preset, gpu);
        return;
    }
    ObjectReader object(*cursor);
    if (const auto base = object.optional("base")) {
        if (const LinkSpec* preset = named_item(base, "link", catalog_.links, id_of_link))
            link = link_of_gpu(*preset, gpu);
    } else {
        link = LinkSpec{};
    }
    object.read("id", link.id);
    FieldReader fields(object, provenance_, Ranges::checked);
    for_each_field(fields, link);
}

bool ScenarioReader::read_cluster(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    const auto gpu_cursor = object.required("gpu");
    GpuSpec gpu;
    const bool known = gpu_cursor && read_gpu(*gpu_cursor, gpu);
    int gpus_per_node = 1;
    int nodes = 1;
    constexpr IntRange any{std::numeric_limits<int>::min()};
    object.read("gpus_per_node", gpus_per_node, any);
    object.read("nodes", nodes, any);
    ClusterSpec& cluster = scenario_.cluster;
    cluster = usual_cluster(gpu, gpus_per_node, nodes, catalog_);
    read_link(object.optional("intra_node"), cluster.intra_node);
    read_link(object.optional("inter_node"), cluster.inter_node);
    FieldReader fields(object, provenance_);
    for_each_field(fields, cluster);
    return known;
}

void ScenarioReader::read_training(const JsonCursor& cursor) {
    ObjectReader object(cursor);
    for (const std::string_view key : {"sequence", "micro_batch", "global_batch"})
        object.required(key);
    FieldReader fields(object, provenance_);
    for_each_field(fields, scenario_.training);
    const auto framework = object.optional("framework");
    const Stack* stack = framework
                             ? named_item(framework, "framework", catalog_.stacks, id_of_stack)
                             : catalog_.find_stack(default_stack);
    if (stack != nullptr) scenario_.stack = *stack;
    if (const auto facts = object.optional("facts"))
        read_facts(*facts, provenance_, scenario_.stack);
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

void ScenarioReader::read_calibration(const JsonCursor& cursor) {
    if (cursor.json().is(Json::Type::text)) return read_calibration_file(cursor);
    ObjectReader object(cursor);
    object.optional("format");
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
    bool complete = true;
    scenario_.calibration = catalog_.calibration;
    scenario_.funding = usual_funding(catalog_);
    {
        ObjectReader file(JsonCursor(root, "", log));
        read_format(file);
        file.read("name", scenario_.name);
        const auto model = file.required("model");
        complete &= model && read_model(*model);
        const auto cluster = file.required("cluster");
        complete &= cluster && read_cluster(*cluster);
        const auto training = file.required("training");
        if (training) read_training(*training);
        if (const auto calibration = file.optional("calibration")) read_calibration(*calibration);
        if (const auto goals = file.optional("goals")) read_goals(*goals);
        if (const auto funding = file.optional("funding")) read_funding(*funding);
    }
    // A value that was lost has its default, of which nobody wants to hear.
    const bool whole = complete && !log.values_lost;
    const bool readable = whole && !has_errors(log.problems);
    if (whole && !has_errors(wrong_numbers(scenario_))) scale_model();
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
