// list: what the presets hold, as a table or as JSON.
#include "commands.hpp"
#include "core/base/unit_text.hpp"
#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"
#include "core/present/notes.hpp"
#include "core/present/numbers.hpp"
#include "json_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace headroom::cli {

namespace {

/// A blank cell where a preset does not know the value.
template <class T, class Format>
std::string known(const T& value, const Format& format) {
    return value > T{} ? format(value) : std::string();
}

TableView gpu_table() {
    TableView table{{"id", "name", "memory", "bandwidth", "bf16 dense", "power", "confidence"}, {}};
    for (const GpuSpec& gpu : presets().gpus)
        table.rows.push_back({gpu.id, gpu.name, gib(gpu.memory.value),
                              known(gpu.memory_bandwidth.value, format_byte_rate),
                              known(gpu.peak_of(Precision::bf16), format_flop_rate),
                              known(gpu.board_power.value, format_watts),
                              std::string(name_of(gpu.confidence))});
    return table;
}

TableView model_table() {
    TableView table{{"id", "name", "parameters", "active", "layers", "hidden", "vocabulary"}, {}};
    for (const ModelPreset& preset : presets().models) {
        const ModelSpec& model = preset.spec;
        const ParameterCounts counts = count_parameters(model);
        table.rows.push_back({model.id, model.name, format_count(static_cast<double>(counts.total)),
                              format_count(static_cast<double>(counts.active)),
                              std::to_string(layer_count(model)), std::to_string(model.hidden_size),
                              std::to_string(model.vocab_size)});
    }
    return table;
}

TableView link_table() {
    TableView table{{"id", "name", "kind", "per GPU and direction", "attained"}, {}};
    for (const LinkSpec& link : presets().links)
        table.rows.push_back({link.id, link.name, std::string(name_of(link.kind)),
                              known(link.peak.value, format_byte_rate),
                              known(link.achievable.value, percent)});
    return table;
}

TableView price_table() {
    TableView table{
        {"GPU", "provider", "instance", "GPUs", "on demand", "spot", "1 year", "3 years", "date"},
        {}};
    for (const Price& price : presets().prices)
        table.rows.push_back({price.gpu, price.provider, price.instance, std::to_string(price.gpus),
                              known(price.on_demand.value, format_dollar_rate),
                              known(price.spot.value, format_dollar_rate),
                              known(price.reserved_1y.value, format_dollar_rate),
                              known(price.reserved_3y.value, format_dollar_rate), price.date});
    return table;
}

TableView framework_table() {
    TableView table{{"id", "name", "version", "year"}, {}};
    for (const Stack& stack : presets().stacks)
        table.rows.push_back({stack.id, stack.name, stack.version, std::to_string(stack.year)});
    return table;
}

TableView scenario_table() {
    TableView table{{"file", "name"}, {}};
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(presets_directory() / "scenarios"))
        if (entry.path().extension() == ".json") paths.push_back(entry.path());
    std::ranges::sort(paths);
    for (const std::filesystem::path& path : paths) {
        const ScenarioResult result = read_scenario_file(path, presets());
        table.rows.push_back(
            {path.string(), result.scenario ? result.scenario->name : "cannot be read"});
    }
    return table;
}

struct Kind {
    std::string_view name;
    TableView (*table)();
};
constexpr std::array kinds{Kind{"gpus", gpu_table},           Kind{"models", model_table},
                           Kind{"links", link_table},         Kind{"prices", price_table},
                           Kind{"scenarios", scenario_table}, Kind{"frameworks", framework_table}};

std::string table_json(const TableView& table) {
    Json json = Json::array();
    for (const std::vector<std::string>& row : table.rows) {
        Json object = Json::object();
        for (std::size_t c = 0; c < row.size(); ++c)
            object[table.columns[c]] = row[c];
        json.push_back(std::move(object));
    }
    return json_text(json);
}

/// The table with a mark beside each name that rests on an estimate, and what the mark means. Ids
/// stay as they are typed.
std::string marked_gpus(TableView table) {
    bool any = false;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const std::string marks = marks_of(presets().gpus[i]);
        table.rows[i][1] += marks;
        any |= !marks.empty();
    }
    std::string text = text_table(table);
    for (const std::string& note : mark_notes(any, false, Language::english))
        text += "\n" + note + "\n";
    return text;
}

} // namespace

std::vector<std::string> list_names() {
    std::vector<std::string> names;
    for (const Kind& kind : kinds)
        names.emplace_back(kind.name);
    return names;
}

int run_list(const ListOptions& options) {
    const auto kind = std::ranges::find(kinds, options.what, &Kind::name);
    const TableView table = kind->table();
    if (options.json) {
        print(table_json(table));
        return fine;
    }
    print(options.what == "gpus" ? marked_gpus(table) : text_table(table));
    return fine;
}

} // namespace headroom::cli
