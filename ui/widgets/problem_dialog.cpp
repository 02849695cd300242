#include "ui/widgets/problem_dialog.hpp"

#include "core/present/problem_text.hpp"
#include "ui/widgets/file_editor.hpp"
#include "ui/widgets/paint.hpp"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableWidget>

namespace headroom {

namespace {

constexpr int head_glyph = 18, row_glyph = 14;
constexpr int dialog_width = 720, dialog_height = 360;
enum Column : std::uint8_t { glyph_column, line_column, place_column, text_column, column_count };

Verdict glyphOf(Severity severity) {
    return severity == Severity::error ? Verdict::does_not_fit : Verdict::tight;
}

QTableWidgetItem* cell(const QString& text) {
    auto* item = new QTableWidgetItem(text);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
    return item;
}

} // namespace

ProblemPlace placeOf(const Problem& problem) {
    static const QRegularExpression with_line(QStringLiteral("^(.*?):(\\d+)(?::\\s*(.*))?$"));
    static const QRegularExpression without_line(QStringLiteral("^(.*?):\\s+(/.*)$"));
    const QString where = toQt(problem.where);
    if (const auto match = with_line.match(where); match.hasMatch())
        return {match.captured(1), match.captured(2), match.captured(3)};
    if (const auto match = without_line.match(where); match.hasMatch())
        return {match.captured(1), {}, match.captured(2)};
    return where.startsWith(QLatin1Char('/')) ? ProblemPlace{{}, {}, where}
                                              : ProblemPlace{where, {}, {}};
}

ProblemDialog::ProblemDialog(const FileProblems& found, QWidget* parent)
    : QDialog(parent), file_(found.file), table_(makeTable(found)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Problems in %1").arg(QFileInfo(found.file).fileName()));
    resize(dialog_width, dialog_height);
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeHead(found));
    column->addWidget(table_, 1);
    column->addWidget(makeButtons(found));
}

QWidget* ProblemDialog::makeHead(const FileProblems& found) {
    const auto errors =
        static_cast<int>(std::ranges::count(found.problems, Severity::error, &Problem::severity));
    const int warnings = static_cast<int>(found.problems.size()) - errors;
    QStringList counts;
    if (errors > 0) counts << (errors == 1 ? tr("1 error") : tr("%1 errors").arg(errors));
    if (warnings > 0) counts << (warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(warnings));
    const QString name = QFileInfo(found.file).fileName();
    headline_ = found.opened
                    ? tr("%1 was opened: %2.").arg(name, counts.join(QStringLiteral(", ")))
                    : tr("%1 was not opened: %2.").arg(name, counts.join(QStringLiteral(", ")));
    auto* head = new QWidget;
    auto* grid = new QGridLayout(head);
    grid->setContentsMargins(0, 0, 0, 0);
    auto* glyph = new QLabel;
    glyph->setPixmap(glyphPixmap(found.opened ? Verdict::tight : Verdict::does_not_fit,
                                 themeOf(*this), head_glyph, devicePixelRatioF()));
    auto* title = new QLabel(headline_);
    title->setFont(scaledFont(font(), type_scale::verdict, QFont::DemiBold));
    auto* stays = new QLabel(found.opened ? tr("All problems are listed.")
                                          : tr("The plan in use is unchanged. All problems are "
                                               "listed, not only the first."));
    stays->setWordWrap(true);
    grid->addWidget(glyph, 0, 0);
    grid->addWidget(title, 0, 1);
    grid->addWidget(stays, 1, 1);
    grid->setColumnStretch(1, 1);
    return head;
}

QTableWidget* ProblemDialog::makeTable(const FileProblems& found) {
    auto* table = new QTableWidget(static_cast<int>(found.problems.size()), column_count);
    table->setHorizontalHeaderLabels({QString(), tr("line"), tr("where"), tr("problem")});
    table->setAccessibleName(tr("Problems"));
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    table->setWordWrap(true);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    for (int row = 0; row < table->rowCount(); ++row) {
        const Problem& problem = found.problems[static_cast<std::size_t>(row)];
        const ProblemPlace place = placeOf(problem);
        auto* glyph = cell({});
        glyph->setIcon(QIcon(glyphPixmap(glyphOf(problem.severity), themeOf(*this), row_glyph,
                                         devicePixelRatioF())));
        glyph->setToolTip(problem.severity == Severity::error ? tr("error") : tr("warning"));
        table->setItem(row, glyph_column, glyph);
        table->setItem(row, line_column, cell(place.line));
        auto* where = cell(place.pointer);
        where->setFont(monospaceFont());
        table->setItem(row, place_column, where);
        table->setItem(row, text_column,
                       cell(toQt(problem_sentence(problem.message, found.language))));
    }
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->resizeColumnsToContents();
    table->resizeRowsToContents();
    return table;
}

QWidget* ProblemDialog::makeButtons(const FileProblems& found) {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto* reload = new QPushButton(tr("Reload"));
    auto* copy = new QPushButton(tr("Copy list"));
    auto* close = new QPushButton(tr("Close"));
    auto* mend = new QPushButton(tr("Open to mend"));
    mend->setToolTip(tr("Opens the plan although it is not legal; the sliders offer ways out"));
    mend->setVisible(found.can_be_mended);
    for (QPushButton* button : {reload, copy, mend})
        button->setAutoDefault(false);
    close->setDefault(true);
    close->setFocus();
    QStringList lines;
    for (const Problem& problem : found.problems)
        lines << toQt(to_report_line(problem));
    const QString list = lines.join(QLatin1Char('\n'));
    connect(reload, &QPushButton::clicked, this, [this] {
        accept();
        emit reloadWanted();
    });
    connect(copy, &QPushButton::clicked, this,
            [list] { QGuiApplication::clipboard()->setText(list); });
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(mend, &QPushButton::clicked, this, [this] {
        accept();
        emit mendWanted();
    });
    addLineButton(*row, found);
    for (QPushButton* button : {reload, copy, mend})
        row->addWidget(button);
    row->addStretch();
    row->addWidget(close);
    return box;
}

void ProblemDialog::addLineButton(QHBoxLayout& row, const FileProblems& found) {
    auto* at_line = new QPushButton;
    at_line->setObjectName(QStringLiteral("open-at-line"));
    at_line->setAutoDefault(false);
    const auto follow = [this, at_line] {
        const int line = selectedLine();
        at_line->setText(line > 0 ? tr("Open at line %1").arg(line) : tr("Open the text"));
    };
    at_line->setVisible(QFileInfo::exists(found.file));
    connect(at_line, &QPushButton::clicked, this, &ProblemDialog::openAtLine);
    connect(table_, &QTableWidget::itemSelectionChanged, at_line, follow);
    connect(table_, &QTableWidget::itemDoubleClicked, this, &ProblemDialog::openAtLine);
    follow();
    row.addWidget(at_line);
}

int ProblemDialog::selectedLine() const {
    const auto lineOf = [this](int row) { return table_->item(row, line_column)->text().toInt(); };
    const int row = table_->currentRow();
    if (row >= 0) return lineOf(row);
    for (int first = 0; first < table_->rowCount(); ++first)
        if (lineOf(first) > 0) return lineOf(first);
    return 0;
}

void ProblemDialog::openAtLine() {
    auto* editor = new FileEditor(file_, selectedLine(), this);
    connect(editor, &FileEditor::saved, this, [this] {
        accept();
        emit reloadWanted();
    });
    editor->open();
}

} // namespace headroom
