// Memory and time bars of every GPU preset on screen, with switches for range and order.
#pragma once

#include "ui/charts/bars_picture.hpp"
#include "ui/charts/chart_widget.hpp"

namespace headroom {

class BarsChart final : public ChartWidget {
    Q_OBJECT

  public:
    explicit BarsChart(QWidget* parent = nullptr);

    void setView(BarsView view);
    std::unique_ptr<Picture> still() const override;

  protected:
    std::unique_ptr<Picture> picture() const override;

  private:
    std::shared_ptr<const BarsView> view_ = std::make_shared<const BarsView>();
    BarsOptions options_;
};

} // namespace headroom
