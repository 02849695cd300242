// What the parts of scenario_of() share while they read one row. Internal to core/calibrate.
#pragma once

#include "core/calibrate/measured_scenario.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

/// One row on its way to a scenario. The first reason to skip wins; defaults are noted as taken.
struct RowReading {
    const Measurement& row;
    const Catalog& catalog;
    Scenario scenario;
    std::vector<std::string> defaults;
    std::string reason;

    void skip(std::string why) {
        if (reason.empty()) reason = std::move(why);
    }
    void note_default(std::string what) { defaults.push_back(std::move(what)); }

    /// The value, or a skip because `what` is not stated.
    template <class Value>
    Value required(const std::optional<Value>& value, std::string_view what) {
        if (!value) skip(std::string(what) + " not stated");
        return value.value_or(Value{});
    }
    /// The value, or the documented default, which is noted.
    template <class Value>
    Value or_default(const std::optional<Value>& value, Value fallback, std::string_view note) {
        if (!value) note_default(std::string(note));
        return value.value_or(fallback);
    }
};

/// The named configuration that a row's notes tell of, "accelerated-peft-bnb-foak", or "".
std::string_view configuration_of(const Measurement& row);

void read_model(RowReading& reading);
void read_cluster(RowReading& reading);
void read_plan(RowReading& reading);

} // namespace headroom
