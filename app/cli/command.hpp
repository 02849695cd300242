// What every command of headroom-cli shares: exit statuses, the presets, how things are printed.
//
//     const Scenario scenario = load_scenario("team.json", {"training.zero_stage=2"});
//     print(text_table(estimate_table(points, Language::english)));
//     return status_of(verdicts);
//
// stdout carries the answer and nothing else; problems go to stderr, one a line, all in one form
// (core/base/problem.hpp). A command throws InputError once it has said what is wrong with its
// input.
#pragma once

#include "core/base/problem.hpp"
#include "core/model/catalog.hpp"
#include "core/present/views.hpp"

#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::cli {

/// Exit statuses that scripts rely on.
enum Exit : int {
    fine = 0,
    answer_is_no = 1, // does not fit, error above the limit asked for
    bad_input = 2,
    our_fault = 3
};

/// Bad input that has been reported already.
struct InputError : std::exception {};

/// The presets; problems in them are ours, not the user's, and end the program with our_fault.
const Catalog& presets();

/// The scenario of a file with the `--set` changes applied; reports all problems or throws.
Scenario load_scenario(const std::string& path, const std::vector<std::string>& assignments);

/// The calibration of a file; reports all problems or throws.
SiteCalibration load_calibration(const std::string& path);

/// Ids as asked for, "all" spelled out; unknown ones are all reported, with the nearest right one.
std::vector<std::string> gpu_ids(const std::vector<std::string>& asked);

void print(std::string_view text); // to stdout
void print_problems(const Problems& problems);
[[noreturn]] void fail(const Problem& problem);

/// Saves under the name that an option gave, which a problem then names: "-o /no/such/x.json".
void save(std::string_view option, const std::string& path, std::string_view text);

/// 0 where any verdict is a plan that fits, 1 where none is but some are legal, 2 where none is.
int status_of(std::span<const Verdict> verdicts);

/// Columns padded to their widest cell, as a terminal shows them; numbers to the right.
std::string text_table(const TableView& table);

} // namespace headroom::cli
