// A sweep on screen: which curves, zoom along the axis; the panel around it chooses the axis.
#pragma once

#include "ui/charts/chart_widget.hpp"
#include "ui/charts/sweep_picture.hpp"

namespace headroom {

/// focusRequested() carries the label of the position.
class SweepChart final : public ChartWidget {
    Q_OBJECT

  public:
    explicit SweepChart(QWidget* parent = nullptr);

    void setView(SweepView view);
    std::unique_ptr<Picture> still() const override;

  protected:
    std::unique_ptr<Picture> picture() const override;
    void zoom(double factor, QPointF at) override;
    void resetZoom() override { options_.range.reset(); }
    bool isZoomed() const override { return options_.range.has_value(); }

  private:
    SweepView view_;
    SweepOptions options_;
};

} // namespace headroom
