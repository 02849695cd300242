// The front of a search on screen: across step time or cost.
#pragma once

#include "ui/charts/chart_widget.hpp"
#include "ui/charts/frontier_picture.hpp"

namespace headroom {

/// focusRequested() carries the place of the plan in the view's marks.
class FrontierChart final : public ChartWidget {
    Q_OBJECT

  public:
    explicit FrontierChart(QWidget* parent = nullptr);

    void setView(FrontierView view);
    const FrontierView& view() const { return view_; }
    std::unique_ptr<Picture> still() const override { return picture(); }

  protected:
    std::unique_ptr<Picture> picture() const override;

  private:
    FrontierView view_;
    FrontierOptions options_;
};

} // namespace headroom
