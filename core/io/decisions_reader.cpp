#include "core/io/decisions_reader.hpp"

#include "core/io/json_edit.hpp"
#include "core/io/plan_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

constexpr std::array sections{"model", "cluster", "training"};

/// The sections that say what runs, of the file.
Json plan_sections(const Json& root) {
    Json plan;
    plan.type = Json::Type::object;
    plan.line = root.line;
    for (const Json::Member& member : root.members)
        if (std::ranges::find(sections, member.key) != sections.end())
            plan.members.push_back(member);
    return plan;
}

bool is_in_plan(std::string_view path) {
    return std::ranges::find(sections, path.substr(0, path.find('.'))) != sections.end();
}

/// Whether every change could be made.
bool apply_changes(const JsonCursor& set, Json& plan) {
    ObjectReader changes(set);
    bool fine = set.json().is(Json::Type::object);
    for (const Json::Member& member : set.json().members) {
        const auto change = changes.optional(member.key);
        const std::string refusal = is_in_plan(member.key)
                                        ? assign(plan, member.key, *change)
                                        : "a run can only differ in model, cluster and training";
        if (!refusal.empty()) change->error(refusal);
        fine &= refusal.empty();
    }
    return fine;
}

/// What the run's changes make of the plan. Problems of the file's own plan were told before, and
/// where this is called there were none: all errors are the changes'.
void read_conditions(const JsonCursor& set, const Json& root, const Catalog& catalog,
                     MeasuredRun& run) {
    Json plan = plan_sections(root);
    if (!apply_changes(set, plan)) return;
    ReadLog& log = set.log();
    ReadLog inner = log; // its file, changes and format
    inner.problems.clear();
    inner.kept.clear();
    Scenario conditions;
    conditions.funding = usual_funding(catalog);
    {
        PlanReader reader(catalog, conditions);
        ObjectReader file(JsonCursor(plan, set.pointer(), inner));
        reader.read(file);
        if (!has_errors(inner.problems) && !has_errors(wrong_numbers(conditions)))
            reader.scale_model();
    }
    std::ranges::copy_if(inner.problems, std::back_inserter(log.problems),
                         [](const Problem& one) { return one.severity == Severity::error; });
    log.values_lost |= inner.values_lost;
    if (has_errors(inner.problems)) return;
    for (const Problem& problem : validate(conditions)) {
        if (problem.severity != Severity::error) continue;
        const std::string sentence = fmt::format("{}: {}", problem.where, problem.message);
        if (contains(find_illegality(conditions), Illegality::out_of_range))
            set.error(sentence);
        else
            set.warning("nothing can be predicted for this run: " + sentence);
    }
    run.model = std::move(conditions.model);
    run.cluster = std::move(conditions.cluster);
    run.training = conditions.training;
    run.stack = std::move(conditions.stack);
}

void read_run(const JsonCursor& cursor, const Json& root, const Catalog& catalog,
              Scenario& scenario) {
    ObjectReader object(cursor);
    CatalogProvenance provenance(catalog);
    MeasuredRun run = run_of(scenario);
    if (const auto set = object.optional("set")) read_conditions(*set, root, catalog, run);
    FieldReader fields(object, provenance, Ranges::checked);
    for_each_field(fields, run);
    if (const auto quality = object.optional("quality")) read_quality(*quality, run);
    scenario.runs.push_back(std::move(run));
}

/// The items of a list that is not too long to be one of a team.
std::vector<JsonCursor> items_of(const JsonCursor& list, std::size_t most) {
    std::vector<JsonCursor> items = list.items();
    if (items.size() <= most) return items;
    list.error(fmt::format("{} are too many: at most {}", items.size(), most));
    return {};
}

} // namespace

void read_quality(const JsonCursor& cursor, MeasuredRun& run) {
    ObjectReader object(cursor);
    MeasuredQuality quality;
    const auto metric = object.required("metric");
    const auto text = metric ? metric->text() : std::nullopt;
    const auto value = object.required("value");
    const auto number = value ? value->number({-1e30, 1e30}) : std::nullopt;
    if (text && text->empty()) metric->error("says what was measured, like \"validation loss\"");
    if (text && number) run.quality = MeasuredQuality{*text, *number};
}

void read_decisions(ObjectReader& file, const Json& root, bool plan_known, const Catalog& catalog,
                    Scenario& scenario) {
    const auto runs = file.optional("runs");
    const bool plan_readable = plan_known && !has_errors(file.cursor().log().problems);
    if (runs && !plan_readable) runs->items(); // a list all the same
    if (runs && plan_readable)
        for (const JsonCursor& cursor : items_of(*runs, decision_limits::runs))
            read_run(cursor, root, catalog, scenario);
    const auto readiness = file.optional("readiness");
    if (!readiness) return;
    scenario.readiness.clear();
    for (const JsonCursor& cursor : items_of(*readiness, decision_limits::readiness_items)) {
        ObjectReader object(cursor);
        CatalogProvenance provenance(catalog);
        FieldReader fields(object, provenance, Ranges::checked);
        for_each_field(fields, scenario.readiness.emplace_back());
    }
}

} // namespace headroom
