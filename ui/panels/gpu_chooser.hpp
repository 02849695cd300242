// Which GPU presets the charts show.
//
//     auto* chooser = new GpuChooser(session, this);   chooser->open();
//
// Presets stand in their families, as the charts' marks do: ticking a family ticks all of its GPUs.
// Every tick takes effect at once. The GPU of the plan is always shown, ticked or not.
#pragma once

#include "ui/session.hpp"

#include <QDialog>

class QTreeWidget;
class QTreeWidgetItem;

namespace headroom {

class GpuChooser final : public QDialog {
    Q_OBJECT
  public:
    explicit GpuChooser(Session& session, QWidget* parent = nullptr);

    QTreeWidget* tree() const { return tree_; }

  private:
    QWidget* makeButtons();
    void fill();
    QTreeWidgetItem* familyItem(const QString& name);
    template <class Visit>
    void eachGpu(const Visit& visit) const;
    void filter(const QString& text);
    void apply();
    void tick(const std::vector<std::string>& ids);

    Session& session_;
    QTreeWidget* tree_;
};

} // namespace headroom
