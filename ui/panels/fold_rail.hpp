// The thin rail that stands where a panel is folded: one upright button for each.
//
//     auto* rail = new FoldRail(tr("Folded panels at the right"));
//     rail->add(*actions_.why);                 // a checkable action that shows the panel
//     window->addToolBar(Qt::RightToolBarArea, rail);
//
// A button is there while its panel is folded; without any the rail is gone.
#pragma once

#include <QAction>
#include <QToolBar>

#include <vector>

namespace headroom {

class FoldRail final : public QToolBar {
    Q_OBJECT
  public:
    explicit FoldRail(const QString& title, QWidget* parent = nullptr);

    void add(QAction& shows_panel);

  private:
    void follow();

    struct Fold {
        QAction* shows_panel;
        QAction* button;
    };
    std::vector<Fold> folds_;
};

} // namespace headroom
