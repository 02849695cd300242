#include "ui/panels/text_table.hpp"

#include "core/io/csv.hpp"
#include "ui/widgets/paint.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableWidget>

#include <algorithm>

namespace headroom {

namespace {

/// "a<tab>b" for one row.
QString lineOf(const QStringList& cells) { return cells.join(QLatin1Char('\t')); }

class TextTable final : public QTableWidget {
  protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->matches(QKeySequence::Copy))
            QGuiApplication::clipboard()->setText(selectedText());
        else
            QTableWidget::keyPressEvent(event);
    }

  private:
    QString selectedText() const {
        QStringList lines;
        const bool any = selectionModel()->hasSelection();
        for (int row = 0; row < rowCount(); ++row) {
            if (any && !selectionModel()->isRowSelected(row)) continue;
            QStringList cells;
            for (int column = 0; column < columnCount(); ++column)
                cells << (item(row, column) != nullptr ? item(row, column)->text() : QString());
            lines << lineOf(cells);
        }
        return lines.join(QLatin1Char('\n'));
    }
};

QStringList toQtList(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& text : texts)
        list << toQt(text);
    return list;
}

} // namespace

QTableWidget* makeTextTable(const QString& accessible_name) {
    auto* table = new TextTable;
    table->setAccessibleName(accessible_name);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

void showTable(QTableWidget& table, const TableView& view, int word_columns) {
    const auto side = [word_columns](int column) {
        return (column < word_columns ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
    };
    table.setColumnCount(static_cast<int>(view.columns.size()));
    table.setRowCount(static_cast<int>(view.rows.size()));
    table.setHorizontalHeaderLabels(toQtList(view.columns));
    for (int column = 0; column < table.columnCount(); ++column)
        table.horizontalHeaderItem(column)->setTextAlignment(side(column));
    for (int row = 0; row < table.rowCount(); ++row) {
        const QStringList cells = toQtList(view.rows[static_cast<std::size_t>(row)]);
        for (int column = 0; column < table.columnCount(); ++column) {
            auto* item = new QTableWidgetItem(cells.value(column));
            item->setTextAlignment(side(column));
            table.setItem(row, column, item);
        }
    }
    table.resizeColumnsToContents();
}

QString tabSeparated(const TableView& view) {
    QStringList lines{lineOf(toQtList(view.columns))};
    for (const auto& row : view.rows)
        lines << lineOf(toQtList(row));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

std::string commaSeparated(const TableView& view) {
    std::string text;
    const auto add = [&text](const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i > 0) text += ',';
            text += csv_cell(cells[i]);
        }
        text += '\n';
    };
    add(view.columns);
    for (const auto& row : view.rows)
        add(row);
    return text;
}

} // namespace headroom
