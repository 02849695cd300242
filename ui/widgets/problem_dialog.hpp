// Everything that is wrong with a file, at once: line, place, problem; and what stays as it was.
//
//     auto* dialog = new ProblemDialog({.file = "/home/team/plan.json", .problems = p}, this);
//     dialog->open();
//
// Leads to the line of the problem that is selected, and asks for another try when the file was
// mended. A plan that is merely not legal can be opened to be mended with the sliders.
#pragma once

#include "core/base/problem.hpp"
#include "core/present/views.hpp"

#include <QDialog>

class QHBoxLayout;
class QTableWidget;

namespace headroom {

struct FileProblems {
    QString file;               // with its path
    bool opened = false;        // with warnings only
    bool can_be_mended = false; // opens, but is not a legal plan
    Problems problems;
    Language language = Language::english;
};

class ProblemDialog final : public QDialog {
    Q_OBJECT
  public:
    explicit ProblemDialog(const FileProblems& found, QWidget* parent = nullptr);

    QString headline() const { return headline_; }
    const QTableWidget& table() const { return *table_; }

  signals:
    void reloadWanted();
    void mendWanted();

  private:
    QWidget* makeHead(const FileProblems& found);
    QTableWidget* makeTable(const FileProblems& found);
    QWidget* makeButtons(const FileProblems& found);
    void addLineButton(QHBoxLayout& row, const FileProblems& found);
    void openAtLine();
    int selectedLine() const; // 0: none

    QString file_;
    QString headline_;
    QTableWidget* table_;
};

/// "team.json:14: /training/zero_stage" in its parts; line is "" where there is none.
struct ProblemPlace {
    QString file, line, pointer;
};
ProblemPlace placeOf(const Problem& problem);

} // namespace headroom
