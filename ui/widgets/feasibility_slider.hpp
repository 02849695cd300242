// A slider that answers before it is moved: under its rail a strip shows what each position would
// do.
//
//     slider->setStrip(state.cells, state.index);
//     connect(slider, &FeasibilitySlider::moved, [&](int index) { ... });   // by the user only
//
// Position k of n is the cell [k, k+1] * W / n of the strip, and the handle stops at cell centres,
// so strip and travel agree by construction. Every kind of move steps over cells that are not
// legal, unless none is. The wheel moves it only while it has focus; else it scrolls the panel.
// A drag is framed by sliderPressed() and sliderReleased().
#pragma once

#include "core/cost/estimate.hpp"

#include <QSlider>

#include <functional>
#include <span>
#include <vector>

namespace headroom {

/// Geometry in logical pixels, from the top of the slider.
struct SliderShape {
    int width = 132, height = 28;
    double rail_y = 9.0;
    double handle_diameter = 13.0, ring_radius = 8.2, notch_width = 8.0;
    double strip_top = 19.0, strip_bottom = 25.0;

    /// For a room full of people.
    static SliderShape large() { return {240, 44, 14.0, 20.0, 12.5, 12.0, 30.0, 39.0}; }
};

class FeasibilitySlider final : public QSlider {
    Q_OBJECT
  public:
    explicit FeasibilitySlider(QWidget* parent = nullptr);

    void setStrip(std::span<const Verdict> cells, int index);
    const std::vector<Verdict>& strip() const { return cells_; }

    /// What a screen reader says after the name: value, status, where the status changes. Asked
    /// for when it is to be spoken, as putting it together in every frame would take long.
    void setSpeech(std::function<QString()> speech) { speech_ = std::move(speech); }
    QString spoken() const { return speech_ ? speech_() : QString(); }

    /// As the arrow keys do: over stops only, at most to the ends.
    void step(int steps) { moveTo(steppedBy(steps)); }

    void setLarge(bool large);
    /// Stays where it is, whoever moves it by hand; may still be focused and read.
    void setLocked(bool locked);
    bool isLocked() const { return locked_; }

    QRectF cellRect(int index) const;
    int cellAt(double x) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void moved(int index);
    void fineStepped(int direction); // Shift and an arrow: to the nearest value, shown or not
    void hovered(int index);         // -1: no longer
    void typed(const QString& text);

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    bool canStopAt(int index) const;
    int steppedBy(int steps) const;
    int nearestStop(int index) const; // itself where it is one
    int nextBorder(int direction) const;
    void moveTo(int index);
    void hover(int index);
    void paintRail(QPainter& painter) const;
    void paintStrip(QPainter& painter) const;
    void paintHandle(QPainter& painter) const;

    SliderShape shape_;
    bool locked_ = false;
    std::vector<Verdict> cells_;
    std::function<QString()> speech_;
    int hovered_ = -1;
    int wheel_rest_ = 0; // of a high-resolution wheel, in eighths of a degree
};

} // namespace headroom
