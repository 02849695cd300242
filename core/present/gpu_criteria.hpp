// GPUs over the five criteria that a choice is made by: the workload, VRAM and its bandwidth,
// Tensor Core precisions, scaling and interconnect, cost.
//
//     const CriteriaTable table = criteria_table(points, Language::english);
//     table.rows[0].cells[3].text, .sort_key         // "80", 80.0
//
// The workload is the present plan, so the table answers for pretraining, fine-tuning or adapters,
// whichever it is. Cells carry the number they are sorted by; unknown ones sort last.
#pragma once

#include "core/present/views.hpp"

#include <limits>

namespace headroom {

enum class Criterion : std::uint8_t { gpu, workload, memory, precisions, scaling, cost };

struct CriteriaCell {
    std::string text;
    double sort_key = std::numeric_limits<double>::infinity();
    bool is_best = false; // of the column, among GPUs that the plan runs on
};

struct CriteriaColumn {
    Criterion criterion = Criterion::gpu;
    std::string title; // short, below the criterion's own
    std::string full;  // what it is, with its unit
    bool is_number = true;
    bool more_is_better = true;
};

struct CriteriaRow {
    std::string gpu; // id
    bool focus = false;
    std::vector<CriteriaCell> cells;
};

struct CriteriaTable {
    std::vector<CriteriaColumn> columns;
    std::vector<CriteriaRow> rows;
    std::string subtitle; // what the numbers mean
};

CriteriaTable criteria_table(const Scenario& focused, std::span<const GpuPoint> points,
                             Language language);

std::string criterion_name(Criterion criterion, Language language);
/// In a word, for the head of a column.
std::string criterion_word(Criterion criterion, Language language);

/// The same as plain text: for copying, files and the command line.
TableView plain_table(const CriteriaTable& table, Language language);

} // namespace headroom
