// One axis as numbers: where a value lies, and the ticks worth showing.
//
//     const Scale x = Scale::logarithmic(2.2, 22.3, Scale::Ticks::one_two_three_five);
//     x.at(4.74);           // log10(4.74): what a series is fed
//     x.share(4.74);        // 0.33: how far along the axis
//
// Logarithmic axes carry logarithms, not values: Qt's own log axis hides a series that holds a zero
// or NaN, never returns from an infinity, and draws no ticks between 20 and 60.
#pragma once

#include <QString>

#include <span>
#include <vector>

namespace headroom {

struct Tick {
    double at = 0.0; // in the axis' own coordinate (a logarithm on a log axis)
    QString label;

    bool operator==(const Tick&) const = default;
};

class Scale {
  public:
    enum class Ticks : std::uint8_t { one_two_three_five, powers_of_two };

    /// Holds [low, high] (both positive) with a margin, at least a factor of two wide.
    static Scale logarithmic(double low, double high, Ticks ticks);
    /// From zero to a round number at or above `high`; `ticks` says which numbers are round.
    static Scale fromZero(double high, Ticks ticks);
    /// 0, 1, ... for categories, half a step of room at both ends.
    static Scale categories(std::span<const QString> labels);
    /// Ticks given, for an axis whose positions have names; edges exactly at `low` and `high`.
    static Scale named(double low, double high, std::vector<Tick> ticks, bool logarithmic);

    double at(double value) const; // coordinate of a value
    double share(double value) const { return (at(value) - low_) / (high_ - low_); }
    bool holds(double value) const;
    double low() const { return low_; }
    double high() const { return high_; }
    bool isLogarithmic() const { return logarithmic_; }
    const std::vector<Tick>& ticks() const { return ticks_; }

    bool operator==(const Scale&) const = default;

  private:
    double low_ = 0.0, high_ = 1.0;
    bool logarithmic_ = false;
    std::vector<Tick> ticks_;
};

/// Whether a value can be placed on a logarithmic axis at all.
bool isDrawable(double value);

/// "33.3", "4.74", "179": three significant digits, true minus.
QString shortNumber(double value);

/// "33.3", "24", "179", "0.04": one decimal below 100, two below 1, none where it is zero.
QString gibNumber(double value);

} // namespace headroom
