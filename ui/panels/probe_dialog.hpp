// "Probe GPU": how thoroughly, the measurement as it goes on, what was found and how far it can be
// trusted, or why nothing was found and what can be done instead.
//
//     auto* dialog = new ProbeDialog(session, this);
//     connect(dialog, &ProbeDialog::runsWanted, this, [&] { ... });   // log measured runs instead
//     dialog->show();
//
// The measurement runs in its own process (ui/probe_runner.hpp); closing the dialog ends it. The
// presets stay as they are; what the plan would take over is shown first
// (probe_calibration_dialog.hpp).
#pragma once

#include "ui/probe_runner.hpp"
#include "ui/session.hpp"

#include <QDialog>

class QButtonGroup;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace headroom {

class ProbeDialog final : public QDialog {
    Q_OBJECT
  public:
    enum class State : std::uint8_t { ready, running, measured, failed };

    explicit ProbeDialog(Session& session, QWidget* parent = nullptr);

    State state() const { return state_; }
    const ProbeRunner& runner() const { return runner_; }
    QTableWidget* results() const { return results_; }
    QString headline() const;
    QString message() const;

    void measure();
    void measureHost();
    void cancel() { runner_.cancel(); }
    void setEffort(const QString& effort);
    /// Keeps what the probe wrote, for `headroom-cli calibrate`; a problem is said in the dialog.
    bool saveTo(const QString& path);

  signals:
    void runsWanted();

  private:
    QWidget* makeHead();
    QWidget* makeChoices();
    QWidget* makeButtons();
    QPushButton* addButton(const QString& text, void (ProbeDialog::*does)());
    void start(bool host_only, bool anyway);
    void measureAnyway();
    void enterRuns();
    void showChanges();
    void copyDetails();
    void save();
    void setState(State state);
    void followRun();
    void showEnd();
    void showFailure(const ProbeError& error);
    void showResults();
    QString details() const;

    Session& session_;
    ProbeRunner runner_;
    State state_ = State::ready;
    bool host_only_ = false;
    std::size_t shown_ = 0; // results in the table
    QLabel *glyph_, *title_, *message_, *progress_text_, *details_, *stays_;
    QButtonGroup* effort_;
    QSpinBox* device_;
    QWidget* choices_ = nullptr;
    QProgressBar* progress_;
    QTableWidget* results_;
    QPushButton *measure_ = nullptr, *anyway_ = nullptr, *host_ = nullptr, *runs_ = nullptr,
                *changes_ = nullptr, *copy_ = nullptr, *save_ = nullptr, *cancel_ = nullptr,
                *close_ = nullptr;
};

} // namespace headroom
