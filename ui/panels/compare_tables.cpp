#include "ui/panels/compare_tables.hpp"

#include "ui/panels/swatch.hpp"
#include "ui/widgets/paint.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableWidget>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

enum Column : std::uint8_t {
    name_column,
    a_column,
    b_column,
    change_column,
    share_column,
    bar_column
};
constexpr int row_height = 18, bar_width = 64, bar_height = 9, gap = 24;
constexpr int change_role = Qt::UserRole,
              term_role = Qt::UserRole + 1; // share of the largest; term

/// Less to the left, more to the right of a middle line.
class ChangeBar final : public QStyledItemDelegate {
  public:
    ChangeBar(QObject* parent, TermStyle (Theme::*style)(std::size_t) const)
        : QStyledItemDelegate(parent), style_(style) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Theme& theme = themeOf(*option.widget);
        const double middle = std::round(option.rect.center().x()) + 0.5;
        const double change = index.data(change_role).toDouble();
        const double length = change * (option.rect.width() / 2.0 - 4.0);
        const TermStyle term =
            (theme.*style_)(static_cast<std::size_t>(index.data(term_role).toULongLong()));
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(theme.line2, 1.0));
        painter->drawLine(QPointF(middle, option.rect.top()),
                          QPointF(middle, option.rect.bottom()));
        const QRectF bar(std::min(middle, middle + length),
                         option.rect.center().y() - bar_height / 2.0, std::abs(length), bar_height);
        if (bar.width() > 0.5) {
            painter->fillRect(bar, term.fill);
            painter->setPen(QPen(term.edge, 1.0));
            painter->drawRect(bar);
        }
        painter->restore();
    }

  private:
    TermStyle (Theme::*style_)(std::size_t) const;
};

bool isZero(const ComparisonRow& row) { return row.equal && row.a == "0"; }

double largestChange(const std::vector<ComparisonRow>& rows) {
    double largest = 0.0;
    for (const ComparisonRow& row : rows)
        largest = std::max(largest, std::abs(row.change));
    return largest;
}

QTableWidgetItem* cell(const std::string& text, bool is_word, const QColor& colour, bool bold) {
    auto* item = new QTableWidgetItem(toQt(text));
    item->setTextAlignment((is_word ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    item->setForeground(colour);
    if (bold) {
        QFont font;
        font.setWeight(QFont::DemiBold);
        item->setFont(font);
    }
    return item;
}

} // namespace

CompareTables::CompareTables(QWidget* parent)
    : QWidget(parent), memory_(makeTable(tr("VRAM by term, GiB"))),
      step_(makeTable(tr("Step time by term, s"))), result_(makeTable(tr("Result"))),
      settings_(new QLabel) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    auto* last = new QVBoxLayout;
    last->addWidget(result_, 1);
    last->addWidget(settings_);
    settings_->setWordWrap(true);
    settings_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    memory_->setItemDelegateForColumn(bar_column, new ChangeBar(memory_, &Theme::memoryPiece));
    step_->setItemDelegateForColumn(bar_column, new ChangeBar(step_, &Theme::stepPiece));
    row->addWidget(memory_, 1);
    row->addWidget(step_, 1);
    row->addLayout(last, 1);
}

QTableWidget* CompareTables::makeTable(const QString& name) {
    auto* table = new QTableWidget;
    table->setAccessibleName(name);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(row_height);
    table->verticalHeader()->setMinimumSectionSize(row_height);
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

void CompareTables::show(const Comparison& comparison, const Names& names) {
    fill(*memory_, comparison.memory, names, &Theme::memoryPiece);
    fill(*step_, comparison.step, names, &Theme::stepPiece);
    fill(*result_, comparison.result, names, nullptr);
    settings_->setText(
        comparison.settings.empty()
            ? tr("No setting differs.")
            : tr("Settings that differ: %1. Nothing else.").arg(toQt(comparison.settings)));
}

void CompareTables::fill(QTableWidget& table, const std::vector<ComparisonRow>& rows,
                         const Names& names, TermStyle (Theme::*style_of)(std::size_t) const) {
    const Theme& theme = themeOf(*this);
    const double largest = largestChange(rows);
    table.setRowCount(0);
    table.setColumnCount(style_of != nullptr ? bar_column + 1 : bar_column);
    QStringList titles{table.accessibleName(), names.a, names.b,
                       QStringLiteral("%1 − %2").arg(names.b, names.a), tr("%")};
    if (style_of != nullptr) titles << tr("less | more");
    table.setHorizontalHeaderLabels(titles);
    for (int column = 0; column < table.columnCount(); ++column)
        table.horizontalHeaderItem(column)->setTextAlignment((column == name_column ? Qt::AlignLeft
                                                              : column == bar_column
                                                                  ? Qt::AlignHCenter
                                                                  : Qt::AlignRight) |
                                                             Qt::AlignVCenter);
    for (std::size_t term = 0; term < rows.size(); ++term) {
        const ComparisonRow& row = rows[term];
        if (isZero(row)) continue;
        const int at = table.rowCount();
        table.insertRow(at);
        const QColor quiet = row.equal ? theme.ink3 : theme.ink;
        auto* name = cell(row.name, true, quiet, false);
        if (style_of != nullptr)
            name->setIcon(QIcon(swatchOf((theme.*style_of)(term), devicePixelRatioF())));
        table.setItem(at, name_column, name);
        table.setItem(at, a_column, cell(row.a, false, quiet, false));
        table.setItem(at, b_column, cell(row.b, false, quiet, false));
        table.setItem(at, change_column, cell(row.difference, false, quiet, !row.equal));
        table.setItem(at, share_column, cell(row.share, false, quiet, !row.equal));
        if (style_of == nullptr) continue;
        auto* bar = new QTableWidgetItem;
        bar->setData(change_role, largest > 0.0 ? row.change / largest : 0.0);
        bar->setData(term_role, QVariant::fromValue<qulonglong>(term));
        table.setItem(at, bar_column, bar);
    }
    table.resizeColumnsToContents();
    if (style_of != nullptr)
        table.setColumnWidth(bar_column, std::max(bar_width, table.columnWidth(bar_column)));
    table.horizontalHeader()->setSectionResizeMode(name_column, QHeaderView::Stretch);
}

} // namespace headroom
