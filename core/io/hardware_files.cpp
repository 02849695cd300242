// presets/links.json, gpus.json and instances.json.
#include "core/io/catalog_files.hpp"

#include <algorithm>

namespace headroom {

namespace {

void read_bus_bandwidth(const JsonCursor& cursor, CatalogBuilder& builder) {
    ObjectReader object(cursor);
    BusBandwidth row;
    object.read("gpu", row.gpu);
    object.read("gpus", row.gpus, {2, 1024});
    FieldReader fields(object, builder);
    fields(Field{"bandwidth"}, row.value);
    builder.catalog.bus_bandwidths.push_back(std::move(row));
}

void check_gpu_references(ObjectReader& object, const Catalog& catalog) {
    for (const std::string_view key : {"scale_up_link", "pcie_link", "scale_out_link"})
        check_reference(object.optional(key), "link", catalog.links, id_of_link);
}

} // namespace

void read_links(ObjectReader& file, CatalogBuilder& builder) {
    Catalog& catalog = builder.catalog;
    if (const auto links = file.required("links")) {
        for (const JsonCursor& cursor : links->items()) {
            ObjectReader object(cursor);
            LinkSpec link;
            link.id = read_new_id(object, [&](auto& id) { return catalog.find_link(id); });
            FieldReader fields(object, builder);
            for_each_field(fields, link);
            catalog.links.push_back(std::move(link));
        }
    }
    if (const auto rows = file.optional("bus_bandwidth")) {
        for (const JsonCursor& cursor : rows->items())
            read_bus_bandwidth(cursor, builder);
    }
    FieldReader fields(file, builder);
    fields(Field{"node_nvme"}, catalog.node_nvme);
}

void read_gpus(ObjectReader& file, CatalogBuilder& builder) {
    Catalog& catalog = builder.catalog;
    file.read("date", catalog.date);
    if (const auto gpus = file.required("gpus")) {
        for (const JsonCursor& cursor : gpus->items()) {
            ObjectReader object(cursor);
            GpuSpec gpu;
            gpu.id = read_new_id(object, [&](auto& id) { return catalog.find_gpu(id); });
            FieldReader fields(object, builder);
            for_each_field(fields, gpu);
            check_gpu_references(object, catalog);
            catalog.gpus.push_back(std::move(gpu));
        }
    }
    if (const auto view = file.optional("default_view")) {
        for (const JsonCursor& cursor : view->items()) {
            if (check_reference(cursor, "GPU", catalog.gpus, id_of_gpu))
                if (const auto id = cursor.text()) catalog.default_view.push_back(*id);
        }
    }
}

void read_instances(ObjectReader& file, CatalogBuilder& builder) {
    Catalog& catalog = builder.catalog;
    const auto instances = file.required("instances");
    if (!instances) return;
    for (const JsonCursor& cursor : instances->items()) {
        ObjectReader object(cursor);
        Instance instance;
        instance.id = read_new_id(object, [&](auto& id) {
            return std::ranges::find(catalog.instances, id, &Instance::id) !=
                   catalog.instances.end();
        });
        object.read("provider", instance.provider);
        object.read("instance", instance.name);
        object.read("gpu", instance.gpu);
        object.read("gpus", instance.gpus, {1, 1024});
        object.read("intra_node", instance.intra_node);
        check_reference(object.optional("gpu"), "GPU", catalog.gpus, id_of_gpu);
        check_reference(object.optional("intra_node"), "link", catalog.links, id_of_link);
        FieldReader fields(object, builder);
        fields(Field{"scale_out_per_gpu"}, instance.scale_out_per_gpu);
        catalog.instances.push_back(std::move(instance));
    }
}

} // namespace headroom
