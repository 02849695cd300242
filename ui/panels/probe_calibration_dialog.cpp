#include "ui/panels/probe_calibration_dialog.hpp"

#include "core/base/calendar.hpp"
#include "core/calibrate/gpu_match.hpp"
#include "core/calibrate/probe_fit.hpp"
#include "core/io/calibration_json.hpp"
#include "core/io/text_file.hpp"
#include "core/present/calibration_view.hpp"
#include "core/present/problem_text.hpp"
#include "ui/panels/text_table.hpp"
#include "ui/widgets/paint.hpp"

#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>

#include <algorithm>

namespace headroom {

namespace {

constexpr QSize usual_size(980, 640);
constexpr int preview_height = 170;

} // namespace

ProbeCalibrationDialog::ProbeCalibrationDialog(Session& session, const ProbeReport& report,
                                               QWidget* parent)
    : QDialog(parent), session_(session), title_(new QLabel), effect_(new QLabel),
      table_(makeTextTable(tr("Measured numbers"))), name_(new QLineEdit),
      preview_(new QPlainTextEdit) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("What the measurement changes"));
    resize(usual_size);
    title_->setFont(scaledFont(font(), type_scale::chart_title, QFont::DemiBold));
    for (QLabel* const label : {title_, effect_})
        label->setWordWrap(true);
    name_->setAccessibleName(tr("Name"));
    name_->setPlaceholderText(tr("cluster A, 8x H100"));
    preview_->setReadOnly(true);
    preview_->setFont(monospaceFont());
    preview_->setFixedHeight(preview_height);
    preview_->setAccessibleName(tr("The file as it would be saved"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(title_);
    column->addWidget(effect_);
    column->addWidget(table_, 1);
    auto* form = new QFormLayout;
    form->addRow(tr("&Name"), name_);
    form->addRow(tr("File"), preview_);
    column->addLayout(form);
    column->addLayout(makeButtons());
    connect(name_, &QLineEdit::textEdited, this, &ProbeCalibrationDialog::rename);
    connect(table_, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
        if (!filling_ && item->column() == 0) tick(item->row(), item->checkState() == Qt::Checked);
    });
    fit(report);
    fill();
}

void ProbeCalibrationDialog::fit(const ProbeReport& report) {
    if (report.devices.empty()) return title_->setText(tr("No device was measured."));
    const ProbeDevice& device = report.devices.front();
    const GpuMatch match = match_gpu(device, session_.catalog());
    if (match.gpu == nullptr)
        return title_->setText(toQt(match_sentence(match.reason, device, session_.language())));
    const Scenario& plan = session_.scenario();
    const ClusterSpec cluster =
        plan.cluster.gpu.id == match.gpu->id
            ? plan.cluster
            : usual_cluster(*match.gpu, ranks_measured(report), 1, session_.catalog());
    site_ = fit_probe(report, cluster, today());
}

QLayout* ProbeCalibrationDialog::makeButtons() {
    auto* row = new QHBoxLayout;
    use_ = new QPushButton(tr("&Use for the plan"));
    save_ = new QPushButton(tr("&Save as…"));
    auto* close = new QPushButton(tr("Close"));
    for (QPushButton* const button : {use_, save_, close})
        button->setAutoDefault(false);
    row->addWidget(use_);
    row->addWidget(save_);
    row->addStretch();
    row->addWidget(close);
    connect(use_, &QPushButton::clicked, this, &ProbeCalibrationDialog::accept);
    connect(save_, &QPushButton::clicked, this, &ProbeCalibrationDialog::save);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    return row;
}

QString ProbeCalibrationDialog::preview() const { return preview_->toPlainText(); }

std::string ProbeCalibrationDialog::fileText() const {
    return site_ ? write_calibration(*site_, session_.catalog()) : std::string();
}

void ProbeCalibrationDialog::fill() {
    for (QWidget* const part : std::initializer_list<QWidget*>{use_, save_, name_, preview_})
        part->setEnabled(site_.has_value());
    if (!site_) return;
    filling_ = true;
    const CalibrationView view = calibration_view(calibrated(session_.scenario(), *site_), *site_,
                                                  today(), session_.language());
    title_->setText(toQt(view.title));
    effect_->setText(toQt(view.effect));
    showTable(*table_, calibration_table(view, session_.language()), 1);
    for (int row = 0; row < table_->rowCount(); ++row) {
        const CalibrationRow& shown = view.rows[static_cast<std::size_t>(row)];
        QTableWidgetItem& first = *table_->item(row, 0);
        first.setFlags(first.flags() | Qt::ItemIsUserCheckable);
        first.setCheckState(shown.use ? Qt::Checked : Qt::Unchecked);
        first.setData(Qt::UserRole, static_cast<int>(shown.value));
        QStringList doubts;
        for (const std::string& doubt : shown.doubts)
            doubts << toQt(doubt);
        first.setToolTip(doubts.join(QLatin1Char('\n')));
    }
    preview_->setPlainText(toQt(fileText()));
    filling_ = false;
}

void ProbeCalibrationDialog::tick(int row, bool use) {
    const auto value = table_->item(row, 0)->data(Qt::UserRole).toUInt();
    site_->values.at(value).use = use;
    fill();
}

void ProbeCalibrationDialog::rename() {
    site_->name = name_->text().trimmed().toStdString();
    fill();
}

bool ProbeCalibrationDialog::saveFile(const QString& path) {
    const std::optional<Problem> problem =
        write_file(QFileInfo(path).filesystemFilePath(), fileText());
    effect_->setText(problem ? toQt(problem_line(*problem, session_.language()))
                             : tr("Saved %1.").arg(QFileInfo(path).fileName()));
    return !problem;
}

void ProbeCalibrationDialog::save() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Save calibration"),
                                                      toQt(site_->id) + QStringLiteral(".json"),
                                                      tr("Calibrations (*.json)"));
    if (!path.isEmpty()) saveFile(path);
}

void ProbeCalibrationDialog::accept() {
    if (!site_) return;
    session_.setScenario(calibrated(session_.scenario(), *site_));
    QDialog::accept();
}

} // namespace headroom
