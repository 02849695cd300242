// How good the estimates are, as people read it: what validation found, the worst first.
//
//     const AccuracyView view = accuracy_view(compare_with_measurements(rows, catalog), language);
//     view.sentences    // {"Step time: half of 1619 runs within 6.8 %, nine in ten within 23.7
//     %.", ...} view.sources      // a row for each source, the largest median error first
//
// The same figures as `headroom-cli validate` prints. Nothing is left out: sources that are missed
// stand on top, and each run that was not compared is counted with its reason.
#pragma once

#include "core/calibrate/validation.hpp"
#include "core/present/views.hpp"

#include <string>
#include <vector>

namespace headroom {

struct AccuracyView {
    std::vector<std::string> sentences;
    TableView totals;  // step time, and memory by kind
    TableView sources; // the largest median error first
    TableView skipped; // runs that were not compared, by reason
};

AccuracyView accuracy_view(const ValidationReport& report, Language language);

} // namespace headroom
