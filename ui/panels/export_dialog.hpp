// The chart as it will be on paper, its size and form, and where it goes.
//
//     auto* dialog = new ExportDialog(*page->chart(), {.name = "trade-off"}, this); dialog->open();
//
// The preview is drawn by the very code that writes the file, from a chart of its own. Width,
// resolution, format and ground are remembered. A failed export leaves the old file as it was.
#pragma once

#include "ui/charts/chart_widget.hpp"
#include "ui/charts/still.hpp"

#include <QDialog>

class QButtonGroup;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace headroom {

struct ExportContext {
    QString name; // of the file to suggest, without its ending
    Theme theme;  // "as shown"
    Language language = Language::english;
};

class ExportDialog final : public QDialog {
    Q_OBJECT
  public:
    ExportDialog(const ChartWidget& chart, ExportContext context, QWidget* parent = nullptr);

    StillOptions options() const;
    QString file() const;
    void setFile(const QString& path);
    /// Writes the file; the problem is shown and given back.
    std::optional<Problem> write();

    void accept() override;

  private:
    QWidget* makePreview();
    QWidget* makeForm();
    QWidget* makeButtons();
    QSpinBox* addNumber(QFormLayout* form, const QString& label, const QString& unit, int low,
                        int high, int value);
    QButtonGroup* addRadios(QFormLayout* form, const QString& label, const QStringList& texts,
                            int checked);
    void restoreChoices();
    void keepChoices() const;
    void refreshPreview();
    void followFormat();
    void browse();
    void copy();

    std::unique_ptr<Picture> picture_;
    ExportContext context_;
    QLabel* preview_ = nullptr;
    QLabel* size_ = nullptr;
    QLabel* note_ = nullptr;
    QSpinBox* width_ = nullptr;
    QSpinBox* dpi_ = nullptr;
    QButtonGroup* format_ = nullptr;
    QButtonGroup* theme_ = nullptr;
    QButtonGroup* ground_ = nullptr;
    QLineEdit* file_ = nullptr;
};

} // namespace headroom
