#include "ui/panels/accuracy_page.hpp"

#include "core/io/catalog_reader.hpp"
#include "core/io/measurements_csv.hpp"
#include "core/present/accuracy.hpp"
#include "ui/panels/text_table.hpp"
#include "ui/widgets/paint.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QThread>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

namespace {

constexpr int padding = 14, gap = 8;

struct Comparison {
    ValidationReport report;
    Problems problems;
};

/// Every CSV of the folder, in the order of their names.
Comparison compareShippedRuns(const Catalog& catalog) {
    Comparison result;
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    const auto folder = presets_directory() / "measurements";
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
        if (entry.path().extension() == ".csv") files.push_back(entry.path());
    if (failed) result.problems.push_back(error(folder.string(), failed.message()));
    std::ranges::sort(files);
    std::vector<Measurement> rows;
    for (const auto& file : files) {
        MeasurementsResult read = read_measurements_file(file);
        std::ranges::move(read.rows, std::back_inserter(rows));
        std::ranges::move(read.problems, std::back_inserter(result.problems));
    }
    result.report = compare_with_measurements(rows, catalog);
    return result;
}

QLabel* heading(const QString& text) {
    auto* label = new QLabel(text);
    label->setFont(scaledFont(label->font(), 1.0, QFont::DemiBold));
    return label;
}

} // namespace

AccuracyPage::AccuracyPage(const Session& session, QWidget* parent)
    : QWidget(parent), session_(session), words_(new QLabel(tr("Comparing with measured runs…"))),
      totals_(makeTextTable(tr("Errors in all"))), sources_(makeTextTable(tr("Errors by source"))),
      skipped_(makeTextTable(tr("Runs not compared"))) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("How good is this?"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(padding, gap, padding, gap);
    column->setSpacing(gap);
    auto* title = new QLabel(tr("How good is this? Predicted against measured"));
    title->setFont(scaledFont(font(), type_scale::chart_title, QFont::DemiBold));
    words_->setWordWrap(true);
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(title);
    column->addWidget(words_);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(2 * padding);
    grid->addWidget(heading(tr("By source, the largest errors first")), 0, 0);
    grid->addWidget(heading(tr("In all")), 0, 1);
    grid->addWidget(sources_, 1, 0, 3, 1);
    grid->addWidget(totals_, 1, 1);
    grid->addWidget(heading(tr("Not compared")), 2, 1);
    grid->addWidget(skipped_, 3, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    column->addLayout(grid, 1);
}

AccuracyPage::~AccuracyPage() {
    if (thread_ != nullptr) thread_->wait();
}

void AccuracyPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (thread_ == nullptr) start();
}

void AccuracyPage::start() {
    const auto result = std::make_shared<Comparison>();
    const Catalog& catalog = session_.catalog(); // read-only, and outlives the page
    thread_ = QThread::create([result, &catalog] { *result = compareShippedRuns(catalog); });
    thread_->setParent(this);
    connect(thread_, &QThread::finished, this,
            [this, result] { showReport(result->report, result->problems); });
    thread_->start();
}

void AccuracyPage::showReport(const ValidationReport& report, const Problems& problems) {
    const AccuracyView view = accuracy_view(report, session_.language());
    QStringList lines;
    for (const Problem& problem : problems)
        lines << toQt(to_line(problem));
    if (report.rows == 0) lines << tr("No measured runs could be read.");
    if (report.rows > 0)
        for (const std::string& sentence : view.sentences)
            lines << toQt(sentence);
    words_->setText(lines.join(QLatin1Char('\n')));
    showTable(*totals_, view.totals, 2);
    showTable(*sources_, view.sources, 2);
    showTable(*skipped_, view.skipped, 1);
    table_ = view.sources;
    emit compared();
}

} // namespace headroom
