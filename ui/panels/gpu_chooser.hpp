// Which GPU presets the charts show.
//
//     auto* chooser = new GpuChooser(session, this);   chooser->open();
//
// Every tick takes effect at once. The GPU of the plan is always shown, ticked or not.
#pragma once

#include "ui/session.hpp"

#include <QDialog>

class QListWidget;

namespace headroom {

class GpuChooser final : public QDialog {
    Q_OBJECT
  public:
    explicit GpuChooser(Session& session, QWidget* parent = nullptr);

    QListWidget* list() const { return list_; }

  private:
    void fill();
    void filter(const QString& text);
    void apply();
    void tick(const std::vector<std::string>& ids);

    Session& session_;
    QListWidget* list_;
};

} // namespace headroom
