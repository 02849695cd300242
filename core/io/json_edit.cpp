#include "core/io/json_edit.hpp"

#include "core/io/scenario_paths.hpp"
#include "core/model/catalog.hpp"
#include "core/model/ranges.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace headroom {

namespace {

Json text_value(std::string_view text) {
    Json value;
    value.type = Json::Type::text;
    value.text = std::string(text);
    return value;
}

/// Values given on the command line have the line of their change.
void set_lines(Json& value, int line) {
    value.line = line;
    for (Json& item : value.items)
        set_lines(item, line);
    for (Json::Member& member : value.members) {
        member.line = line;
        set_lines(member.value, line);
    }
}

Json parse_value(std::string_view text, int line) {
    Problems not_json;
    std::optional<Json> parsed = parse_json(text, "", not_json);
    Json value = parsed && not_json.empty() ? std::move(*parsed) : text_value(text);
    set_lines(value, line);
    return value;
}

/// What a word stands for when something inside of it is changed: the mode of a recompute, else an
/// id whose item is the base.
std::string_view key_of_word(std::string_view path) {
    return path == "training.recompute" ? "mode" : "base";
}

/// The member of `parent`, which is at `path` and is made an object for it.
Json& member_of(Json& parent, std::string_view path, std::string_view key, int line) {
    if (!parent.is(Json::Type::object)) {
        Json object;
        object.type = Json::Type::object;
        object.line = parent.line;
        if (parent.is(Json::Type::text))
            object.members.push_back({std::string(key_of_word(path)), parent.line, parent});
        parent = std::move(object);
    }
    const auto found = std::ranges::find(parent.members, key, &Json::Member::key);
    if (found != parent.members.end()) return found->value;
    return parent.members.emplace_back(Json::Member{std::string(key), line, {}}).value;
}

void put(Json& root, std::string_view path, Json value) {
    Json* place = &root;
    const int line = value.line;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string_view around = path.substr(0, begin == 0 ? 0 : begin - 1);
        place = &member_of(*place, around, path.substr(begin, end - begin), line);
        if (place->line == 0) place->line = line;
        begin = end + 1;
    }
    *place = std::move(value);
}

int whole_at(const Json& root, const char* key) {
    const Json* cluster = root.find("cluster");
    const Json* value = cluster != nullptr ? cluster->find(key) : nullptr;
    const bool usable = value != nullptr && value->is(Json::Type::integer) && value->integer >= 1 &&
                        value->integer <= plan_limits::ranks;
    return usable ? static_cast<int>(value->integer) : 1;
}

/// cluster.gpus=16: as nodes of the size that the file has.
void put_gpus(Json& root, const JsonCursor& cursor) {
    const auto gpus = cursor.integer({1, std::int64_t{plan_limits::nodes} * 8});
    if (!gpus) return;
    const NodeShape shape = nodes_of(static_cast<int>(*gpus),
                                     {whole_at(root, "gpus_per_node"), whole_at(root, "nodes")});
    Json number = cursor.json();
    number.type = Json::Type::integer;
    number.integer = shape.gpus_per_node;
    number.number = shape.gpus_per_node;
    put(root, "cluster.gpus_per_node", number);
    number.integer = shape.nodes;
    number.number = shape.nodes;
    put(root, "cluster.nodes", number);
}

/// Takes the key out, so that it has its default; what is not there stays away.
void remove(Json& root, std::string_view path) {
    Json* parent = &root;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
        const auto found =
            std::ranges::find(parent->members, path.substr(0, dot), &Json::Member::key);
        if (found == parent->members.end()) return;
        parent = &found->value;
        path.remove_prefix(dot + 1);
    }
    std::erase_if(parent->members, [&](const Json::Member& member) { return member.key == path; });
}

void put_value(Json& root, std::string_view path, const JsonCursor& value) {
    if (path == "cluster.gpus")
        put_gpus(root, value);
    else
        put(root, path, value.json());
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Paths of validate() name parts of a model that are flat in files.
std::string file_pointer(std::string_view pointer) {
    std::string flat(pointer);
    for (const std::string_view part : {"/model/moe/", "/model/mla/"})
        if (flat.starts_with(part)) flat = "/model/" + flat.substr(part.size());
    return flat == "/model/num_experts" ? "/model/n_routed_experts" : flat;
}

int line_of(const Json& root, std::string_view pointer) {
    const Json* value = &root;
    int line = root.line;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const std::string_view step = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(step.size());
        value = value->find(step);
        if (value == nullptr) break;
        line = value->line;
    }
    return line;
}

} // namespace

void assign(Json& root, std::string_view assignment, ReadLog& log) {
    constexpr std::size_t longest_shown = 80;
    log.changes.push_back(fmt::format("--set {}", assignment.substr(0, longest_shown)));
    const int line = -static_cast<int>(log.changes.size());
    const auto refuse = [&](std::string message) {
        log.problems.push_back(error(log.where(line, ""), std::move(message)));
    };
    const std::size_t equals = assignment.find('=');
    const std::string_view path = trimmed(assignment.substr(0, equals));
    if (equals == std::string_view::npos || path.empty())
        return refuse("this is not PATH=VALUE, like training.zero_stage=2");
    if (!is_scenario_path(path)) return refuse(no_such_path(path));
    if (!root.is(Json::Type::object)) return; // of which the reader complains
    const Json value = parse_value(trimmed(assignment.substr(equals + 1)), line);
    put_value(root, path, JsonCursor(value, "/cluster/gpus", log));
}

std::string assign(Json& root, std::string_view path, const JsonCursor& value) {
    if (!is_scenario_path(path)) return no_such_path(path);
    if (value.json().is(Json::Type::null) && !value.json().not_finite)
        remove(root, path);
    else
        put_value(root, path, value);
    return {};
}

void locate_problems(const Problems& problems, const Json& root, ReadLog& log) {
    for (const Problem& problem : problems) {
        const std::string pointer = file_pointer(problem.where);
        log.problems.push_back(
            {problem.severity, log.where(line_of(root, pointer), pointer), problem.message});
    }
}

std::string kept_keys_json(const ReadLog& log) {
    if (log.kept.empty()) return {};
    nlohmann::ordered_json kept = nlohmann::ordered_json::object();
    for (const ReadLog::Kept& key : log.kept) {
        kept[nlohmann::ordered_json::json_pointer(key.pointer)] =
            nlohmann::ordered_json::parse(to_text(*key.value));
    }
    return kept.dump();
}

} // namespace headroom
