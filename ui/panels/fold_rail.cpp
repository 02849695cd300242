#include "ui/panels/fold_rail.hpp"

#include "ui/widgets/paint.hpp"

#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace headroom {

namespace {

constexpr int rail_width = 26, button_padding = 12;

/// Its text runs downwards.
class UprightButton final : public QToolButton {
  public:
    explicit UprightButton(QAction& action) {
        setFocusPolicy(Qt::StrongFocus);
        setText(action.iconText());
        setAccessibleName(text());
        setToolTip(text());
        connect(this, &QToolButton::clicked, &action, &QAction::trigger);
    }
    QSize sizeHint() const override {
        return {rail_width, fontMetrics().horizontalAdvance(text()) + 2 * button_padding};
    }

  protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(*this);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(hasFocus() ? theme.acc : theme.line2, hasFocus() ? 2.0 : 1.0));
        painter.setBrush(underMouse() ? theme.accbg : theme.ctl);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), 3, 3);
        painter.setPen(theme.ink2);
        painter.translate(width(), 0);
        painter.rotate(90.0);
        painter.drawText(QRect(0, 0, height(), width()), Qt::AlignCenter, text());
    }
};

} // namespace

FoldRail::FoldRail(const QString& title, QWidget* parent) : QToolBar(title, parent) {
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setProperty("role", QStringLiteral("rail"));
}

void FoldRail::add(QAction& shows_panel) {
    folds_.push_back({&shows_panel, addWidget(new UprightButton(shows_panel))});
    connect(&shows_panel, &QAction::toggled, this, &FoldRail::follow);
    follow();
}

void FoldRail::follow() {
    for (const Fold& fold : folds_)
        fold.button->setVisible(!fold.shows_panel->isChecked());
    setVisible(std::ranges::any_of(
        folds_, [](const Fold& fold) { return !fold.shows_panel->isChecked(); }));
}

} // namespace headroom
