// The chart as it will be on paper, its size and form, and where it goes.
//
//     std::vector<ExportContent> charts; charts.push_back({tr("Trade-off"), chart->still(),
//     table}); auto* dialog = new ExportDialog(std::move(charts), 0, {.theme = theme}, this);
//     dialog->open();
//
// The preview is drawn by the very code that writes the file, from a chart of its own. Width,
// resolution, format, ground and what is written beside are remembered. A failed export leaves the
// old file as it was.
#pragma once

#include "core/present/views.hpp"
#include "ui/charts/still.hpp"

#include <QDialog>

#include <memory>
#include <vector>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace headroom {

/// One of the charts that can be exported.
struct ExportContent {
    QString name;
    std::unique_ptr<Picture> picture;
    TableView table; // the data behind it
};

struct ExportContext {
    Theme theme; // "as shown"
    Language language = Language::english;
    std::string assumptions; // text that may be written beside the chart
    std::string scenario;    // JSON, the same
};

class ExportDialog final : public QDialog {
    Q_OBJECT
  public:
    ExportDialog(std::vector<ExportContent> contents, std::size_t shown, ExportContext context,
                 QWidget* parent = nullptr);

    StillOptions options() const;
    QString file() const;
    void setFile(const QString& path);
    /// Writes the file and what goes beside it; the problem is shown and given back.
    std::optional<Problem> write();

    void accept() override;

  private:
    QWidget* makePreview();
    QWidget* makeBeside();
    QWidget* makeForm();
    void addWhat(QFormLayout* form);
    void addSize(QFormLayout* form);
    void addForm(QFormLayout* form);
    void addWhere(QFormLayout* form);
    QWidget* makeButtons();
    QSpinBox* makeNumber(const QString& name, const QString& unit, int low, int high, int value);
    QButtonGroup* addRadios(QFormLayout* form, const QString& label, const QStringList& texts,
                            int checked);
    QCheckBox* makeCheck(const QString& name, const QString& text, bool checked);
    void restoreChoices();
    void keepChoices() const;
    void followContent();
    void refreshPreview();
    void sayAboutPreview();
    void followFormat();
    void browse();
    void copy();
    std::optional<Problem> writeBeside() const;

    ExportContent& content();
    Picture& picture();

    std::vector<ExportContent> contents_;
    std::vector<FrameText> frames_; // of the contents, as they came
    ExportContext context_;
    QLabel* preview_ = nullptr;
    QLabel* size_ = nullptr;
    QLabel* note_ = nullptr;
    QLabel* pixels_ = nullptr;
    QComboBox* content_ = nullptr;
    QLineEdit* title_ = nullptr;
    QCheckBox* footer_scenario_ = nullptr;
    QCheckBox* footer_presets_ = nullptr;
    QCheckBox* beside_data_ = nullptr;
    QCheckBox* beside_assumptions_ = nullptr;
    QCheckBox* beside_scenario_ = nullptr;
    QSpinBox* width_ = nullptr;
    QSpinBox* height_ = nullptr;
    QSpinBox* dpi_ = nullptr;
    QSpinBox* text_ = nullptr; // per cent of its usual size
    QButtonGroup* format_ = nullptr;
    QButtonGroup* theme_ = nullptr;
    QButtonGroup* ground_ = nullptr;
    QLineEdit* file_ = nullptr;
};

} // namespace headroom
