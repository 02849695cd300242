// A TableView as a widget, and as text for a spreadsheet.
//
//     QTableWidget* table = makeTextTable(tr("Table"));
//     showTable(*table, view, 2);                  // two columns of words, then numbers
//     clipboard->setText(tabSeparated(view));
//
// Tables are read, not edited; Ctrl+C copies the rows selected, or all of them.
#pragma once

#include "core/present/views.hpp"

#include <QString>

class QTableWidget;

namespace headroom {

QTableWidget* makeTextTable(const QString& accessible_name);

/// The first `word_columns` are aligned left, the others right.
void showTable(QTableWidget& table, const TableView& view, int word_columns);

QString tabSeparated(const TableView& view);
/// For files: cells are quoted where they have to be.
std::string commaSeparated(const TableView& view);

} // namespace headroom
