// The cost of the run on screen, with a switch between its halves.
#pragma once

#include "ui/charts/chart_widget.hpp"
#include "ui/charts/cost_picture.hpp"

namespace headroom {

class CostChart final : public ChartWidget {
    Q_OBJECT

  public:
    explicit CostChart(QWidget* parent = nullptr);

    void setView(CostView view);
    std::unique_ptr<Picture> still() const override;

  protected:
    std::unique_ptr<Picture> picture() const override;

  private:
    CostView view_;
    CostOptions options_;
};

} // namespace headroom
