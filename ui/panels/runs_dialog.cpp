#include "ui/panels/runs_dialog.hpp"

#include "core/base/unit_text.hpp"
#include "core/io/unit_json.hpp"
#include "core/present/runs_view.hpp"
#include "core/present/wording.hpp"
#include "ui/panels/quantity_field.hpp"
#include "ui/panels/text_table.hpp"
#include "ui/widgets/form_foot.hpp"
#include "ui/widgets/paint.hpp"
#include "ui/widgets/problem_dialog.hpp"

#include <QClipboard>
#include <QDate>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QShortcut>
#include <QTabWidget>
#include <QTableWidget>

#include <cmath>

namespace headroom {

namespace {

constexpr QSize usual_size(1180, 780);
constexpr int gap = 8, least_field = 300, tabs_height = 420, factors_height = 180;
constexpr int words_of_factors = 2;
constexpr int conditions_column = 1, words_of_runs = 2, widest_conditions = 280;

/// With every digit, so that editing one field rounds no other.
template <class Q>
std::string written(Q value) {
    return value > Q{} ? exact_text(value) : std::string();
}

} // namespace

RunForm::RunForm(const Session& session, MeasuredRun run, QWidget* parent)
    : QDialog(parent), run_(std::move(run)), plan_(plan_of(run_, session.scenario())) {
    setWindowTitle(tr("Measured run"));
    auto* form = new QFormLayout(this);
    auto* conditions = new QLabel(toQt(settings_line(plan_, session.language())) +
                                  QStringLiteral(", ") + toQt(gpu_label(plan_.cluster.gpu)));
    conditions->setWordWrap(true);
    form->addRow(tr("Conditions"), conditions);
    addFields();
    foot_ = new FormFoot(tr("Log"), *this);
    form->addRow(foot_);
}

void RunForm::addFields() {
    name_ = addField(tr("&Name"), tr("mixed precision off"), run_.name);
    date_ = addField(tr("&Date"), QStringLiteral("2026-11-30"), run_.date);
    step_time_ = addField(tr("&Step time"), tr("2 s, or 98000 tokens/s of all GPUs"),
                          written(run_.step_time));
    process_ = addField(tr("VRAM in nvidia-s&mi"), tr("66 GiB"), written(run_.memory.process));
    reserved_ = addField(tr("VRAM &reserved"), tr("62 GiB"), written(run_.memory.reserved));
    allocated_ = addField(tr("VRAM &allocated"), tr("58 GiB"), written(run_.memory.allocated));
    const bool judged = run_.quality.has_value();
    metric_ = addField(tr("&Quality metric"), tr("validation loss"),
                       judged ? run_.quality->metric : std::string());
    value_ = addField(tr("its &value"), QStringLiteral("2.31"),
                      judged ? exact_number(run_.quality->value) : std::string());
    notes_ = addField(tr("No&tes"), tr("seed, driver, what else ran"), run_.notes);
}

QLineEdit* RunForm::addField(const QString& label, const QString& example,
                             const std::string& value) {
    auto* field = new QLineEdit(toQt(value));
    field->setPlaceholderText(example);
    field->setMinimumWidth(least_field);
    field->setAccessibleName(withoutMnemonic(label));
    static_cast<QFormLayout*>(layout())->addRow(label, field);
    return field;
}

Problems RunForm::readFields() {
    Problems problems;
    const auto quantity = [&problems](const QLineEdit* field, auto& target, auto parse) {
        std::optional<std::remove_reference_t<decltype(target)>> value;
        readField(field, value, parse, problems);
        target = value.value_or(std::remove_reference_t<decltype(target)>{});
    };
    const auto text = [](const QLineEdit* field) { return field->text().trimmed().toStdString(); };
    run_.name = text(name_);
    run_.date = text(date_);
    run_.notes = text(notes_);
    quantity(step_time_, run_.step_time,
             [this](const std::string& typed) { return parse_step(typed, plan_); });
    quantity(process_, run_.memory.process, parse_bytes);
    quantity(reserved_, run_.memory.reserved, parse_bytes);
    quantity(allocated_, run_.memory.allocated, parse_bytes);
    run_.quality.reset();
    const std::string metric = text(metric_), value = text(value_);
    if (metric.empty() && value.empty()) return problems;
    bool is_number = false;
    const double number = value_->text().trimmed().toDouble(&is_number); // in the C locale
    if (metric.empty())
        problems.push_back(error(metric_->accessibleName().toStdString(),
                                 tr("says what was measured").toStdString()));
    if (!is_number || !(std::abs(number) < largest_quantity))
        problems.push_back(
            error(value_->accessibleName().toStdString(), tr("is not a number").toStdString()));
    else
        run_.quality = MeasuredQuality{metric, number};
    return problems;
}

void RunForm::accept() {
    const Problems problems = readFields();
    if (problems.empty()) return QDialog::accept();
    foot_->showProblems(problems);
}

RunsDialog::RunsDialog(Session& session, QWidget* parent)
    : QDialog(parent), session_(session), runs_(makeTextTable(tr("Measured runs"))),
      questions_(makeTextTable(tr("What the runs answer"))),
      factors_(makeTextTable(tr("What the runs teach"))), notes_(new QLabel), lesson_(new QLabel),
      log_(new QPushButton(tr("&Log a run…"))), file_(new QPushButton(tr("Add from &file…"))),
      paste_(new QPushButton(tr("Pa&ste"))), edit_(new QPushButton(tr("&Edit…"))),
      remove_(new QPushButton(tr("&Remove"))), plan_(new QPushButton(tr("Show its &plan"))),
      use_(new QPushButton(tr("&Use as calibration"))) {
    setAttribute(Qt::WA_DeleteOnClose);
    setAcceptDrops(true);
    setWindowTitle(tr("Measured runs"));
    resize(usual_size);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(gap);
    auto* hint = new QLabel(tr("Runs that were measured beside the plan, each under its own "
                               "conditions. They are saved in the scenario and printed in the "
                               "memo. Drop a table (CSV) or a training log here to add its runs."));
    hint->setWordWrap(true);
    column->addWidget(hint);
    column->addWidget(runs_, 1);
    column->addLayout(makeButtons());
    notes_->setWordWrap(true);
    column->addWidget(notes_);
    column->addWidget(makeTabs());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    connect(runs_, &QTableWidget::itemDoubleClicked, this, &RunsDialog::editRun);
    connect(runs_, &QTableWidget::itemSelectionChanged, this, &RunsDialog::followChoice);
    connect(&session_, &Session::settled, this, &RunsDialog::refresh);
    refresh();
}

QLayout* RunsDialog::makeButtons() {
    auto* row = new QHBoxLayout;
    for (QPushButton* button : {log_, file_, paste_, edit_, remove_, plan_}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    row->addStretch();
    paste_->setToolTip(tr("Adds the runs of a table or a log whose text was copied"));
    connect(log_, &QPushButton::clicked, this, &RunsDialog::logRun);
    connect(file_, &QPushButton::clicked, this, &RunsDialog::chooseFile);
    connect(paste_, &QPushButton::clicked, this, &RunsDialog::pasteClipboard);
    connect(new QShortcut(QKeySequence::Paste, this), &QShortcut::activated, this,
            &RunsDialog::pasteClipboard);
    connect(edit_, &QPushButton::clicked, this, &RunsDialog::editRun);
    connect(remove_, &QPushButton::clicked, this, &RunsDialog::removeRun);
    connect(plan_, &QPushButton::clicked, this, &RunsDialog::showPlan);
    return row;
}

QWidget* RunsDialog::makeLesson() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    factors_->setFixedHeight(factors_height);
    column->addWidget(factors_);
    lesson_->setWordWrap(true);
    lesson_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(lesson_, 1, Qt::AlignTop);
    auto* row = new QHBoxLayout;
    use_->setAutoDefault(false);
    use_->setToolTip(tr("Predictions of plans on this GPU take what the runs taught; undo takes it "
                        "back"));
    row->addWidget(use_);
    row->addStretch();
    column->addLayout(row);
    connect(use_, &QPushButton::clicked, this, &RunsDialog::useAsCalibration);
    return page;
}

QWidget* RunsDialog::makeTabs() {
    auto* tabs = new QTabWidget;
    tabs->setFixedHeight(tabs_height);
    tabs->addTab(makeLesson(), tr("What the runs &teach"));
    tabs->addTab(questions_, tr("What they &answer; without runs, what is predicted"));
    return tabs;
}

QString RunsDialog::lesson() const { return lesson_->text(); }

void RunsDialog::followChoice() {
    for (QPushButton* button : {edit_, remove_, plan_})
        button->setEnabled(chosen().has_value());
}

void RunsDialog::refresh() {
    const std::optional<std::size_t> place = chosen();
    const RunsView view = runs_view(session_.scenario(), session_.language());
    showTable(*runs_, view.runs, words_of_runs);
    runs_->setColumnWidth(conditions_column,
                          std::min(runs_->columnWidth(conditions_column), widest_conditions));
    showTable(*questions_, view.questions, static_cast<int>(view.questions.columns.size()));
    questions_->horizontalHeader()->setStretchLastSection(true);
    QStringList notes;
    for (const std::string& note : view.notes)
        notes << toQt(note);
    notes_->setText(notes.join(QLatin1Char('\n')));
    notes_->setVisible(!notes.empty());
    if (place && *place < view.runs.rows.size()) runs_->selectRow(static_cast<int>(*place));
    showLesson();
    followChoice();
}

void RunsDialog::showLesson() {
    const RunsLesson lesson = runs_lesson(session_.scenario(), session_.language());
    showTable(*factors_, lesson.factors, words_of_factors);
    factors_->setVisible(!lesson.factors.rows.empty());
    QStringList sentences;
    for (const std::string& sentence : lesson.sentences)
        sentences << toQt(sentence);
    lesson_->setText(sentences.join(QLatin1Char('\n')));
    use_->setEnabled(lesson.teaches);
}

void RunsDialog::useAsCalibration() {
    const std::string today = QDate::currentDate().toString(Qt::ISODate).toStdString();
    RunsLesson lesson = runs_lesson(session_.scenario(), session_.language(), today);
    if (!lesson.teaches) return;
    Scenario next = session_.scenario();
    next.site = Shared(std::move(lesson.site));
    session_.setScenario(std::move(next));
}

std::optional<std::size_t> RunsDialog::chosen() const {
    const QModelIndexList rows = runs_->selectionModel()->selectedRows();
    const bool is_one = rows.size() == 1;
    const auto place = is_one ? static_cast<std::size_t>(rows.front().row()) : 0;
    return is_one && place < session_.scenario().runs.size() ? std::optional(place) : std::nullopt;
}

void RunsDialog::logRun() {
    MeasuredRun run = run_of(session_.scenario());
    run.date = QDate::currentDate().toString(Qt::ISODate).toStdString();
    open(std::move(run), std::nullopt);
}

void RunsDialog::chooseFile() {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Add measured runs from a table or a log"), QString(),
        tr("Tables and logs (*.csv *.log *.txt *.out *.json);;All files (*)"));
    if (!path.isEmpty()) addFile(path);
}

void RunsDialog::addFile(const QString& path) {
    add(read_runs_file(path.toStdString(), session_.scenario(), session_.catalog()), path);
}

void RunsDialog::pasteClipboard() { paste(QGuiApplication::clipboard()->text()); }

void RunsDialog::paste(const QString& text) {
    const QString name = tr("pasted text");
    add(read_runs(text.toStdString(), name.toStdString(), session_.scenario(), session_.catalog()),
        name);
}

void RunsDialog::add(const RunsResult& result, const QString& file) {
    std::vector<MeasuredRun> runs = session_.scenario().runs;
    for (const ReadRun& read : result.runs) {
        if (runs.size() >= decision_limits::runs) break;
        MeasuredRun run = read.run;
        if (run.name.empty()) run.name = QFileInfo(file).completeBaseName().toStdString();
        if (run.date.empty()) run.date = QDate::currentDate().toString(Qt::ISODate).toStdString();
        run.notes = words_of_log(read.logged, session_.language());
        runs.push_back(std::move(run));
    }
    if (!result.runs.empty()) commit(std::move(runs));
    if (result.problems.empty()) return;
    FileProblems found;
    found.file = file;
    found.opened = !result.runs.empty();
    found.problems = result.problems;
    found.language = session_.language();
    auto* dialog = new ProblemDialog(found, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void RunsDialog::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText()) event->acceptProposedAction();
}

void RunsDialog::dropEvent(QDropEvent* event) {
    const QMimeData& dropped = *event->mimeData();
    if (!dropped.hasUrls()) return paste(dropped.text());
    for (const QUrl& url : dropped.urls())
        if (url.isLocalFile()) addFile(url.toLocalFile());
}

void RunsDialog::editRun() {
    if (const auto place = chosen()) open(session_.scenario().runs[*place], place);
}

void RunsDialog::open(MeasuredRun run, std::optional<std::size_t> place) {
    auto* form = new RunForm(session_, std::move(run), this);
    form->setAttribute(Qt::WA_DeleteOnClose);
    connect(form, &QDialog::accepted, this, [this, form, place] {
        std::vector<MeasuredRun> runs = session_.scenario().runs;
        if (place && *place < runs.size())
            runs[*place] = form->run();
        else
            runs.push_back(form->run());
        commit(std::move(runs));
    });
    form->open();
}

void RunsDialog::removeRun() {
    const auto place = chosen();
    if (!place) return;
    std::vector<MeasuredRun> runs = session_.scenario().runs;
    runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(*place));
    commit(std::move(runs));
}

void RunsDialog::showPlan() {
    if (const auto place = chosen())
        session_.setScenario(plan_of(session_.scenario().runs[*place], session_.scenario()));
}

void RunsDialog::commit(std::vector<MeasuredRun> runs) {
    Scenario next = session_.scenario();
    next.runs = std::move(runs);
    session_.setScenario(std::move(next));
}

} // namespace headroom
