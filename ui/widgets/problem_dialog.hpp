// Everything that is wrong with a file, at once: line, place, problem; and what stays as it was.
//
//     auto* dialog = new ProblemDialog({.file = "team.json", .opened = false, .problems = p},
//     this); dialog->open();
#pragma once

#include "core/base/problem.hpp"

#include <QDialog>

class QTableWidget;

namespace headroom {

struct FileProblems {
    QString file;
    bool opened = false; // with warnings only
    Problems problems;
};

class ProblemDialog final : public QDialog {
    Q_OBJECT
  public:
    explicit ProblemDialog(const FileProblems& found, QWidget* parent = nullptr);

    QString headline() const { return headline_; }
    const QTableWidget& table() const { return *table_; }

  signals:
    void reloadWanted();

  private:
    QWidget* makeHead(const FileProblems& found);
    QTableWidget* makeTable(const FileProblems& found);
    QWidget* makeButtons(const FileProblems& found);

    QString headline_;
    QTableWidget* table_;
};

/// "team.json:14: /training/zero_stage" in its parts; line is "" where there is none.
struct ProblemPlace {
    QString file, line, pointer;
};
ProblemPlace placeOf(const Problem& problem);

} // namespace headroom
