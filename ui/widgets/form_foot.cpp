#include "ui/widgets/form_foot.hpp"

#include "ui/widgets/paint.hpp"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom {

FormFoot::FormFoot(const QString& take, QDialog& dialog) : problems_(new QLabel) {
    problems_->setWordWrap(true);
    problems_->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(take);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(problems_);
    column->addWidget(buttons);
}

void FormFoot::showProblems(const Problems& problems) {
    QStringList lines;
    for (const Problem& problem : problems)
        lines << toQt(to_line(problem));
    problems_->setText(lines.join(QLatin1Char('\n')));
    problems_->show();
}

} // namespace headroom
