// What a probe's results would change: each number beside its preset, ticked where it can be
// trusted, and the file exactly as it would be saved.
//
//     auto* dialog = new ProbeCalibrationDialog(session, report, this);
//     connect(dialog, &QDialog::accepted, ...);      // the plan has the calibration now
//     dialog->open();
//
// Nothing changes before "Use for the plan", which is one step of undo; presets are never edited.
// A GPU that belongs to no preset (a slice, a virtual one, another one) is said and not taken.
#pragma once

#include "core/calibrate/probe_report.hpp"
#include "core/model/site_calibration.hpp"
#include "ui/session.hpp"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;

namespace headroom {

class ProbeCalibrationDialog final : public QDialog {
    Q_OBJECT
  public:
    ProbeCalibrationDialog(Session& session, const ProbeReport& report, QWidget* parent = nullptr);

    /// Empty where the device is no preset's.
    const std::optional<SiteCalibration>& calibration() const { return site_; }
    QTableWidget* table() const { return table_; }
    QString preview() const;
    /// What the preview shows, byte for byte; a problem is said in the dialog.
    bool saveFile(const QString& path);
    /// Takes it into the plan.
    void accept() override;

  private:
    void fit(const ProbeReport& report);
    QLayout* makeButtons();
    void fill();
    void tick(int row, bool use);
    void rename();
    void save();
    std::string fileText() const;

    Session& session_;
    std::optional<SiteCalibration> site_;
    QLabel *title_, *effect_;
    QTableWidget* table_;
    QLineEdit* name_;
    QPlainTextEdit* preview_;
    QPushButton *save_ = nullptr, *use_ = nullptr;
    bool filling_ = false;
};

} // namespace headroom
