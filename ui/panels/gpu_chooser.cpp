#include "ui/panels/gpu_chooser.hpp"

#include "core/present/numbers.hpp"
#include "ui/charts/marks.hpp"
#include "ui/widgets/paint.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

namespace {
constexpr int dialog_width = 380, dialog_height = 520;
}

GpuChooser::GpuChooser(Session& session, QWidget* parent)
    : QDialog(parent), session_(session), tree_(new QTreeWidget) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("GPUs in view"));
    resize(dialog_width, dialog_height);
    auto* column = new QVBoxLayout(this);
    auto* search = new QLineEdit;
    search->setPlaceholderText(tr("Find a GPU"));
    search->setAccessibleName(tr("Find a GPU"));
    search->setClearButtonEnabled(true);
    tree_->setAccessibleName(tr("GPUs in view"));
    tree_->setHeaderHidden(true);
    column->addWidget(new QLabel(tr("The charts show the same plan on each of these.")));
    column->addWidget(search);
    column->addWidget(tree_, 1);
    column->addWidget(makeButtons());
    fill();
    connect(search, &QLineEdit::textChanged, this, &GpuChooser::filter);
    connect(tree_, &QTreeWidget::itemChanged, this, &GpuChooser::apply);
}

QWidget* GpuChooser::makeButtons() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const QString& text, auto does) {
        auto* button = new QPushButton(text);
        button->setAutoDefault(false);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this, does);
    };
    add(tr("Usual set"), [this] { tick(session_.catalog().default_view); });
    add(tr("All"), [this] {
        std::vector<std::string> all;
        for (const GpuSpec& gpu : session_.catalog().gpus)
            all.push_back(gpu.id);
        tick(all);
    });
    add(tr("None"), [this] { tick({}); });
    row->addStretch();
    auto* close = new QPushButton(tr("Close"));
    close->setDefault(true);
    row->addWidget(close);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    return box;
}

QTreeWidgetItem* GpuChooser::familyItem(const QString& name) {
    const auto found = tree_->findItems(name, Qt::MatchExactly);
    if (!found.isEmpty()) return found.front();
    auto* family = new QTreeWidgetItem(tree_, {name});
    family->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                     Qt::ItemIsAutoTristate);
    return family;
}

void GpuChooser::fill() {
    for (const GpuSpec& gpu : session_.catalog().gpus) {
        const QString family = QString::fromUtf8(familyOf(gpu.generation).name);
        auto* item = new QTreeWidgetItem(
            familyItem(family),
            {QStringLiteral("%1, %2").arg(toQt(gpu.name), toQt(gib(gpu.memory.value)))});
        item->setData(0, Qt::UserRole, toQt(gpu.id));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    }
    tree_->expandAll();
    tick(session_.gpusInView());
}

template <class Visit>
void GpuChooser::eachGpu(const Visit& visit) const {
    for (int row = 0; row < tree_->topLevelItemCount(); ++row) {
        QTreeWidgetItem* family = tree_->topLevelItem(row);
        for (int i = 0; i < family->childCount(); ++i)
            visit(*family->child(i));
    }
}

void GpuChooser::tick(const std::vector<std::string>& ids) {
    {
        const QSignalBlocker one_change(tree_);
        eachGpu([&](QTreeWidgetItem& item) {
            const std::string id = item.data(0, Qt::UserRole).toString().toStdString();
            const bool ticked = std::ranges::find(ids, id) != ids.end();
            item.setCheckState(0, ticked ? Qt::Checked : Qt::Unchecked);
        });
    }
    tree_->viewport()->update();
    apply();
}

void GpuChooser::filter(const QString& text) {
    eachGpu([&](QTreeWidgetItem& item) {
        item.setHidden(!item.text(0).contains(text.trimmed(), Qt::CaseInsensitive));
    });
    for (int row = 0; row < tree_->topLevelItemCount(); ++row) {
        QTreeWidgetItem* family = tree_->topLevelItem(row);
        bool any = false;
        for (int i = 0; i < family->childCount(); ++i)
            any |= !family->child(i)->isHidden();
        family->setHidden(!any);
    }
}

// In the order of the catalog, whatever the order of the families.
void GpuChooser::apply() {
    std::vector<std::string> ticked, ids;
    eachGpu([&](const QTreeWidgetItem& item) {
        if (item.checkState(0) == Qt::Checked)
            ticked.push_back(item.data(0, Qt::UserRole).toString().toStdString());
    });
    for (const GpuSpec& gpu : session_.catalog().gpus)
        if (std::ranges::find(ticked, gpu.id) != ticked.end()) ids.push_back(gpu.id);
    if (ids != session_.gpusInView()) session_.setGpusInView(std::move(ids));
}

} // namespace headroom
