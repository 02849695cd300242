// Two plans in three tables: memory by term, step time by term, and what comes out.
//
//     tables->show(compare(a, b, language), {"A", "now"});
//
// Terms that are zero in both plans are left out; what is equal stands back, so that the rows that
// differ are the ones seen. A bar beside each term shows less and more, to one scale per table.
#pragma once

#include "core/present/comparison.hpp"
#include "ui/theme.hpp"

#include <QLabel>
#include <QWidget>

class QTableWidget;

namespace headroom {

class CompareTables final : public QWidget {
    Q_OBJECT
  public:
    explicit CompareTables(QWidget* parent = nullptr);

    struct Names {
        QString a, b;
    };
    void show(const Comparison& comparison, const Names& names);

    QTableWidget* memory() const { return memory_; }
    QTableWidget* step() const { return step_; }
    QTableWidget* result() const { return result_; }
    QLabel* settings() const { return settings_; }

  private:
    QTableWidget* makeTable(const QString& name);
    void fill(QTableWidget& table, const std::vector<ComparisonRow>& rows, const Names& names,
              TermStyle (Theme::*style_of)(std::size_t) const);

    QTableWidget* memory_;
    QTableWidget* step_;
    QTableWidget* result_;
    QLabel* settings_;
};

} // namespace headroom
