// presets/prices.json and onprem.json.
#include "core/io/catalog_files.hpp"

namespace headroom {

namespace {

void read_ownership(ObjectReader& object, CatalogBuilder& builder) {
    OwnershipDefaults& defaults = builder.catalog.ownership;
    FieldReader fields(object, builder);
    fields(Field{"electricity_per_kwh"}, defaults.electricity_per_kwh);
    fields(Field{"power_usage_effectiveness", 1, 10}, defaults.power_usage_effectiveness);
    fields(Field{"utilisation", 0, 1}, defaults.utilisation);
    fields(Field{"colocation_per_kw_month"}, defaults.colocation_per_kw_month);
    fields(Field{"node_power_over_boards", 1, 10}, defaults.node_power_over_boards);
    fields(Field{"residual_value_after_3_years", 0, 1}, defaults.residual_value_after_3_years);
    fields(Field{"depreciation_years", 0.1, 50}, defaults.depreciation_years);
    fields(Field{"server_overhead", 1, 10}, defaults.server_overhead);
}

void read_owned(const JsonCursor& cursor, CatalogBuilder& builder) {
    ObjectReader object(cursor);
    OwnedHardware owned;
    object.read("kind", owned.kind);
    object.read("item", owned.item);
    object.read("gpu", owned.gpu);
    check_reference(object.optional("gpu"), "GPU", builder.catalog.gpus, id_of_gpu);
    object.read("gpus", owned.gpus, {1, 4096});
    FieldReader fields(object, builder);
    fields(Field{"cost"}, owned.cost);
    object.read_unit("low", owned.low, parse_dollars, Sign::not_negative);
    object.read_unit("high", owned.high, parse_dollars, Sign::not_negative);
    builder.catalog.owned_hardware.push_back(std::move(owned));
}

void read_price(const JsonCursor& cursor, CatalogBuilder& builder) {
    ObjectReader object(cursor);
    Price price;
    object.read("gpu", price.gpu);
    check_reference(object.optional("gpu"), "GPU", builder.catalog.gpus, id_of_gpu);
    object.read("provider", price.provider);
    object.read("instance", price.instance);
    object.read("gpus", price.gpus, {1, 1024});
    object.read("region", price.region);
    object.read("date", price.date);
    FieldReader fields(object, builder);
    fields(Field{"on_demand"}, price.on_demand);
    fields(Field{"spot"}, price.spot);
    fields(Field{"reserved_1y"}, price.reserved_1y);
    fields(Field{"reserved_3y"}, price.reserved_3y);
    object.read("notes", price.notes);
    // The file holds what the provider asks for the machine; costs are computed per GPU.
    for (auto* rate : {&price.on_demand, &price.spot, &price.reserved_1y, &price.reserved_3y})
        rate->value /= price.gpus;
    builder.catalog.prices.push_back(std::move(price));
}

} // namespace

void read_prices(ObjectReader& file, CatalogBuilder& builder) {
    if (const auto terms = file.required("spot_terms")) {
        ObjectReader object(*terms);
        FieldReader fields(object, builder);
        for_each_field(fields, builder.catalog.spot_terms);
    }
    const auto prices = file.required("prices");
    if (!prices) return;
    for (const JsonCursor& cursor : prices->items())
        read_price(cursor, builder);
}

void read_owned_hardware(ObjectReader& file, CatalogBuilder& builder) {
    if (const auto defaults = file.required("defaults")) {
        ObjectReader object(*defaults);
        read_ownership(object, builder);
    }
    if (const auto hardware = file.required("hardware")) {
        for (const JsonCursor& cursor : hardware->items())
            read_owned(cursor, builder);
    }
}

} // namespace headroom
