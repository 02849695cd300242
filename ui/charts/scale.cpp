#include "ui/charts/scale.hpp"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

constexpr double log_margin = 0.09;       // of the axis' length, left free at both ends
constexpr double least_decades = 0.30103; // a factor of two
constexpr int most_ticks = 7;

QString tickLabel(double value) { return QLocale::c().toString(value, 'g', 6); }

std::vector<Tick> powersOfTwo(double low, double high) {
    const double first = std::ceil(low * std::log2(10.0));
    const double last = std::floor(high * std::log2(10.0));
    const double stride = std::max(1.0, std::ceil((last - first + 1) / most_ticks));
    std::vector<Tick> ticks;
    for (double power = first; power <= last; power += stride)
        ticks.push_back({power * std::log10(2.0), tickLabel(std::exp2(power))});
    return ticks;
}

std::vector<Tick> decades(double low, double high, std::span<const double> steps) {
    std::vector<Tick> ticks;
    for (double decade = std::floor(low); decade <= high; ++decade) {
        for (const double step : steps) {
            const double at = decade + std::log10(step);
            if (at >= low && at <= high)
                ticks.push_back({at, tickLabel(step * std::pow(10.0, decade))});
        }
    }
    return ticks;
}

// The densest of the usual patterns that does not crowd, else every n-th decade.
std::vector<Tick> oneTwoThreeFive(double low, double high) {
    static constexpr std::array<double, 8> dense{1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0, 8.5};
    static constexpr std::array<double, 4> usual{1.0, 2.0, 3.0, 5.0};
    static constexpr std::array<double, 2> sparse{1.0, 3.0};
    static constexpr std::array<double, 1> whole{1.0};
    if (decades(low, high, usual).size() < 3) return decades(low, high, dense);
    for (const std::span<const double> steps :
         {std::span<const double>(usual), std::span<const double>(sparse)}) {
        std::vector<Tick> ticks = decades(low, high, steps);
        if (ticks.size() <= most_ticks + 1U) return ticks;
    }
    std::vector<Tick> ticks = decades(low, high, whole);
    const std::size_t stride = (ticks.size() + most_ticks - 1) / most_ticks;
    std::vector<Tick> kept;
    for (std::size_t i = 0; i < ticks.size(); i += std::max<std::size_t>(stride, 1))
        kept.push_back(ticks[i]);
    return kept;
}

// The smallest round step that divides [0, high] into at most five.
double roundStep(double high, Scale::Ticks ticks) {
    constexpr double most_steps = 5.0;
    const double least = high / most_steps;
    if (ticks == Scale::Ticks::powers_of_two) return std::exp2(std::ceil(std::log2(least)));
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double step : {1.0, 2.0, 2.5, 4.0, 5.0})
        if (step * decade >= least) return step * decade;
    return 10.0 * decade;
}

} // namespace

Scale Scale::logarithmic(double low, double high, Ticks ticks) {
    Scale scale;
    scale.logarithmic_ = true;
    const double a = std::log10(low);
    const double b = std::log10(high);
    const double centre = (a + b) / 2;
    const double half = std::max(b - a, least_decades) / 2 / (1.0 - 2.0 * log_margin);
    scale.low_ = centre - half;
    scale.high_ = centre + half;
    scale.ticks_ = ticks == Ticks::powers_of_two ? powersOfTwo(scale.low_, scale.high_)
                                                 : oneTwoThreeFive(scale.low_, scale.high_);
    return scale;
}

Scale Scale::fromZero(double high, Ticks ticks) {
    Scale scale;
    const double step = roundStep(high, ticks);
    const double steps = std::ceil(high / step - 1e-9);
    scale.high_ = std::max(1.0, steps) * step;
    for (double i = 0; i <= std::max(1.0, steps); ++i)
        scale.ticks_.push_back({i * step, tickLabel(i * step)});
    return scale;
}

Scale Scale::categories(std::span<const QString> labels) {
    Scale scale;
    constexpr double room = 0.5;
    scale.low_ = -room;
    scale.high_ = std::max<double>(1.0, static_cast<double>(labels.size())) - room;
    for (std::size_t i = 0; i < labels.size(); ++i)
        scale.ticks_.push_back({static_cast<double>(i), labels[i]});
    return scale;
}

Scale Scale::named(double low, double high, std::vector<Tick> ticks, bool logarithmic) {
    Scale scale;
    scale.logarithmic_ = logarithmic;
    scale.low_ = logarithmic ? std::log10(low) : low;
    scale.high_ = logarithmic ? std::log10(high) : high;
    if (!(scale.high_ - scale.low_ > 0)) {
        scale.low_ -= least_decades / 2;
        scale.high_ += least_decades / 2;
    }
    scale.ticks_ = std::move(ticks);
    return scale;
}

double Scale::at(double value) const { return logarithmic_ ? std::log10(value) : value; }

bool Scale::holds(double value) const {
    const double position = at(value);
    return position >= low_ && position <= high_;
}

bool isDrawable(double value) { return std::isfinite(value) && value > 0.0; }

QString shortNumber(double value) {
    constexpr int significant = 3;
    const double size = std::abs(value);
    const int whole = size >= 1.0 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1;
    const int decimals = std::clamp(significant - whole, 0, significant - 1);
    QString text = QLocale::c().toString(size, 'f', decimals);
    return value < 0 ? QChar(0x2212) + text : text;
}

QString gibNumber(double value) {
    const double size = std::abs(value);
    const int decimals = size >= 99.95 ? 0 : size >= 0.95 ? 1 : 2;
    QString text = QLocale::c().toString(size, 'f', decimals);
    if (text.endsWith(QLatin1String(".0"))) text.chop(2);
    return value < 0 ? QChar(0x2212) + text : text;
}

} // namespace headroom
