#include "core/io/calibration_json.hpp"
#include "core/io/catalog_files.hpp"
#include "core/io/lora_names.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/stack_facts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom {

namespace {

using Output = nlohmann::ordered_json;

/// What a file that says nothing means.
template <class T>
const T defaults{};

/// Whole numbers without a fraction, as people write them.
Output number_json(double value) {
    constexpr double exactly_representable = 9007199254740992.0; // 2^53
    if (std::trunc(value) == value && std::abs(value) <= exactly_representable)
        return static_cast<std::int64_t>(value);
    return value;
}

/// Writes the fields listed in spec_fields.hpp that differ from a base.
class FieldWriter {
  public:
    FieldWriter(Output& object, const Catalog& catalog) : object_(object), catalog_(catalog) {}

    template <class T>
    void operator()(const Field& field, const T& value, const T& base) {
        if (field.always || !(value == base)) object_[field.key] = json(value, base);
    }

  private:
    static Output json(const std::string& value, const std::string&) { return value; }
    static Output json(bool value, bool) { return value; }
    static Output json(int value, int) { return value; }
    static Output json(double value, double) { return number_json(value); }
    template <class T>
    static Output json(const std::optional<T>& value, const std::optional<T>&) {
        return value ? Output(*value) : Output(nullptr);
    }
    template <class Enum>
    requires std::is_enum_v<Enum>
    static Output json(Enum value, Enum) { return name_of(value); }
    template <int... Dimension>
    static Output json(const Quantity<Dimension...>& value, const Quantity<Dimension...>&) {
        return exact_text(value);
    }
    template <class T>
    Output json(const Sourced<T>& value, const Sourced<T>&) const;
    Output json(const std::array<Sourced<FlopRate>, precision_count>& value,
                const std::array<Sourced<FlopRate>, precision_count>& base) const;
    Output json(const Lora& value, const Lora& base) const;
    template <class Part>
    requires requires(FieldWriter& self, const Part& part) { for_each_field(self, part, part); }
    Output json(const Part& value, const Part& base) const { return part_json(value, base); }
    template <class Part>
    Output part_json(const Part& value, const Part& base) const {
        Output part = Output::object();
        FieldWriter inner(part, catalog_);
        for_each_field(inner, value, base);
        return part;
    }

    Output& object_;
    const Catalog& catalog_;
};

template <class T>
Output FieldWriter::json(const Sourced<T>& value, const Sourced<T>&) const {
    const Output bare = json(value.value, value.value);
    if (value.citation == 0 && value.confidence == Confidence::high) return bare;
    const Citation& citation = catalog_.citation(value.citation);
    Output object{{"value", bare}};
    if (!citation.source.empty()) object["source"] = citation.source;
    if (!citation.where.empty()) object["where"] = citation.where;
    if (value.confidence != Confidence::high) object["confidence"] = name_of(value.confidence);
    return object;
}

Output FieldWriter::json(const std::array<Sourced<FlopRate>, precision_count>& value,
                         const std::array<Sourced<FlopRate>, precision_count>& base) const {
    Output peaks = Output::object();
    FieldWriter inner(peaks, catalog_);
    for (const Precision precision : all_precisions) {
        const auto i = static_cast<std::size_t>(precision);
        inner(Field{name_of(precision)}, value[i], base[i]);
    }
    return peaks;
}

Output FieldWriter::json(const Lora& value, const Lora& base) const {
    Output lora = part_json(value, base);
    if (value.targets == all_linear_targets) {
        lora["targets"] = all_linear_name;
    } else {
        lora["targets"] = Output::array();
        for (const auto& [name, target] : lora_target_names)
            if ((value.targets & static_cast<unsigned>(target)) != 0)
                lora["targets"].push_back(name);
    }
    if (value.embedding_trained) lora["also_trained"].push_back("embedding");
    if (value.head_trained) lora["also_trained"].push_back("head");
    return lora;
}

/// Writes the fields of a plan whether or not they have their defaults. Words for a recompute;
/// optional values that are empty and parts that need a task of their own are no defaults.
class AllFields {
  public:
    explicit AllFields(Output& object) : object_(object) {}

    void operator()(const Field& field, bool value) { object_[field.key] = value; }
    void operator()(const Field& field, int value) { object_[field.key] = value; }
    void operator()(const Field& field, double value) { object_[field.key] = number_json(value); }
    void operator()(const Field& field, const Recompute& value) {
        object_[field.key] = name_of(value.mode);
    }
    template <class Enum>
    requires std::is_enum_v<Enum>
    void operator()(const Field& field, Enum value) { object_[field.key] = name_of(value); }
    template <class Other>
    requires(!std::is_enum_v<Other> && !std::is_arithmetic_v<Other>) void operator()(const Field&,
                                                                                     const Other&) {
    }

  private:
    Output& object_;
};

/// An id where `item` is the catalog's own, else {"base": id, ...} with what differs, else whole.
template <class Item>
Output item_json(const Item& item, const Item* preset, const Catalog& catalog) {
    if (preset != nullptr && *preset == item) return item.id;
    Output object = Output::object();
    if (preset != nullptr)
        object["base"] = item.id;
    else if (!item.id.empty())
        object["id"] = item.id;
    FieldWriter fields(object, catalog);
    for_each_field(fields, item, preset != nullptr ? *preset : defaults<Item>);
    return object;
}

Output inline_model_json(const ModelSpec& model, const Catalog& catalog) {
    Output object = Output::object();
    if (!model.id.empty()) object["id"] = model.id;
    FieldWriter fields(object, catalog);
    for_each_field(fields, model, defaults<ModelSpec>);
    if (model.moe) for_each_field(fields, *model.moe, defaults<MoeSpec>);
    if (model.mla) for_each_field(fields, *model.mla, defaults<MlaSpec>);
    return object;
}

Output model_json(const ModelSpec& model, const Catalog& catalog) {
    const ModelPreset* preset = catalog.find_model(model.id);
    if (preset != nullptr && preset->spec == model) return model.id;
    return inline_model_json(model, catalog);
}

Output link_json(const LinkSpec& link, const ClusterSpec& cluster, const Catalog& catalog) {
    const LinkSpec* listed = catalog.find_link(link.id);
    if (listed == nullptr) return item_json<LinkSpec>(link, nullptr, catalog);
    const LinkSpec preset = link_of_gpu(*listed, cluster.gpu);
    return item_json(link, &preset, catalog);
}

Output cluster_json(const ClusterSpec& cluster, const Catalog& catalog) {
    const ClusterSpec usual =
        usual_cluster(cluster.gpu, cluster.gpus_per_node, cluster.nodes, catalog);
    Output object = Output::object();
    object["gpu"] = item_json(cluster.gpu, catalog.find_gpu(cluster.gpu.id), catalog);
    object["gpus_per_node"] = cluster.gpus_per_node;
    object["nodes"] = cluster.nodes;
    if (!(cluster.intra_node == usual.intra_node))
        object["intra_node"] = link_json(cluster.intra_node, cluster, catalog);
    if (!(cluster.inter_node == usual.inter_node))
        object["inter_node"] = link_json(cluster.inter_node, cluster, catalog);
    FieldWriter fields(object, catalog);
    for_each_field(fields, cluster, usual);
    return object;
}

Output facts_json(const Stack& stack, const Stack& preset, const Catalog& catalog) {
    Output facts = Output::object();
    FieldWriter fields(facts, catalog);
    for (const StackFact& fact : stack_facts()) {
        std::visit(
            [&](auto member) {
                fields(Field{fact.key}, fact_of(stack, member), fact_of(preset, member));
            },
            fact.member);
    }
    return facts;
}

Output training_json(const Scenario& scenario, const Catalog& catalog) {
    Output object = Output::object();
    FieldWriter fields(object, catalog);
    for_each_field(fields, scenario.training, defaults<TrainingPlan>);
    const Stack* preset = catalog.find_stack(scenario.stack.id);
    if (preset != nullptr) object["framework"] = preset->id;
    const Output facts =
        facts_json(scenario.stack, preset != nullptr ? *preset : defaults<Stack>, catalog);
    if (!facts.empty()) object["facts"] = facts;
    return object;
}

Output goals_json(const Goals& goals) {
    Output object = Output::object();
    if (goals.headroom) object["headroom"] = exact_text(*goals.headroom);
    if (goals.headroom_share) object["headroom"] = share_text(*goals.headroom_share);
    if (goals.step_time) object["step_time"] = exact_text(*goals.step_time);
    if (goals.duration) object["duration"] = exact_text(*goals.duration);
    if (goals.budget) object["budget"] = exact_text(*goals.budget);
    if (goals.tokens) object["tokens"] = number_json(*goals.tokens);
    return object;
}

Output funding_json(const Funding& funding, const Catalog& catalog) {
    Output object = Output::object();
    FieldWriter fields(object, catalog);
    const Funding usual = usual_funding(catalog);
    for_each_field(fields, funding, usual);
    return object;
}

Output bands_json(const Calibration& calibration, const Catalog& catalog) {
    Output object = Output::object();
    FieldWriter fields(object, catalog);
    for_each_field(fields, calibration, catalog.calibration);
    return object;
}

/// Whole, so that one file is enough for a team.
void add_calibration(const Scenario& scenario, const Catalog& catalog, Output& file) {
    const bool own_bands = !(scenario.calibration == catalog.calibration);
    if (scenario.site) {
        file["calibration"] = Output::parse(write_calibration(*scenario.site, catalog));
        if (own_bands) file["calibration"]["bands"] = bands_json(scenario.calibration, catalog);
    } else if (own_bands) {
        file["calibration"] = bands_json(scenario.calibration, catalog);
    }
}

/// What of a scenario says what runs, and to which end.
struct PlanSections {
    Output model, cluster, training, goals;
};

PlanSections sections_of(const Scenario& scenario, const Catalog& catalog) {
    return {model_json(scenario.model, catalog), cluster_json(scenario.cluster, catalog),
            training_json(scenario, catalog), goals_json(scenario.goals)};
}

/// Adds "cluster.nodes": 2 and so on for each key that `to` has otherwise; null for one that only
/// `from` has and that has no default to name.
void add_changes(std::string_view section, const Output& from, const Output& to,
                 const Output& section_defaults, Output& changes) {
    const auto path = [&](const std::string& key) { return fmt::format("{}.{}", section, key); };
    for (const auto& [key, value] : to.items())
        if (!from.contains(key) || from[key] != value) changes[path(key)] = value;
    for (const auto& [key, value] : from.items())
        if (!to.contains(key)) changes[path(key)] = section_defaults.value(key, Output(nullptr));
}

Output changes_json(const PlanSections& from, const PlanSections& to) {
    static const Output training_defaults = Output::parse(write_default_training());
    Output changes = Output::object();
    if (from.model != to.model) changes["model"] = to.model;
    add_changes("cluster", from.cluster, to.cluster, Output::object(), changes);
    add_changes("training", from.training, to.training, training_defaults, changes);
    add_changes("goals", from.goals, to.goals, Output::object(), changes);
    return changes;
}

Output run_json(const MeasuredRun& run, const Scenario& scenario, const Catalog& catalog) {
    Output object = Output::object();
    FieldWriter fields(object, catalog);
    for_each_field(fields, run, defaults<MeasuredRun>);
    if (run.quality)
        object["quality"] = {{"metric", run.quality->metric},
                             {"value", number_json(run.quality->value)}};
    const Output changes =
        changes_json(sections_of(scenario, catalog), sections_of(plan_of(run, scenario), catalog));
    if (!changes.empty()) object["set"] = changes;
    return object;
}

Output readiness_json(const ReadinessItem& item, const Catalog& catalog) {
    Output object = Output::object();
    FieldWriter fields(object, catalog);
    for_each_field(fields, item, defaults<ReadinessItem>);
    return object;
}

void add_decisions(const Scenario& scenario, const Catalog& catalog, Output& file) {
    if (!(scenario.scores == catalog.scores)) {
        Output scores = Output::object();
        FieldWriter fields(scores, catalog);
        for_each_field(fields, scenario.scores, catalog.scores);
        file["scores"] = scores;
    }
    for (const MeasuredRun& run : scenario.runs)
        file["runs"].push_back(run_json(run, scenario, catalog));
    if (scenario.readiness == usual_readiness()) return;
    file["readiness"] = Output::array();
    for (const ReadinessItem& item : scenario.readiness)
        file["readiness"].push_back(readiness_json(item, catalog));
}

} // namespace

std::string write_changes(const Scenario& from, const Scenario& to, const Catalog& catalog) {
    return changes_json(sections_of(from, catalog), sections_of(to, catalog)).dump();
}

std::string write_model(const ModelSpec& model) {
    return inline_model_json(model, defaults<Catalog>).dump();
}

std::string write_default_training() {
    Output training = Output::object();
    AllFields fields(training);
    TrainingPlan plan;
    for_each_field(fields, plan);
    for (const char* key : {"sequence", "micro_batch", "global_batch"})
        training.erase(key); // have to be given
    training["framework"] = default_stack;
    return training.dump();
}

std::string write_scenario(const Scenario& scenario, const Catalog& catalog,
                           std::string_view unknown_keys_json) {
    Output file = Output::object();
    file["format"] = 1;
    file["name"] = scenario.name;
    file["model"] = model_json(scenario.model, catalog);
    file["cluster"] = cluster_json(scenario.cluster, catalog);
    file["training"] = training_json(scenario, catalog);
    add_calibration(scenario, catalog, file);
    if (!(scenario.goals == Goals{})) file["goals"] = goals_json(scenario.goals);
    if (!(scenario.funding == usual_funding(catalog)))
        file["funding"] = funding_json(scenario.funding, catalog);
    add_decisions(scenario, catalog, file);
    if (!unknown_keys_json.empty()) {
        const Output kept = Output::parse(unknown_keys_json, nullptr, false);
        if (kept.is_object()) file.update(kept, true);
    }
    return file.dump(2, ' ', false, Output::error_handler_t::replace) + "\n";
}

} // namespace headroom
