// How good the estimates are, as people read it: what validation found, the worst first.
//
//     const AccuracyView view = accuracy_view(report, unseen, language);
//     view.sentences    // {"Step time: half of 1619 runs within 6.8 %, nine in ten within ...
//     view.sources      // a row for each source, the largest median error first
//
// The same figures as `headroom-cli validate` prints. Nothing is left out: sources that are missed
// stand on top, and each run that was not compared is counted with its reason.
#pragma once

#include "core/calibrate/validation.hpp"
#include "core/present/views.hpp"

#include <span>
#include <string>
#include <vector>

namespace headroom {

struct AccuracyView {
    std::vector<std::string> sentences;
    TableView totals;  // step time, and memory by kind
    TableView sources; // the largest median error first
    TableView regimes; // of step times, by what kind of plan it is
    TableView unseen;  // sources predicted by constants that were fitted on the others
    TableView skipped; // runs that were not compared, by reason
};

/// `unseen` are the sources of core/io/unseen_errors.hpp.
AccuracyView accuracy_view(const ValidationReport& report, std::span<const SourceStatistics> unseen,
                           Language language);

} // namespace headroom
