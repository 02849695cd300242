// Measured runs beside what is predicted for them, the form that logs one, and what they teach.
//
//     (new RunsDialog(session, this))->show();
//
// A run is logged under the conditions that the plan has at that moment and keeps them when the
// plan moves; tables and logs are added from a file, by dropping it, or by pasting their text. Runs
// are part of the scenario, and so is the calibration that they teach: each change is one step of
// undo.
#pragma once

#include "core/base/problem.hpp"
#include "core/io/run_logs.hpp"
#include "core/present/runs_lesson.hpp"
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
    Scenario plan_; // that was run
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
    QTableWidget* factors() const { return factors_; }
    QString lesson() const;
    /// Opens the form for a new run under the present conditions.
    void logRun();
    void addFile(const QString& path);
    /// Text of a table or a log.
    void paste(const QString& text);
    void useAsCalibration();

  protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    QLayout* makeButtons();
    QWidget* makeLesson();
    QWidget* makeTabs();
    void chooseFile();
    void pasteClipboard();
    void add(const RunsResult& result, const QString& file);
    void showLesson();
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
    QTableWidget* factors_;
    QLabel* notes_;
    QLabel* lesson_;
    QPushButton *log_, *file_, *paste_, *edit_, *remove_, *plan_, *use_;
};

} // namespace headroom
