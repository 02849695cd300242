#include "core/io/calibration_json.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/site_fields.hpp"
#include "core/io/unit_json.hpp"

#include <nlohmann/json.hpp>

namespace headroom {

namespace {

using Output = nlohmann::ordered_json;

template <class T>
const T defaults{};

/// Writes the fields of site_fields.hpp that differ from their defaults.
class SiteFields {
  public:
    explicit SiteFields(Output& object) : object_(object) {}

    template <class T>
    void operator()(const Field& field, const T& value, const T& base) {
        if (field.always || !(value == base)) object_[field.key] = json(value);
    }

  private:
    template <class T>
    static Output json(const T& value) {
        return value;
    }
    template <int... Dimension>
    static Output json(const Quantity<Dimension...>& value) {
        return exact_text(value);
    }
    template <class Part>
    requires requires(SiteFields self, const Part& part) { for_each_field(self, part, part); }
    static Output json(const Part& part) {
        Output object = Output::object();
        for_each_field(SiteFields(object), part, defaults<Part>);
        return object;
    }

    Output& object_;
};

template <class Part>
void put_part(std::string_view key, const Part& part, Output& object) {
    SiteFields fields(object);
    fields(Field{key}, part, defaults<Part>);
}

Output amount_json(double value, SiteUnit unit) {
    switch (unit) {
    case SiteUnit::seconds: return exact_text(value * units::s);
    case SiteUnit::bytes: return exact_text(value * units::B);
    case SiteUnit::byte_rate: return exact_text(value * (units::B / units::s));
    case SiteUnit::number:
    case SiteUnit::parameter_rate: break;
    }
    return value;
}

Output value_json(const SiteValue& value) {
    const SiteUnit unit = traits_of(value.parameter).unit;
    Output object{{"parameter", name_of(value.parameter)}};
    if (value.dtype) object["dtype"] = name_of(*value.dtype);
    object["value"] = amount_json(value.value, unit);
    if (value.preset > 0.0) object["preset"] = amount_json(value.preset, unit);
    if (value.sd > 0.0) object["sd"] = amount_json(value.sd, unit);
    object["use"] = value.use;
    if (!value.from.empty()) object["from"] = value.from;
    if (!value.doubts.empty()) object["doubts"] = value.doubts;
    return object;
}

Output tool_json(const SiteTool& tool) {
    Output object = Output::object();
    const auto put = [&object](const char* key, const std::string& word) {
        if (!word.empty()) object[key] = word;
    };
    put("probe", tool.probe);
    if (tool.protocol > 0) object["protocol"] = tool.protocol;
    put("effort", tool.effort);
    put("backend", tool.backend);
    put("driver", tool.driver);
    put("cuda", tool.cuda);
    put("cublaslt", tool.cublaslt);
    put("nccl", tool.nccl);
    return object;
}

/// The run with its conditions whole: a calibration is read without the scenario it came from.
Output run_json(const MeasuredRun& run, const Catalog& catalog) {
    Output object = Output::object();
    for_each_field(SiteFields(object), run, defaults<MeasuredRun>);
    if (run.quality)
        object["quality"] = {{"metric", run.quality->metric}, {"value", run.quality->value}};
    const Output whole = Output::parse(write_scenario(plan_of(run, defaults<Scenario>), catalog));
    for (const char* section : {"model", "cluster", "training"})
        object["scenario"][section] = whole.at(section);
    return object;
}

Output steps_json(const SiteSteps& steps, const Catalog& catalog) {
    Output object = Output::object();
    if (!steps.use) object["use"] = false;
    object["factors"] = Output::array();
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        const auto factor = static_cast<StepFactor>(i);
        object["factors"].push_back({{"term", name_of(factor)},
                                     {"ln", steps.ln[i]},
                                     {"sd", steps.sd(factor)},
                                     {"prior_sd", steps.prior_sd[i]}});
    }
    object["covariance"] = steps.covariance;
    if (steps.preset_error > 0.0) object["preset_error"] = steps.preset_error;
    if (steps.leave_one_out_error > 0.0) object["leave_one_out_error"] = steps.leave_one_out_error;
    object["runs"] = Output::array();
    for (const MeasuredRun& run : steps.runs)
        object["runs"].push_back(run_json(run, catalog));
    return object;
}

Output result_json(const SiteResult& result) {
    Output object{{"name", result.name},
                  {"value", result.value ? Output(*result.value) : Output(nullptr)}};
    if (!result.unit.empty()) object["unit"] = result.unit;
    object["trust"] = result.trusted;
    if (!result.doubts.empty()) object["doubts"] = result.doubts;
    return object;
}

template <class Item, class ToJson>
void put_list(const char* key, const std::vector<Item>& items, ToJson to_json, Output& file) {
    for (const Item& item : items)
        file[key].push_back(to_json(item));
}

} // namespace

std::string write_calibration(const SiteCalibration& site, const Catalog& catalog) {
    Output file{{"format", 1}, {"kind", calibration_kind}};
    for_each_field(SiteFields(file), site, defaults<SiteCalibration>);
    file["applies_to"] = Output::object();
    for_each_field(SiteFields(file["applies_to"]), site.applies_to, defaults<SiteTarget>);
    if (!(site.tool == defaults<SiteTool>)) file["tool"] = tool_json(site.tool);
    put_list("values", site.values, value_json, file);
    if (!(site.steps == defaults<SiteSteps>)) file["steps"] = steps_json(site.steps, catalog);
    put_part("memory", site.memory, file);
    put_list(
        "kept", site.kept,
        [](const SiteKept& kept) {
            return Output{{"parameter", kept.parameter}, {"why", kept.why}};
        },
        file);
    put_list("results", site.results, result_json, file);
    file["host"] = site.host.empty() ? Output(nullptr) : Output(site.host);
    return file.dump(2, ' ', false, Output::error_handler_t::replace) + "\n";
}

} // namespace headroom
