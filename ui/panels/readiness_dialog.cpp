#include "ui/panels/readiness_dialog.hpp"

#include "core/present/readiness.hpp"
#include "ui/widgets/form_foot.hpp"
#include "ui/widgets/paint.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>

#include <algorithm>
#include <functional>

namespace headroom {

namespace {

constexpr QSize usual_size(860, 420);
constexpr int note_width = 220;
enum Column : std::uint8_t { topic, text, note, columns };
constexpr int topic_role = Qt::UserRole;

ReadinessTopic topicOf(const QTableWidgetItem& item) {
    return static_cast<ReadinessTopic>(item.data(topic_role).toInt());
}

} // namespace

ReadinessDialog::ReadinessDialog(std::vector<ReadinessItem> items, Language language,
                                 QWidget* parent)
    : QDialog(parent), language_(language), table_(new QTableWidget) {
    setWindowTitle(tr("Readiness"));
    resize(usual_size);
    auto* column = new QVBoxLayout(this);
    auto* hint = new QLabel(tr("What has to be true before the run starts. Tick, word and note it "
                               "as a team; the memo prints it."));
    hint->setWordWrap(true);
    column->addWidget(hint);
    setUpTable();
    column->addWidget(table_, 1);
    column->addLayout(makeButtons());
    column->addWidget(new FormFoot(tr("Apply"), *this));
    fill(items);
}

void ReadinessDialog::setUpTable() {
    table_->setColumnCount(columns);
    table_->setAccessibleName(tr("Readiness checklist"));
    table_->setHorizontalHeaderLabels({tr("done"), tr("statement"), tr("note")});
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setWordWrap(true);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    QHeaderView& header = *table_->horizontalHeader();
    header.setSectionResizeMode(topic, QHeaderView::ResizeToContents);
    header.setSectionResizeMode(text, QHeaderView::Stretch);
    header.setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->setColumnWidth(note, note_width);
}

QLayout* ReadinessDialog::makeButtons() {
    auto* row = new QHBoxLayout;
    auto* add = new QPushButton(tr("&Add"));
    auto* remove = new QPushButton(tr("&Remove"));
    auto* usual = new QPushButton(tr("&Usual list"));
    for (QPushButton* button : {add, remove, usual}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    row->addStretch();
    connect(add, &QPushButton::clicked, this, [this] {
        addItem({});
        table_->editItem(table_->item(table_->rowCount() - 1, text));
    });
    connect(remove, &QPushButton::clicked, this, &ReadinessDialog::removeChosen);
    connect(usual, &QPushButton::clicked, this, &ReadinessDialog::showUsual);
    return row;
}

void ReadinessDialog::addItem(const ReadinessItem& item) {
    const int row = table_->rowCount();
    table_->insertRow(row);
    auto* first = new QTableWidgetItem(toQt(topic_name(item.topic, language_)));
    first->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    first->setCheckState(item.done ? Qt::Checked : Qt::Unchecked);
    first->setData(topic_role, static_cast<int>(item.topic));
    table_->setItem(row, topic, first);
    table_->setItem(row, text, new QTableWidgetItem(toQt(readiness_text(item, language_))));
    table_->setItem(row, note, new QTableWidgetItem(toQt(item.note)));
}

void ReadinessDialog::removeChosen() {
    std::vector<int> rows;
    const QModelIndexList chosen = table_->selectionModel()->selectedRows();
    for (const QModelIndex& index : chosen)
        rows.push_back(index.row());
    std::ranges::sort(rows, std::greater{}); // from below, so that the others keep their places
    for (const int row : rows)
        table_->removeRow(row);
}

void ReadinessDialog::showUsual() { fill(usual_readiness()); }

void ReadinessDialog::fill(const std::vector<ReadinessItem>& items) {
    table_->setRowCount(0);
    for (const ReadinessItem& item : items)
        addItem(item);
}

std::vector<ReadinessItem> ReadinessDialog::items() const {
    std::vector<ReadinessItem> items;
    for (int row = 0; row < table_->rowCount(); ++row) {
        ReadinessItem item;
        item.topic = topicOf(*table_->item(row, topic));
        const std::string usual = readiness_text(item, language_);
        item.text = table_->item(row, text)->text().trimmed().toStdString();
        if (item.text == usual) item.text.clear();
        item.done = table_->item(row, topic)->checkState() == Qt::Checked;
        item.note = table_->item(row, note)->text().trimmed().toStdString();
        const bool says_something = item.topic != ReadinessTopic::other || !item.text.empty();
        if (says_something) items.push_back(std::move(item));
    }
    return items;
}

} // namespace headroom
