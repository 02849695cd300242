#include "core/io/json_edit.hpp"

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

/// Values given on the command line have no line.
void forget_lines(Json& value) {
    value.line = 0;
    for (Json& item : value.items)
        forget_lines(item);
    for (Json::Member& member : value.members) {
        member.line = 0;
        forget_lines(member.value);
    }
}

Json parse_value(std::string_view text) {
    Problems not_json;
    std::optional<Json> value = parse_json(text, "", not_json);
    if (!value) return text_value(text);
    forget_lines(*value);
    return std::move(*value);
}

/// The member of `parent`, which is made an object for it.
Json& member_of(Json& parent, std::string_view key) {
    if (!parent.is(Json::Type::object)) {
        Json object;
        object.type = Json::Type::object;
        object.line = parent.line;
        if (parent.is(Json::Type::text)) object.members.push_back({"base", parent.line, parent});
        parent = std::move(object);
    }
    const auto found = std::ranges::find(parent.members, key, &Json::Member::key);
    if (found != parent.members.end()) return found->value;
    return parent.members.emplace_back(Json::Member{std::string(key), 0, {}}).value;
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

void assign(Json& root, std::string_view assignment, Problems& problems) {
    const std::size_t equals = assignment.find('=');
    std::string_view path = assignment.substr(0, equals);
    if (equals == std::string_view::npos || path.empty() || path.front() == '.' ||
        path.back() == '.' || path.find("..") != std::string_view::npos) {
        problems.push_back(error("--set", fmt::format("\"{}\" is not PATH=VALUE, like "
                                                      "training.zero_stage=2",
                                                      assignment)));
        return;
    }
    Json* place = &root;
    while (!path.empty()) {
        const std::string_view step = path.substr(0, path.find('.'));
        place = &member_of(*place, step);
        path.remove_prefix(std::min(step.size() + 1, path.size()));
    }
    *place = parse_value(assignment.substr(equals + 1));
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
