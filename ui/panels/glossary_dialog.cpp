#include "ui/panels/glossary_dialog.hpp"

#include "core/present/glossary.hpp"
#include "ui/panels/text_table.hpp"
#include "ui/widgets/paint.hpp"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace headroom {

namespace {

constexpr int dialog_width = 720, dialog_height = 560, term_width = 170;

} // namespace

GlossaryDialog::GlossaryDialog(Language language, QWidget* parent)
    : QDialog(parent), search_(new QLineEdit), table_(makeTextTable(tr("Terms"))) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Terms explained"));
    resize(dialog_width, dialog_height);
    TableView view{{tr("term").toStdString(), tr("meaning").toStdString()}, {}};
    for (const GlossaryEntry& entry : glossary(language))
        view.rows.push_back({entry.term, entry.meaning});
    showTable(*table_, view, 2);
    table_->setWordWrap(true);
    table_->setColumnWidth(0, term_width);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    search_->setPlaceholderText(tr("Find a term"));
    search_->setAccessibleName(tr("Find a term"));
    search_->setClearButtonEnabled(true);
    connect(search_, &QLineEdit::textChanged, this, &GlossaryDialog::filter);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(search_);
    column->addWidget(table_, 1);
    column->addWidget(buttons);
}

void GlossaryDialog::filter(const QString& text) {
    for (int row = 0; row < table_->rowCount(); ++row) {
        const bool found = table_->item(row, 0)->text().contains(text, Qt::CaseInsensitive) ||
                           table_->item(row, 1)->text().contains(text, Qt::CaseInsensitive);
        table_->setRowHidden(row, !found);
    }
}

} // namespace headroom
