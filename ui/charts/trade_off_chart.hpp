// The trade-off chart on screen, with its switch between a logarithmic and a linear VRAM axis.
#pragma once

#include "ui/charts/chart_widget.hpp"
#include "ui/charts/trade_off_picture.hpp"

namespace headroom {

class TradeOffChart final : public ChartWidget {
    Q_OBJECT

  public:
    explicit TradeOffChart(QWidget* parent = nullptr);

    /// Keeps the axes where they are while all marks stay inside; settle() fits them anew.
    void setView(const TradeOffView& view);
    std::unique_ptr<Picture> still() const override;

  public slots:
    void settle() override;

  protected:
    std::unique_ptr<Picture> picture() const override;

  private:
    TradeOffView view_;
    TradeOffOptions options_;
};

} // namespace headroom
