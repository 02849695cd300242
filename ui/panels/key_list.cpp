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
    return {
        {QStringLiteral("← →"), KeyList::tr("next legal value of a slider")},
        {QStringLiteral("PgUp PgDn"), KeyList::tr("two legal values")},
        {QStringLiteral("Home End"), KeyList::tr("ends of a slider")},
        {QStringLiteral("Ctrl+← Ctrl+→"), KeyList::tr("to where the status changes")},
        {KeyList::tr("digit or letter"), KeyList::tr("goes into the number box")},
        {QStringLiteral("Enter, Esc"), KeyList::tr("in the box: apply, put back")},
        {KeyList::tr("Alt + letter"), KeyList::tr("to that slider")},
        {QStringLiteral("[ ]"), KeyList::tr("previous, next GPU in focus")},
        {QStringLiteral("F6 Shift+F6"), KeyList::tr("next, previous region")},
        {QStringLiteral("Ctrl+1 …"), KeyList::tr("tabs")},
        {KeyList::tr("arrows in a chart"),
         KeyList::tr("walk the marks; Enter focuses, Space reads out")},
        {QStringLiteral("Ctrl+Z Ctrl+Shift+Z"), KeyList::tr("undo, redo (one drag is one step)")},
        {QStringLiteral("Ctrl+O Ctrl+S"), KeyList::tr("open, save")},
        {QStringLiteral("Ctrl+D Ctrl+Shift+D"),
         KeyList::tr("pin the plan; swap it with the pinned")},
        {QStringLiteral("Ctrl+B"), KeyList::tr("compare pinned plans: open, fold")},
        {QStringLiteral("Ctrl+R"), KeyList::tr("measured runs beside the plan")},
        {QStringLiteral("Ctrl+G"), KeyList::tr("measure the GPU in this machine")},
        {QStringLiteral("Ctrl+L"), KeyList::tr("lock the slider in focus")},
        {QStringLiteral("Ctrl+T"), KeyList::tr("the chart as a table")},
        {QStringLiteral("Ctrl+E Ctrl+M"), KeyList::tr("export the chart; write the memo")},
        {QStringLiteral("Ctrl+Shift+C"), KeyList::tr("copy the chart: picture, SVG and table")},
        {QStringLiteral("F11 Esc"), KeyList::tr("present; leave")},
        {QStringLiteral("F1 ?"), KeyList::tr("this list")},
        {QStringLiteral("F2"), KeyList::tr("why, for the next term")},
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
