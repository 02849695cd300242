#include "ui/panels/probe_dialog.hpp"

#include "core/io/text_file.hpp"
#include "core/present/probe_words.hpp"
#include "core/present/problem_text.hpp"
#include "ui/panels/probe_calibration_dialog.hpp"
#include "ui/panels/text_table.hpp"
#include "ui/widgets/paint.hpp"

#include <QButtonGroup>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTableWidget>

#include <array>

namespace headroom {

namespace {

constexpr QSize usual_size(860, 520);
constexpr int head_glyph = 18, row_glyph = 14, gap = 8;
constexpr int most_devices = 63, words_of_results = 2;
enum Column : std::uint8_t { result_column, verdict_column };

constexpr std::array efforts{"quick", "default", "thorough"};

/// Where nothing of a GPU can be measured at all.
bool isWithoutGpu(const std::string& code) {
    constexpr std::array codes{"no_device",       "no_driver",          "driver_stub",
                               "driver_mismatch", "system_not_ready",   "driver_too_old",
                               "not_installed",   "unsupported_vendor", "compute_prohibited"};
    return std::ranges::find(codes, code) != codes.end();
}

QLabel* wrapped() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ProbeDialog::ProbeDialog(Session& session, QWidget* parent)
    : QDialog(parent), session_(session), glyph_(new QLabel), title_(new QLabel),
      message_(wrapped()), progress_text_(new QLabel), details_(wrapped()), stays_(wrapped()),
      effort_(new QButtonGroup(this)), device_(new QSpinBox), progress_(new QProgressBar),
      results_(makeTextTable(tr("Results of the probe"))) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Probe GPU"));
    resize(usual_size);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(gap);
    column->addWidget(makeHead());
    column->addWidget(message_);
    choices_ = makeChoices();
    column->addWidget(choices_);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Progress"));
    column->addWidget(progress_);
    column->addWidget(progress_text_);
    details_->setFont(monospaceFont());
    details_->setContentsMargins(gap, gap, gap, gap);
    column->addWidget(details_);
    column->addWidget(results_, 1);
    column->addWidget(stays_);
    column->addStretch();
    column->addWidget(makeButtons());
    connect(&runner_, &ProbeRunner::changed, this, &ProbeDialog::followRun);
    connect(&runner_, &ProbeRunner::ended, this, &ProbeDialog::showEnd);
    setState(State::ready);
}

QWidget* ProbeDialog::makeHead() {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins({});
    title_->setFont(scaledFont(font(), type_scale::verdict, QFont::DemiBold));
    row->addWidget(glyph_);
    row->addWidget(title_, 1);
    return head;
}

QWidget* ProbeDialog::makeChoices() {
    auto* box = new QWidget;
    auto* form = new QFormLayout(box);
    form->setContentsMargins({});
    const std::array names{tr("&Quick: about 3 s, rough"),
                           tr("&Default: about 20 s, 10 s of them at full power"),
                           tr("&Thorough: about 90 s, 60 s of them at full power")};
    auto* column = new QVBoxLayout;
    for (int i = 0; i < static_cast<int>(names.size()); ++i) {
        auto* button = new QRadioButton(names[static_cast<std::size_t>(i)]);
        effort_->addButton(button, i);
        column->addWidget(button);
    }
    effort_->button(1)->setChecked(true);
    form->addRow(tr("Effort"), column);
    device_->setRange(0, most_devices);
    device_->setAccessibleName(tr("GPU"));
    form->addRow(tr("&GPU"), device_);
    return box;
}

QPushButton* ProbeDialog::addButton(const QString& text, void (ProbeDialog::*does)()) {
    auto* button = new QPushButton(text);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, does);
    return button;
}

QWidget* ProbeDialog::makeButtons() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins({});
    measure_ = addButton(tr("&Measure"), &ProbeDialog::measure);
    measure_->setToolTip(tr("Loads the GPU fully for the time named; changes no setting and opens "
                            "no connection"));
    anyway_ = addButton(tr("Measure any&way"), &ProbeDialog::measureAnyway);
    host_ = addButton(tr("Measure the &host only"), &ProbeDialog::measureHost);
    runs_ = addButton(tr("Enter measured &runs…"), &ProbeDialog::enterRuns);
    changes_ = addButton(tr("What it &changes…"), &ProbeDialog::showChanges);
    copy_ = addButton(tr("Copy &details"), &ProbeDialog::copyDetails);
    save_ = addButton(tr("&Save results…"), &ProbeDialog::save);
    cancel_ = addButton(tr("Cancel"), &ProbeDialog::cancel);
    close_ = new QPushButton(tr("Close"));
    close_->setAutoDefault(false);
    connect(close_, &QPushButton::clicked, this, &QDialog::reject);
    for (QPushButton* const button : {measure_, anyway_, host_, runs_, changes_, copy_, save_})
        row->addWidget(button);
    row->addStretch();
    row->addWidget(cancel_);
    row->addWidget(close_);
    return box;
}

QString ProbeDialog::headline() const { return title_->text(); }
QString ProbeDialog::message() const { return message_->text(); }

void ProbeDialog::setEffort(const QString& effort) {
    for (int i = 0; i < static_cast<int>(efforts.size()); ++i)
        if (effort == QLatin1String(efforts[static_cast<std::size_t>(i)]))
            effort_->button(i)->setChecked(true);
}

void ProbeDialog::measure() { start(false, false); }
void ProbeDialog::measureAnyway() { start(false, true); }
void ProbeDialog::measureHost() { start(true, false); }

void ProbeDialog::enterRuns() {
    emit runsWanted();
    reject();
}

void ProbeDialog::start(bool host_only, bool anyway) {
    host_only_ = host_only;
    shown_ = 0;
    results_->setRowCount(0);
    setState(State::running);
    const auto chosen = static_cast<std::size_t>(std::max(effort_->checkedId(), 0));
    runner_.start({QLatin1String(efforts[chosen]), device_->value(), host_only, anyway});
}

/// What is shown in each state; texts that depend on the run are set by their own functions.
void ProbeDialog::setState(State state) {
    state_ = state;
    const bool ready = state == State::ready, running = state == State::running;
    const bool measured = state == State::measured, failed = state == State::failed;
    choices_->setVisible(ready);
    for (QWidget* const part :
         {static_cast<QWidget*>(progress_), static_cast<QWidget*>(progress_text_),
          static_cast<QWidget*>(cancel_)})
        part->setVisible(running);
    results_->setVisible(running || measured);
    details_->setVisible(failed);
    measure_->setVisible(!running);
    measure_->setText(ready ? tr("&Measure") : tr("Measure &again"));
    for (QPushButton* const button : {anyway_, host_, runs_})
        button->setVisible(false);
    changes_->setVisible(measured && !host_only_);
    copy_->setVisible(failed || measured);
    save_->setVisible(measured && !runner_.reportFile().isEmpty());
    glyph_->setVisible(failed || measured);
    stays_->setText(running ? tr("Runs in its own process; go on working.")
                    : ready ? tr("The plan and the presets stay as they are.")
                            : tr("The presets stay in use. Nothing else changed."));
    if (!ready) return;
    title_->setText(tr("Measure the GPU in this machine"));
    message_->setText(tr("Memory, link, matrix products and launches are measured and compared "
                         "with what the model assumes. Each number says how far it can be "
                         "trusted."));
}

void ProbeDialog::followRun() {
    if (state_ != State::running) return;
    const ProbeReport& report = runner_.report();
    const QString name = report.devices.empty() ? QString() : toQt(report.devices.front().name);
    title_->setText(host_only_       ? tr("Measuring the host processor, not a GPU")
                    : name.isEmpty() ? tr("Measuring")
                                     : tr("Measuring GPU %1, %2").arg(device_->value()).arg(name));
    message_->setText({});
    progress_->setValue(static_cast<int>(100.0 * runner_.progress()));
    if (const std::optional<ProbeStage>& stage = runner_.stage())
        progress_text_->setText(tr("step %1 of %2: %3, about %4 s left")
                                    .arg(stage->index)
                                    .arg(stage->of)
                                    .arg(toQt(probe_stage_label(stage->name, session_.language())))
                                    .arg(static_cast<int>(runner_.secondsLeft() + 0.999)));
    if (report.results.size() != shown_) showResults();
}

void ProbeDialog::showEnd() {
    const ProbeReport& report = runner_.report();
    showResults();
    if (report.error) return showFailure(*report.error);
    setState(State::measured);
    const auto trusted = std::ranges::count_if(report.results, &ProbeResult::trusted);
    glyph_->setPixmap(glyphPixmap(Verdict::fits, themeOf(*this), head_glyph, devicePixelRatioF()));
    const QString name = report.devices.empty() ? tr("nothing") : toQt(report.devices.front().name);
    title_->setText(tr("Measured: %1").arg(name));
    QString text = tr("%1 of %2 results can be trusted; the others are shown with the reason.")
                       .arg(trusted)
                       .arg(report.results.size());
    if (host_only_) text += QLatin1Char(' ') + tr("This is the host processor, not a GPU.");
    if (report.refused > 0)
        text += QLatin1Char(' ') + tr("%1 lines said what cannot be.").arg(report.refused);
    message_->setText(text);
}

void ProbeDialog::showFailure(const ProbeError& error) {
    setState(State::failed);
    glyph_->setPixmap(
        glyphPixmap(Verdict::does_not_fit, themeOf(*this), head_glyph, devicePixelRatioF()));
    const bool cancelled = error.code == "cancelled", busy = error.code == "other_process";
    title_->setText(cancelled ? tr("Measuring was cancelled.")
                    : busy    ? tr("The GPU is in use.")
                              : tr("The GPU could not be measured."));
    const std::string sentence = probe_error_sentence(error.code, session_.language());
    message_->setText(toQt(sentence.empty() ? error.message : sentence));
    details_->setText(details());
    results_->setVisible(!runner_.report().results.empty()); // measured before it went wrong
    anyway_->setVisible(busy);
    host_->setVisible(!host_only_ && isWithoutGpu(error.code) && error.code != "not_installed");
    runs_->setVisible(isWithoutGpu(error.code));
}

QString ProbeDialog::details() const {
    const ProbeReport& report = runner_.report();
    QString text = tr("headroom-probe: exit %1, after %2 s")
                       .arg(runner_.exitStatus())
                       .arg(runner_.seconds(), 0, 'f', 1);
    if (report.error)
        text += QLatin1Char('\n') + toQt(report.error->code + ": " + report.error->message);
    return text;
}

void ProbeDialog::showChanges() {
    auto* dialog = new ProbeCalibrationDialog(session_, runner_.report(), this);
    connect(dialog, &QDialog::accepted, this, [this] {
        stays_->setText(tr("The plan uses the calibration. Plan, Calibration switches it off."));
    });
    dialog->open();
}

void ProbeDialog::copyDetails() {
    const TableView table = probe_table(runner_.report(), session_.language());
    QGuiApplication::clipboard()->setText(details() + QLatin1Char('\n') + tabSeparated(table));
}

bool ProbeDialog::saveTo(const QString& path) {
    QFile report(runner_.reportFile());
    std::optional<Problem> problem;
    if (report.open(QIODevice::ReadOnly))
        problem = write_file(QFileInfo(path).filesystemFilePath(), report.readAll().toStdString());
    else
        problem = error(path.toStdString(), "the results are not there any more");
    stays_->setText(problem ? toQt(problem_line(*problem, session_.language()))
                            : tr("Saved %1. headroom-cli calibrate makes a calibration of it.")
                                  .arg(QFileInfo(path).fileName()));
    return !problem;
}

void ProbeDialog::save() {
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the results of the probe"),
                                     QStringLiteral("probe.json"), tr("JSON files (*.json)"));
    if (!path.isEmpty()) saveTo(path);
}

void ProbeDialog::showResults() {
    const ProbeReport& report = runner_.report();
    shown_ = report.results.size();
    showTable(*results_, probe_table(report, session_.language()), words_of_results);
    for (int row = 0; row < results_->rowCount(); ++row) {
        const auto place = static_cast<std::size_t>(row);
        const bool skipped = place >= report.results.size();
        const Verdict verdict = skipped                           ? Verdict::not_legal
                                : report.results[place].trusted() ? Verdict::fits
                                                                  : Verdict::tight;
        QTableWidgetItem* const cell = results_->item(row, verdict_column);
        cell->setIcon(QIcon(glyphPixmap(verdict, themeOf(*this), row_glyph, devicePixelRatioF())));
        cell->setToolTip(cell->text());
    }
    results_->resizeColumnsToContents();
    results_->scrollToBottom();
}

} // namespace headroom
