// Charts as files with no window: `headroom --export trade-off --output x.png SCENARIO`, or of a
// config.json with what it does not say: `--answer cluster.gpus=8 --answer training.sequence=8192`.
//
//     if (wants_export(arguments)) return export_from(arguments);
//
// Exit status: 0 written, 2 bad input (every problem on stderr), 3 our own fault. Needs a
// QApplication, on whatever platform; "offscreen" will do.
#pragma once

#include "app/gui/command_line.hpp"
#include "core/present/views.hpp"

#include <filesystem>
#include <string>

namespace headroom {

enum class ExportChart : std::uint8_t { trade_off, memory, step_time, sweep, frontier, cost };

struct ExportRequest {
    ExportChart chart = ExportChart::trade_off;
    std::filesystem::path output;
    std::filesystem::path scenario;
    double width_mm = 160.0, height_mm = 0.0; // 0: as the picture wants
    int dpi = 300;
    double text_scale = 1.0;
    bool dark = false, transparent = false;
    Language language = Language::english;
    std::string axis; // of a sweep: "training.sequence"; "" for the sequence length
    Answers answers;  // for a config.json
};

/// The options below, so that --help shows them.
void addExportOptions(QCommandLineParser& parser);

/// True when the arguments ask for an export at all.
bool wants_export(const QStringList& arguments);

/// Reads the arguments after the program's name; every problem at once.
Problems parse_export(const QStringList& arguments, ExportRequest& request);

int run_export(const ExportRequest& request);

/// Both at once: what the program's main() calls.
int export_from(const QStringList& arguments);

} // namespace headroom
