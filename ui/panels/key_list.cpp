#include "ui/panels/key_list.hpp"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace headroom {

namespace {

struct KeyRow {
    QString keys, does;
};

std::vector<KeyRow> keyRows() {
    const auto t = [](const char* text) { return KeyList::tr(text); };
    return {
        {QStringLiteral("← →"), t("next legal value of a slider")},
        {QStringLiteral("PgUp PgDn"), t("two legal values")},
        {QStringLiteral("Home End"), t("ends of a slider")},
        {QStringLiteral("Ctrl+← Ctrl+→"), t("to where the status changes")},
        {t("digit or letter"), t("goes into the number box")},
        {QStringLiteral("Enter, Esc"), t("in the box: apply, put back")},
        {t("Alt + letter"), t("to that slider")},
        {QStringLiteral("[ ]"), t("previous, next GPU in focus")},
        {QStringLiteral("F6 Shift+F6"), t("next, previous region")},
        {QStringLiteral("Ctrl+1 …"), t("tabs")},
        {t("arrows in a chart"), t("walk the marks; Enter focuses, Space reads out")},
        {QStringLiteral("Ctrl+Z Ctrl+Shift+Z"), t("undo, redo (one drag is one step)")},
        {QStringLiteral("Ctrl+O Ctrl+S"), t("open, save")},
    };
}

} // namespace

KeyList::KeyList(QWidget* parent) : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keys"));
    auto* grid = new QGridLayout(this);
    grid->setHorizontalSpacing(24);
    int line = 0;
    for (const KeyRow& row : keyRows()) {
        grid->addWidget(new QLabel(QStringLiteral("<b>%1</b>").arg(row.keys)), line, 0);
        grid->addWidget(new QLabel(row.does), line++, 1);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    grid->addWidget(buttons, line, 0, 1, 2);
}

} // namespace headroom
