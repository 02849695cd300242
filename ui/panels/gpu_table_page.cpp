#include "ui/panels/gpu_table_page.hpp"

#include "ui/panels/text_table.hpp"
#include "ui/widgets/choice_box.hpp"
#include "ui/widgets/paint.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <cmath>

namespace headroom {

namespace {

constexpr int padding = 14, gap = 8, sort_width = 230;
constexpr int step_column = 3; // sorted by it at first
constexpr int sort_role = Qt::UserRole, id_role = Qt::UserRole + 1;

/// Sorted by its number; what is not known comes last in both orders.
class CriteriaItem final : public QTableWidgetItem {
  public:
    using QTableWidgetItem::QTableWidgetItem;
    bool operator<(const QTableWidgetItem& other) const override {
        const double a = data(sort_role).toDouble(), b = other.data(sort_role).toDouble();
        if (!std::isfinite(a) && !std::isfinite(b)) return text() < other.text();
        const bool descending =
            tableWidget() != nullptr &&
            tableWidget()->horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder;
        if (!std::isfinite(a) || !std::isfinite(b)) return std::isfinite(a) != descending;
        return a < b;
    }
};

std::string columnId(std::size_t column) { return std::to_string(column); }

} // namespace

GpuTablePage::GpuTablePage(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), subtitle_(new QLabel), sort_(new ChoiceBox),
      table_(makeTextTable(tr("GPUs over five criteria"))) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusProxy(table_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(padding, gap, padding, gap);
    column->setSpacing(gap);
    auto* head = new QHBoxLayout;
    auto* title = new QLabel(tr("GPUs over five criteria"));
    title->setFont(scaledFont(font(), type_scale::chart_title, QFont::DemiBold));
    head->addWidget(title, 1);
    auto* label = new QLabel(tr("Sort &by"));
    label->setBuddy(sort_);
    sort_->setFixedWidth(sort_width);
    sort_->setAccessibleName(tr("Sort by"));
    head->addWidget(label);
    head->addWidget(sort_);
    column->addLayout(head);
    subtitle_->setWordWrap(true);
    column->addWidget(subtitle_);
    column->addWidget(table_, 1);
    table_->horizontalHeader()->setSectionsClickable(true);
    table_->horizontalHeader()->setSortIndicatorShown(true);
    connect(table_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
            &GpuTablePage::sortBy);
    connect(table_, &QTableWidget::cellActivated, this, &GpuTablePage::focusRow);
    connect(sort_, &ChoiceBox::chosen, this, [this](const QString& id) {
        table_->horizontalHeader()->setSortIndicator(id.toInt(), Qt::AscendingOrder);
    });
    connect(&session_, &Session::changed, this, &GpuTablePage::refresh);
}

void GpuTablePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (behind_) refresh();
}

void GpuTablePage::refresh() {
    behind_ = !isVisible();
    if (behind_) return;
    fill(criteria_table(session_.shown(), session_.points(), session_.language()));
    table_->setEnabled(!session_.isStale());
}

void GpuTablePage::fill(const CriteriaTable& content) {
    subtitle_->setText(toQt(content.subtitle));
    nameColumns(content);
    table_->setRowCount(static_cast<int>(content.rows.size()));
    for (std::size_t row = 0; row < content.rows.size(); ++row)
        fillRow(static_cast<int>(row), content.rows[row], content);
    const QHeaderView* header = table_->horizontalHeader();
    table_->sortItems(header->sortIndicatorSection(), header->sortIndicatorOrder());
    table_->resizeColumnsToContents();
}

// The criterion stands above the first of its columns; what a column is, with its unit, is told
// beside the pointer and in the box.
void GpuTablePage::nameColumns(const CriteriaTable& content) {
    QHeaderView& header = *table_->horizontalHeader();
    const QSignalBlocker quiet(sort_), quiet_header(header);
    const bool is_first_time = table_->columnCount() == 0;
    table_->setColumnCount(static_cast<int>(content.columns.size()));
    if (is_first_time) header.setSortIndicator(step_column, Qt::AscendingOrder);
    const Language language = session_.language();
    std::vector<Choice> choices;
    Criterion before = Criterion::gpu;
    for (std::size_t i = 0; i < content.columns.size(); ++i) {
        const CriteriaColumn& column = content.columns[i];
        const std::string word =
            column.criterion == before ? "" : criterion_word(column.criterion, language);
        before = column.criterion;
        auto* item = new QTableWidgetItem(toQt(word + "\n" + column.title));
        item->setTextAlignment((column.is_number ? Qt::AlignRight : Qt::AlignLeft) |
                               Qt::AlignVCenter);
        const std::string name = criterion_name(column.criterion, language);
        const std::string full = name.empty() ? column.full : name + ": " + column.full;
        item->setToolTip(toQt(full));
        table_->setHorizontalHeaderItem(static_cast<int>(i), item);
        choices.push_back({columnId(i), toQt(full)});
    }
    sort_->setChoices(choices);
    sort_->showChoice(columnId(static_cast<std::size_t>(header.sortIndicatorSection())), {});
}

void GpuTablePage::fillRow(int row, const CriteriaRow& content, const CriteriaTable& table) {
    const Theme& theme = themeOf(*this);
    for (std::size_t i = 0; i < content.cells.size(); ++i) {
        const CriteriaCell& cell = content.cells[i];
        auto* item = new CriteriaItem(toQt(cell.text));
        item->setData(sort_role, cell.sort_key);
        item->setData(id_role, toQt(content.gpu));
        item->setTextAlignment((table.columns[i].is_number ? Qt::AlignRight : Qt::AlignLeft) |
                               Qt::AlignVCenter);
        if (cell.is_best || (content.focus && i == 0))
            item->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
        if (content.focus) item->setBackground(theme.accbg);
        table_->setItem(row, static_cast<int>(i), item);
    }
}

void GpuTablePage::sortBy(int column, Qt::SortOrder order) {
    table_->sortItems(column, order);
    const QSignalBlocker quiet(sort_);
    sort_->showChoice(columnId(static_cast<std::size_t>(column)), {});
}

void GpuTablePage::focusRow(int row) {
    if (const QTableWidgetItem* item = table_->item(row, 0))
        session_.setGpu(item->data(id_role).toString().toStdString());
}

TableView GpuTablePage::plain() const {
    TableView plain =
        plain_table(criteria_table(session_.shown(), session_.points(), session_.language()),
                    session_.language());
    plain.rows.clear();
    for (int row = 0; row < table_->rowCount(); ++row) {
        std::vector<std::string> cells;
        for (int column = 0; column < table_->columnCount(); ++column)
            cells.push_back(table_->item(row, column)->text().toStdString());
        plain.rows.push_back(std::move(cells));
    }
    return plain;
}

} // namespace headroom
