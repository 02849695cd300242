#include "app/gui/export.hpp"

#include "core/base/short_hash.hpp"
#include "core/explore/sweep.hpp"
#include "core/formats/import.hpp"
#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"
#include "ui/charts/bars_picture.hpp"
#include "ui/charts/cost_picture.hpp"
#include "ui/charts/frontier_picture.hpp"
#include "ui/charts/still.hpp"
#include "ui/charts/sweep_picture.hpp"
#include "ui/charts/trade_off_picture.hpp"
#include "ui/font_coverage.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace headroom {

namespace {

struct ChartName {
    std::string_view name;
    ExportChart chart;
};
constexpr std::array<ChartName, 6> charts{{{"trade-off", ExportChart::trade_off},
                                           {"memory", ExportChart::memory},
                                           {"step-time", ExportChart::step_time},
                                           {"sweep", ExportChart::sweep},
                                           {"frontier", ExportChart::frontier},
                                           {"cost", ExportChart::cost}}};

void read_chart(const QString& name, ExportRequest& request, Problems& problems) {
    std::vector<std::string_view> names;
    for (const ChartName& chart : charts) {
        if (name.toStdString() == chart.name) {
            request.chart = chart.chart;
            return;
        }
        names.push_back(chart.name);
    }
    const std::string asked = name.toStdString();
    std::string message = "there is no chart \"" + asked +
                          "\"; charts are trade-off, memory, "
                          "step-time, sweep, frontier and cost";
    const std::string_view near = nearest_word(asked, names);
    if (!near.empty()) message += "; did you mean " + std::string(near) + "?";
    problems.push_back(error("--export", message));
}

template <class Number>
void read_number(const QCommandLineParser& parser, const char* option, Number& number,
                 Problems& problems) {
    bool understood = false;
    const double value = parser.value(option).toDouble(&understood);
    constexpr double most = 1e6; // larger ones are refused by checkStill() as well
    if (understood && value > 0 && value < most)
        number = static_cast<Number>(value);
    else
        problems.push_back(
            error(std::string("--") + option,
                  "must be a positive number, not \"" + parser.value(option).toStdString() + '"'));
}

std::unique_ptr<Picture> picture_of(const ExportRequest& request, const Scenario& scenario,
                                    const Catalog& catalog) {
    const std::string hash = short_hash(write_scenario(scenario, catalog));
    if (request.chart == ExportChart::sweep) {
        const Axis axis = *axis_of_path(request.axis);
        return std::make_unique<SweepPicture>(
            sweep_view(scenario, axis, sweep(scenario, axis), catalog, request.language, hash));
    }
    if (request.chart == ExportChart::frontier)
        return std::make_unique<FrontierPicture>(
            frontier_view(scenario, search_plans(scenario), catalog, request.language, hash));
    std::vector<std::string> ids = catalog.default_view;
    const std::string& own = scenario.cluster.gpu.id;
    if (std::find(ids.begin(), ids.end(), own) == ids.end()) ids.push_back(own);
    const std::vector<GpuPoint> points = across_gpus(scenario, ids, catalog);
    if (request.chart == ExportChart::trade_off)
        return std::make_unique<TradeOffPicture>(
            trade_off_view(scenario, points, catalog, request.language, hash), TradeOffOptions{});
    if (request.chart == ExportChart::cost)
        return std::make_unique<CostPicture>(
            cost_view(scenario, points, catalog, request.language, hash));
    const auto content =
        request.chart == ExportChart::memory ? BarsContent::memory : BarsContent::step_time;
    return std::make_unique<BarsPicture>(
        bars_view(scenario, points, catalog, request.language, hash),
        BarsOptions{.content = content});
}

} // namespace

void addExportOptions(QCommandLineParser& parser) {
    parser.addOptions(
        {{"export", "Chart to write: trade-off, memory, step-time, sweep, frontier, cost.",
          "CHART"},
         {"output", "File to write: .png, .svg or .pdf.", "FILE"},
         {"width-mm", "Width on paper.", "MM", "160"},
         {"text-scale", "Times the usual 7 points of text.", "FACTOR", "1"},
         {"height-mm", "Height on paper; as the chart wants where left out.", "MM"},
         {"background", "opaque or transparent.", "GROUND", "opaque"},
         {"dpi", "Dots per inch of a PNG.", "DPI", "300"},
         {"axis", "What a sweep sweeps.", "PATH", "training.sequence"}});
}

bool wants_export(const QStringList& arguments) { return asks_for(arguments, "--export"); }

Problems parse_export(const QStringList& arguments, ExportRequest& request) {
    Problems problems;
    QCommandLineParser parser;
    addExportOptions(parser);
    addCommonOptions(parser);
    parser.addPositionalArgument("SCENARIO", "Scenario file.");
    if (!parser.parse(arguments))
        problems.push_back(error("command line", parser.errorText().toStdString()));
    read_chart(parser.value("export"), request, problems);
    request.output = parser.value("output").toStdString();
    if (request.output.empty())
        problems.push_back(error("--output", "names the file to write and is needed"));
    else if (!stillFormatOf(request.output))
        problems.push_back(error("--output", "must end in .png, .svg or .pdf"));
    read_number(parser, "width-mm", request.width_mm, problems);
    if (parser.isSet("height-mm")) read_number(parser, "height-mm", request.height_mm, problems);
    read_number(parser, "dpi", request.dpi, problems);
    read_number(parser, "text-scale", request.text_scale, problems);
    request.transparent = read_choice(parser, "background", "opaque", "transparent", problems);
    request.dark = read_choice(parser, "theme", "light", "dark", problems);
    const bool korean = read_choice(parser, "lang", "en", "ko", problems);
    request.language = korean ? Language::korean : Language::english;
    request.axis = parser.value("axis").toStdString();
    if (!axis_of_path(request.axis))
        problems.push_back(error("--axis", "\"" + request.axis + "\" is no axis of a sweep"));
    request.answers = read_answers(parser, problems);
    request.scenario = read_scenario_argument(parser, problems);
    return problems;
}

int run_export(const ExportRequest& request) {
    const StillOptions options{.width_mm = request.width_mm,
                               .height_mm = request.height_mm,
                               .dpi = request.dpi,
                               .text_scale = request.text_scale,
                               .theme = request.dark ? Theme::dark() : Theme::light(),
                               .language = request.language,
                               .transparent = request.transparent};
    if (const auto problem = checkStill(options)) return report({*problem});
    if (const auto missing = missingLetters(request.language)) report({*missing});
    const CatalogResult presets = read_catalog(presets_directory());
    if (has_errors(presets.problems)) {
        report(presets.problems);
        return exit_own_fault;
    }
    const ScenarioResult read = read_or_import(request.scenario, request.answers, presets.catalog);
    if (!read.scenario) return report(read.problems);
    report(read.problems);
    const auto picture = picture_of(request, *read.scenario, presets.catalog);
    if (const auto problem = writeStill(*picture, request.output, options))
        return report({*problem});
    return exit_fine;
}

int export_from(const QStringList& arguments) {
    ExportRequest request;
    const Problems problems = parse_export(arguments, request);
    return has_errors(problems) ? report(problems) : run_export(request);
}

} // namespace headroom
