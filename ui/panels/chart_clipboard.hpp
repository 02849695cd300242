// A chart on the clipboard in every form at once: picture, SVG and the table behind it.
//
//     copyChart(*page->chart()->still(), options, page->tableView());
//
// The program that pastes takes the form it likes best: a memo the picture, a spreadsheet the
// table.
#pragma once

#include "core/present/views.hpp"
#include "ui/charts/still.hpp"

namespace headroom {

void copyChart(Picture& picture, const StillOptions& options, const TableView& table);

} // namespace headroom
