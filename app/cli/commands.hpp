// The commands of headroom-cli: for each its options, as read from the command line, and the
// function that runs it.
//
//     EstimateOptions options{.scenario = "team.json", .gpus = {"h100-sxm"}};
//     const int status = run_estimate(options);       // answer on stdout, problems on stderr
//
// A run returns an exit status (command.hpp). What the options are called and mean on the command
// line is said in command_line.cpp, the one file that knows CLI11.
#pragma once

#include "command.hpp"

namespace headroom::cli {

/// What commands about one scenario take: its file, `--set` changes to it, how to answer.
struct ScenarioOptions {
    std::string scenario;
    std::vector<std::string> assignments;
    bool json = false;
    Language language = Language::english;
};

struct EstimateOptions : ScenarioOptions {
    std::vector<std::string> gpus;
    std::string calibration; // a file, "none", or "" for the scenario's own
};

struct SweepOptions : ScenarioOptions {
    std::string axis;
    std::vector<std::string> values;
    bool csv = false;
};

struct SearchOptions : ScenarioOptions {
    int gpus = 0, threads = 0;
    std::size_t top = 0; // 0: all of them in JSON, the first few in the table
    std::vector<std::string> freed, fixed;
};

struct ChooseOptions : ScenarioOptions {
    std::vector<std::string> gpus;
    std::vector<int> counts;
};

struct ValidateOptions {
    std::vector<std::string> files;
    bool json = false;
    std::string rows_file;
    std::string max_median;
    bool leave_one_out = false;
    bool one_run = false;
    bool split = false;
};

struct ImportOptions {
    std::vector<std::string> files, answers;
    std::string kind, output;
    bool json = false;
};

struct ExportOptions {
    std::string scenario, format, output;
    std::vector<std::string> assignments;
    bool lossy = false, automatic = false;
};

struct CalibrateOptions {
    std::string probe; // output of headroom-probe; "" for none
    std::string scenario, output, name, note, host;
    std::vector<std::string> assignments;
    std::vector<std::string> runs; // tables or logs of measured runs of the scenario's plan
    bool json = false;
    Language language = Language::english;
};

struct ListOptions {
    std::string what; // one of list_names()
    bool json = false;
};

int run_estimate(const EstimateOptions& options);
int run_sweep(const SweepOptions& options);
int run_search(const SearchOptions& options);
int run_advise(const ScenarioOptions& options);
int run_cost(const ScenarioOptions& options);
int run_choose(const ChooseOptions& options);
int run_validate(const ValidateOptions& options);
int run_import(const ImportOptions& options);
int run_export(const ExportOptions& options);
int run_calibrate(const CalibrateOptions& options);
int run_list(const ListOptions& options);
int run_check_presets(const std::string& directory);

/// "gpus", "models", ...
std::vector<std::string> list_names();

} // namespace headroom::cli
