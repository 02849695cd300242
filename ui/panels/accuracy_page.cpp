#include "ui/panels/accuracy_page.hpp"

#include "core/io/catalog_reader.hpp"
#include "core/io/measurements_csv.hpp"
#include "core/io/unseen_errors.hpp"
#include "core/present/accuracy.hpp"
#include "core/present/problem_text.hpp"
#include "ui/panels/text_table.hpp"
#include "ui/widgets/paint.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QThread>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

/// What the shipped runs say, and what was found on sources left out when the presets were made.
struct ShippedRuns {
    ValidationReport report;
    std::vector<SourceStatistics> unseen;
    Problems problems;
};

namespace {

constexpr int padding = 14, gap = 8;

/// Every CSV of the folder, in the order of their names.
ShippedRuns compareShippedRuns(const Catalog& catalog) {
    ShippedRuns result;
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
    UnseenErrors unseen = read_unseen_errors(presets_directory() / "unseen_step_time.csv");
    result.unseen = std::move(unseen.sources);
    std::ranges::move(unseen.problems, std::back_inserter(result.problems));
    return result;
}

/// The first column takes what the others leave, so that nothing is to be scrolled sideways.
void fitToRows(QTableWidget& table) {
    QHeaderView* columns = table.horizontalHeader();
    columns->setSectionResizeMode(QHeaderView::ResizeToContents);
    columns->setSectionResizeMode(0, QHeaderView::Stretch);
    table.resizeRowsToContents();
    int height = columns->sizeHint().height() + 2 * table.frameWidth();
    for (int row = 0; row < table.rowCount(); ++row)
        height += table.rowHeight(row);
    table.setFixedHeight(height);
}

} // namespace

AccuracyPage::AccuracyPage(const Session& session, QWidget* parent)
    : QScrollArea(parent), session_(session),
      words_(new QLabel(tr("Comparing with measured runs…"))) {
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setAccessibleName(tr("How good is this?"));
    auto* content = new QWidget;
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(padding, gap, padding, gap);
    column->setSpacing(gap);
    auto* title = new QLabel(tr("How good is this? Predicted against measured"));
    title->setFont(scaledFont(font(), type_scale::chart_title, QFont::DemiBold));
    words_->setWordWrap(true);
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(title);
    column->addWidget(words_);
    totals_ = addTable(*column, tr("Errors in all"));
    regimes_ = addTable(*column, tr("Step time by kind of plan"));
    sources_ = addTable(*column, tr("By source, the largest errors first"));
    unseen_ = addTable(*column, tr("Step time of sources that the constants had not seen"));
    skipped_ = addTable(*column, tr("Runs not compared"));
    column->addStretch();
    setWidget(content);
    setFocusProxy(sources_);
}

QTableWidget* AccuracyPage::addTable(QBoxLayout& column, const QString& title) {
    auto* heading = new QLabel(title);
    heading->setFont(scaledFont(heading->font(), 1.0, QFont::DemiBold));
    QTableWidget* table = makeTextTable(title);
    table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column.addSpacing(gap);
    column.addWidget(heading);
    column.addWidget(table);
    return table;
}

AccuracyPage::~AccuracyPage() {
    if (thread_ != nullptr) thread_->wait();
}

void AccuracyPage::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    if (thread_ == nullptr) start();
}

void AccuracyPage::start() {
    const auto result = std::make_shared<ShippedRuns>();
    const Catalog& catalog = session_.catalog(); // read-only, and outlives the page
    thread_ = QThread::create([result, &catalog] { *result = compareShippedRuns(catalog); });
    thread_->setParent(this);
    connect(thread_, &QThread::finished, this, [this, result] { showReport(*result); });
    thread_->start();
}

void AccuracyPage::showReport(const ShippedRuns& result) {
    const AccuracyView view = accuracy_view(result.report, result.unseen, session_.language());
    QStringList lines;
    for (const Problem& problem : result.problems)
        lines << toQt(problem_line(problem, session_.language()));
    if (result.report.rows == 0) lines << tr("No measured runs could be read.");
    if (result.report.rows > 0)
        for (const std::string& sentence : view.sentences)
            lines << toQt(sentence);
    words_->setText(lines.join(QLatin1Char('\n')));
    showTable(*totals_, view.totals, 2);
    showTable(*regimes_, view.regimes, 1);
    showTable(*sources_, view.sources, 2);
    showTable(*unseen_, view.unseen, 1);
    showTable(*skipped_, view.skipped, 1);
    for (QTableWidget* table : {totals_, regimes_, sources_, unseen_, skipped_})
        fitToRows(*table);
    table_ = view.sources;
    emit compared();
}

} // namespace headroom
