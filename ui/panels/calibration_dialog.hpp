// The calibration of the plan: each measured number beside its preset, ticked where it is used.
//
//     (new CalibrationDialog(session, this))->show();
//
// Ticks, the switch between preset and calibrated, and removing it are each a step of undo: the
// calibration is part of the scenario. Presets are never edited. Files are opened and saved here.
#pragma once

#include "core/model/site_calibration.hpp"
#include "core/present/calibration_view.hpp"
#include "ui/session.hpp"

#include <QDialog>

class QLabel;
class QPushButton;
class QRadioButton;
class QTableWidget;

namespace headroom {

class CalibrationDialog final : public QDialog {
    Q_OBJECT
  public:
    explicit CalibrationDialog(Session& session, QWidget* parent = nullptr);

    QTableWidget* table() const { return table_; }
    QRadioButton* presetSwitch() const { return preset_; }
    QRadioButton* calibratedSwitch() const { return calibrated_; }
    /// False, with every problem shown, when the file cannot be read.
    bool openFile(const QString& path);
    bool saveFile(const QString& path);
    void remove();

  private:
    QLayout* makeSwitch();
    QLayout* makeButtons();
    void setUpTable();
    void refresh();
    void showEmpty();
    void fill(const CalibrationView& view);
    void showNotes(const CalibrationView& view);
    void showProblems(const QString& path, const Problems& problems);
    void take(SiteCalibration site);
    void tick(int row, bool use);

    Session& session_;
    QLabel *title_, *about_, *effect_, *notes_;
    QTableWidget* table_;
    QRadioButton *preset_, *calibrated_;
    QPushButton *save_ = nullptr, *remove_ = nullptr;
    bool filling_ = false;
};

} // namespace headroom
