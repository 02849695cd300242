#include "app/gui/bench_drag.hpp"

#include "ui/main_window.hpp"
#include "ui/panels/axis_row.hpp"
#include "ui/panels/chart_page.hpp"
#include "ui/panels/plan_panel.hpp"
#include "ui/widgets/feasibility_slider.hpp"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>

#include <algorithm>
#include <iostream>

namespace headroom {

namespace {

constexpr int wanted_moves = 300;

/// Counts the paints of one widget: the last thing that a move changes.
class PaintCounter final : public QObject {
  public:
    explicit PaintCounter(QWidget* widget) : QObject(widget) { widget->installEventFilter(this); }
    int paints() const { return paints_; }

    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) ++paints_;
        return false;
    }

  private:
    int paints_ = 0;
};

void sendMouse(FeasibilitySlider& slider, QEvent::Type type, QPointF at) {
    const bool released = type == QEvent::MouseButtonRelease;
    QMouseEvent event(type, at, slider.mapToGlobal(at), Qt::LeftButton,
                      released ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&slider, &event);
}

/// One drag over a slider, there and back; a move that stays on its value is not a frame.
class Drag {
  public:
    Drag(FeasibilitySlider& slider, const PaintCounter& chart, std::vector<double>& times)
        : slider_(slider), chart_(chart), times_(times) {}

    void run(int most_moves) {
        const int count = static_cast<int>(slider_.strip().size());
        if (!slider_.isEnabled() || count < 2) return;
        sendMouse(slider_, QEvent::MouseButtonPress, at(slider_.value()));
        for (int move = 1; move <= most_moves; ++move) {
            const int phase = move % (2 * count - 2);
            moveTo(phase < count ? phase : 2 * count - 2 - phase);
        }
        sendMouse(slider_, QEvent::MouseButtonRelease, at(slider_.value()));
        QApplication::processEvents();
    }

  private:
    QPointF at(int index) const { return slider_.cellRect(index).center(); }

    void moveTo(int index) {
        const int before = slider_.value();
        const int paints = chart_.paints();
        QElapsedTimer timer;
        timer.start();
        sendMouse(slider_, QEvent::MouseMove, at(index));
        if (slider_.value() == before) return;
        while (chart_.paints() == paints)
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        constexpr double nanoseconds_per_ms = 1e6;
        times_.push_back(static_cast<double>(timer.nsecsElapsed()) / nanoseconds_per_ms);
    }

    FeasibilitySlider& slider_;
    const PaintCounter& chart_;
    std::vector<double>& times_;
};

double quantile(const std::vector<double>& sorted, double share) {
    const auto last = static_cast<double>(sorted.size() - 1);
    return sorted[static_cast<std::size_t>(share * last)];
}

} // namespace

int benchDrag(Session& session, Appearance& appearance) {
    MainWindow window(session, appearance);
    window.show();
    QApplication::processEvents();
    const auto* chart = new PaintCounter(window.currentPage()->chart());
    std::vector<double> times;
    // Sliders with few legal values give few frames, so the round is repeated until there are
    // enough.
    constexpr int moves_of_one_drag = 60, most_rounds = 20;
    for (int round = 0; round < most_rounds && times.size() < wanted_moves; ++round) {
        for (const Axis axis : all_axes) {
            if (times.size() >= wanted_moves) break;
            Drag(*window.panel()->row(axis)->slider(), *chart, times).run(moves_of_one_drag);
            session.undo();
        }
    }
    if (times.empty()) return 1;
    times.resize(std::min<std::size_t>(times.size(), wanted_moves));
    std::ranges::sort(times);
    std::cout << "{\"frames\": " << times.size() << ", \"median_ms\": " << quantile(times, 0.5)
              << ", \"p99_ms\": " << quantile(times, 0.99) << "}\n";
    return 0;
}

} // namespace headroom
