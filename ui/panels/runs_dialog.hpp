// Measured runs beside what is predicted for them, and the form that logs one.
//
//     (new RunsDialog(session, this))->show();
//
// A run is logged under the conditions that the plan has at that moment and keeps them when the
// plan moves. Runs are part of the scenario: each change is one step of undo.
#pragma once

#include "core/base/problem.hpp"
#include "ui/session.hpp"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace headroom {

class FormFoot;

/// What was measured of one run; its conditions stay as they are.
class RunForm final : public QDialog {
    Q_OBJECT
  public:
    RunForm(const Session& session, MeasuredRun run, QWidget* parent = nullptr);

    const MeasuredRun& run() const { return run_; }
    void accept() override;

  private:
    void addFields();
    QLineEdit* addField(const QString& label, const QString& example, const std::string& value);
    Problems readFields();

    MeasuredRun run_;
    QLineEdit *name_, *date_, *step_time_, *process_, *reserved_, *allocated_, *metric_, *value_,
        *notes_;
    FormFoot* foot_ = nullptr;
};

class RunsDialog final : public QDialog {
    Q_OBJECT
  public:
    explicit RunsDialog(Session& session, QWidget* parent = nullptr);

    QTableWidget* runs() const { return runs_; }
    QTableWidget* questions() const { return questions_; }
    /// Opens the form for a new run under the present conditions.
    void logRun();

  private:
    QLayout* makeButtons();
    void refresh();
    void followChoice();
    std::optional<std::size_t> chosen() const;
    void editRun();
    void removeRun();
    void showPlan();
    void open(MeasuredRun run, std::optional<std::size_t> place);
    void commit(std::vector<MeasuredRun> runs);

    Session& session_;
    QTableWidget* runs_;
    QTableWidget* questions_;
    QLabel* notes_;
    QPushButton *log_, *edit_, *remove_, *plan_;
};

} // namespace headroom
