// The trade-off chart on screen: a logarithmic or linear VRAM axis, band and Pareto line on or off,
// zoom.
#pragma once

#include "ui/charts/chart_widget.hpp"
#include "ui/charts/trade_off_picture.hpp"

namespace headroom {

class TradeOffChart final : public ChartWidget {
    Q_OBJECT

  public:
    explicit TradeOffChart(QWidget* parent = nullptr);

    /// Keeps the axes where they are while all marks stay inside; settle() fits them anew.
    void setView(TradeOffView view);
    std::unique_ptr<Picture> still() const override;

  public slots:
    void settle() override;

  protected:
    std::unique_ptr<Picture> picture() const override;
    void zoom(double factor, QPointF at) override;
    void resetZoom() override;
    bool isZoomed() const override { return options_.zoomed; }

  private:
    TradeOffView view_;
    TradeOffOptions options_;
};

} // namespace headroom
