#include "app/gui/bench_drag.hpp"

#include "ui/main_window.hpp"
#include "ui/panels/axis_row.hpp"
#include "ui/panels/chart_page.hpp"
#include "ui/panels/plan_panel.hpp"
#include "ui/widgets/feasibility_slider.hpp"

#include <QApplication>
#include <QFile>
#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <ctime>
#include <iostream>
#include <memory>

namespace headroom {

namespace {

constexpr double nanoseconds_per_ms = 1e6;

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

/// What the process holds in memory, in megabytes; 0 where the system does not tell.
double residentMegabytes() {
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly)) return 0.0;
    for (const QByteArray& line : file.readAll().split('\n'))
        if (line.startsWith("VmRSS:")) return line.simplified().split(' ')[1].toDouble() / 1024.0;
    return 0.0;
}

void sendMouse(FeasibilitySlider& slider, QEvent::Type type, QPointF at) {
    const bool released = type == QEvent::MouseButtonRelease;
    QMouseEvent event(type, at, slider.mapToGlobal(at), Qt::LeftButton,
                      released ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&slider, &event);
}

/// Of each frame: on the clock, and of a processor. The latter holds on a busy machine too.
struct FrameTimes {
    std::vector<double> elapsed_ms, computing_ms;
    std::size_t size() const { return elapsed_ms.size(); }
};

/// One drag over a slider, there and back; a move that stays on its value is not a frame.
class Drag {
  public:
    Drag(FeasibilitySlider& slider, const std::array<const PaintCounter*, 2>& charts,
         FrameTimes& times)
        : slider_(slider), charts_(charts), times_(times) {}

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
        const std::array paints{charts_[0]->paints(), charts_[1]->paints()};
        const std::clock_t computing = std::clock();
        QElapsedTimer timer;
        timer.start();
        sendMouse(slider_, QEvent::MouseMove, at(index));
        if (slider_.value() == before) return;
        while (charts_[0]->paints() == paints[0] || charts_[1]->paints() == paints[1])
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        times_.elapsed_ms.push_back(static_cast<double>(timer.nsecsElapsed()) / nanoseconds_per_ms);
        times_.computing_ms.push_back(static_cast<double>(std::clock() - computing) * 1e3 /
                                      CLOCKS_PER_SEC);
    }

    FeasibilitySlider& slider_;
    std::array<const PaintCounter*, 2> charts_;
    FrameTimes& times_;
};

double quantile(const std::vector<double>& sorted, double share) {
    const auto last = static_cast<double>(sorted.size() - 1);
    return sorted[static_cast<std::size_t>(share * last)];
}

void showAllGpus(Session& session) {
    std::vector<std::string> all;
    for (const GpuSpec& gpu : session.catalog().gpus)
        all.push_back(gpu.id);
    session.setGpusInView(std::move(all));
}

void print(FrameTimes times, std::size_t gpus, double growth) {
    std::ranges::sort(times.elapsed_ms);
    std::ranges::sort(times.computing_ms);
    std::cout << "{\"frames\": " << times.size()
              << ", \"median_ms\": " << quantile(times.elapsed_ms, 0.5)
              << ", \"p99_ms\": " << quantile(times.elapsed_ms, 0.99)
              << ", \"max_ms\": " << times.elapsed_ms.back()
              << ", \"cpu_median_ms\": " << quantile(times.computing_ms, 0.5)
              << ", \"cpu_p99_ms\": " << quantile(times.computing_ms, 0.99)
              << ", \"gpus\": " << gpus << ", \"memory_growth_mb\": " << growth << "}\n";
}

} // namespace

int benchDrag(Session& session, Appearance& appearance, const BenchOptions& options) {
    showAllGpus(session);
    MainWindow window(session, appearance);
    window.show();
    const std::unique_ptr<ChartPage> second(makeBarsPage(session));
    second->resize(second->chart()->sizeHint());
    second->show();
    QApplication::processEvents();
    const std::array<const PaintCounter*, 2> charts{new PaintCounter(window.currentPage()->chart()),
                                                    new PaintCounter(second->chart())};
    FrameTimes times;
    const auto wanted = static_cast<std::size_t>(options.moves);
    // Few moves of every slider, round after round, until there are enough.
    constexpr int moves_of_one_drag = 24, warm_frames = 100;
    double warm_memory = 0.0;
    for (std::size_t before = 1; times.size() < wanted && before != times.size();) {
        before = times.size();
        for (const Axis axis : all_axes) {
            if (times.size() >= wanted) break;
            Drag(*window.panel()->row(axis)->slider(), charts, times).run(moves_of_one_drag);
            session.undo();
            QApplication::processEvents(); // painted before the next drag begins
            if (warm_memory == 0.0 && times.size() >= warm_frames)
                warm_memory = residentMegabytes();
        }
    }
    if (times.size() == 0) return 1;
    for (std::vector<double>* one : {&times.elapsed_ms, &times.computing_ms})
        one->resize(std::min(one->size(), wanted));
    print(std::move(times), session.points().size(), residentMegabytes() - warm_memory);
    return 0;
}

int benchStart(Session& session, Appearance& appearance, const QElapsedTimer& since_start) {
    const auto elapsed = [&] {
        return static_cast<double>(since_start.nsecsElapsed()) / nanoseconds_per_ms;
    };
    MainWindow window(session, appearance);
    const auto* chart = new PaintCounter(window.currentPage()->chart());
    window.show();
    const double shown = elapsed();
    while (chart->paints() == 0)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    std::cout << "{\"window_ms\": " << shown << ", \"first_chart_ms\": " << elapsed()
              << ", \"memory_mb\": " << residentMegabytes() << "}\n";
    return 0;
}

} // namespace headroom
