#include "ui/panels/gpu_chooser.hpp"

#include "core/present/numbers.hpp"
#include "ui/widgets/paint.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

namespace {
constexpr int dialog_width = 380, dialog_height = 520;
}

GpuChooser::GpuChooser(Session& session, QWidget* parent)
    : QDialog(parent), session_(session), list_(new QListWidget) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("GPUs in view"));
    resize(dialog_width, dialog_height);
    auto* column = new QVBoxLayout(this);
    auto* search = new QLineEdit;
    search->setPlaceholderText(tr("Find a GPU"));
    search->setAccessibleName(tr("Find a GPU"));
    search->setClearButtonEnabled(true);
    list_->setAccessibleName(tr("GPUs in view"));
    auto* usual = new QPushButton(tr("Usual set"));
    auto* close = new QPushButton(tr("Close"));
    close->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(usual);
    buttons->addStretch();
    buttons->addWidget(close);
    column->addWidget(new QLabel(tr("The charts show the same plan on each of these.")));
    column->addWidget(search);
    column->addWidget(list_, 1);
    column->addLayout(buttons);
    fill();
    connect(search, &QLineEdit::textChanged, this, &GpuChooser::filter);
    connect(list_, &QListWidget::itemChanged, this, &GpuChooser::apply);
    connect(usual, &QPushButton::clicked, this, [this] { tick(session_.catalog().default_view); });
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
}

void GpuChooser::fill() {
    for (const GpuSpec& gpu : session_.catalog().gpus) {
        auto* item = new QListWidgetItem(
            QStringLiteral("%1, %2").arg(toQt(gpu.name), toQt(gib(gpu.memory.value))), list_);
        item->setData(Qt::UserRole, toQt(gpu.id));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    }
    tick(session_.gpusInView());
}

void GpuChooser::tick(const std::vector<std::string>& ids) {
    {
        const QSignalBlocker one_change(list_);
        for (int row = 0; row < list_->count(); ++row) {
            QListWidgetItem* item = list_->item(row);
            const std::string id = item->data(Qt::UserRole).toString().toStdString();
            const bool ticked = std::ranges::find(ids, id) != ids.end();
            item->setCheckState(ticked ? Qt::Checked : Qt::Unchecked);
        }
    }
    list_->viewport()->update();
    apply();
}

void GpuChooser::filter(const QString& text) {
    for (int row = 0; row < list_->count(); ++row) {
        QListWidgetItem* item = list_->item(row);
        item->setHidden(!item->text().contains(text.trimmed(), Qt::CaseInsensitive));
    }
}

void GpuChooser::apply() {
    std::vector<std::string> ids;
    for (int row = 0; row < list_->count(); ++row)
        if (list_->item(row)->checkState() == Qt::Checked)
            ids.push_back(list_->item(row)->data(Qt::UserRole).toString().toStdString());
    if (ids != session_.gpusInView()) session_.setGpusInView(std::move(ids));
}

} // namespace headroom
