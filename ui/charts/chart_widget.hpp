// A chart on screen: shows a Picture, lets pointer and keyboard reach its targets.
//
//     auto* chart = new TradeOffChart;
//     chart->setTheme(Theme::dark());
//     chart->setView(view);                                        // as often as once per frame
//     connect(chart, &ChartWidget::focusRequested, session, ...);  // click or Enter on a mark
//     connect(slider, &QSlider::sliderReleased, chart, &ChartWidget::settle);
//
// Hovering shows the read-out of the nearest mark within 24 pixels in the next frame; a click asks
// to focus its GPU everywhere, a double click for its details. Arrow keys walk the marks, Enter
// focuses, Space reads out, Escape hides the card; where a chart can be zoomed, Control and the
// wheel or + and - do it, and 0 shows everything again. Exports never come from here: still()
// builds a picture of its own.
#pragma once

#include "ui/charts/picture.hpp"
#include "ui/charts/segment_button.hpp"
#include "ui/charts/words.hpp"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

class QHBoxLayout;

namespace headroom {

class ChartWidget : public QWidget {
    Q_OBJECT

  public:
    void setTheme(const Theme& theme);
    void setLanguage(Language language);
    /// Presentation mode: text and lines that much larger.
    void setScales(double text_scale, double line_scale);

    /// The same state as a picture of its own, to be arranged for any size: for exports.
    virtual std::unique_ptr<Picture> still() const = 0;
    /// What could not be drawn, in words; shown above the chart as well.
    QStringList notes() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  public slots:
    /// A drag has ended: axes may move to fit what is shown now.
    virtual void settle() {}

  signals:
    void focusRequested(const QString& id);   // GPU id; for a sweep the label of the value
    void detailsRequested(const QString& id); // double click
    void hovered(const QString& id);          // "" when the pointer leaves the marks

  protected:
    explicit ChartWidget(QWidget* parent);

    virtual std::unique_ptr<Picture> picture() const = 0;
    /// The view or an option has changed: draws anew in the next frame.
    void refresh();
    const ChartStyle& style() const { return style_; }
    /// As arranged last; null before the first time.
    const Picture* pictureShown() const { return picture_.get(); }
    /// Choices beside each other at the right of the title; `choose` gets the index of the new one.
    void addSwitch(std::function<QStringList(const ChartWords&)> labels,
                   std::function<void(int)> choose);
    /// Something to be shown or not, on at first.
    void addToggle(std::function<QString(const ChartWords&)> label, std::function<void(bool)> show);

    /// Charts that can be looked at more closely: a factor above 1 shows less of the axes, `at`
    /// stays where it is. Control and wheel, + and -; 0 or the button shows everything again.
    virtual void zoom(double factor, QPointF at);
    virtual void resetZoom() {}
    virtual bool isZoomed() const { return false; }

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    struct Switch {
        std::vector<SegmentButton*> buttons;
        std::function<QStringList(const ChartWords&)> labels;
    };

    void arrange();
    void describe();
    void point(std::optional<std::size_t> target);
    std::optional<std::size_t> targetAt(QPointF at) const;
    void walk(int key);
    void speak();
    SegmentButton* addButton(SegmentButton::Place place);
    void makeReset();
    void zoomTo(double factor, QPointF at);
    QPointF zoomCentre() const;
    void nameSwitches();
    double switchRoom() const;
    void paintCard(QPainter& painter, const Target& target) const;

    ChartStyle style_;
    std::unique_ptr<Picture> picture_;
    bool stale_ = true;
    std::optional<std::size_t> pointed_;
    QHBoxLayout* switch_row_ = nullptr;
    std::vector<Switch> switches_;
    std::vector<SegmentButton*> buttons_;
    SegmentButton* reset_ = nullptr; // seen while zoomed
};

} // namespace headroom
