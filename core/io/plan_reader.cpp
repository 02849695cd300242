#include "core/io/plan_reader.hpp"

#include "core/io/catalog_files.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/stack_facts.hpp"
#include "core/model/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

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

} // namespace

bool PlanReader::read_model(const JsonCursor& cursor) {
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
void PlanReader::read_size(const JsonCursor& cursor) {
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

bool PlanReader::read_gpu(const JsonCursor& cursor, GpuSpec& gpu) {
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

void PlanReader::read_link(const std::optional<JsonCursor>& cursor, LinkSpec& link) {
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

bool PlanReader::read_cluster(const JsonCursor& cursor) {
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

void PlanReader::read_training(const JsonCursor& cursor) {
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

void PlanReader::scale_model() {
    if (!size_) return;
    ModelSpec& model = scenario_.model;
    model = scaled_to(model, *size_, scaling_steps(scenario_.training));
    model.id.clear();
    model.name = fmt::format("{} scaled to {}", model.name, format_count(*size_));
}

bool PlanReader::read(ObjectReader& file) {
    const auto model = file.required("model");
    const bool model_known = model && read_model(*model);
    const auto cluster = file.required("cluster");
    const bool cluster_known = cluster && read_cluster(*cluster);
    if (const auto training = file.required("training")) read_training(*training);
    return model_known && cluster_known;
}

Problems wrong_numbers(const Scenario& scenario) {
    Problems problems;
    check_ranges(scenario, [&problems](std::string_view path, auto sentence) {
        if (path.starts_with("/training/") || path.starts_with("/goals/") ||
            path.starts_with("/funding/"))
            problems.push_back(error(std::string(path), sentence()));
    });
    return problems;
}

} // namespace headroom
