// Physical quantities that cannot be mixed up.
//
//     const Seconds t = 80_GiB / (3.35 * units::TB / units::s);
//     const double ms = t / units::ms;             // the only way out names the unit
//     // 80_GiB + 1_s;                             // does not compile
//
// A Quantity is one double in base units (byte, FLOP, second, US dollar, watt) with its dimension
// in the type; arithmetic costs nothing at run time. GiB (2^30) and GB (10^9) are different words.
// Dividing equal dimensions gives a plain double. Counts (layers, GPUs, tokens) stay integers.
#pragma once

#include <compare>
#include <limits>

namespace headroom {

template <int Byte, int Flop, int Second, int Dollar, int Watt>
class Quantity {
  public:
    constexpr Quantity() = default;

    /// `value` in base units; code outside of this header multiplies by a unit instead.
    static constexpr Quantity of_base(double value) {
        Quantity quantity;
        quantity.value_ = value;
        return quantity;
    }
    static constexpr Quantity infinite() {
        return of_base(std::numeric_limits<double>::infinity());
    }

    constexpr auto operator<=>(const Quantity&) const = default;
    constexpr Quantity operator-() const { return of_base(-value_); }
    constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }
    constexpr Quantity& operator-=(Quantity other) { return *this = *this - other; }
    constexpr Quantity& operator*=(double factor) { return *this = *this * factor; }
    constexpr Quantity& operator/=(double factor) { return *this = *this / factor; }

    friend constexpr Quantity operator+(Quantity a, Quantity b) {
        return of_base(a.value_ + b.value_);
    }
    friend constexpr Quantity operator-(Quantity a, Quantity b) {
        return of_base(a.value_ - b.value_);
    }
    friend constexpr Quantity operator*(Quantity a, double factor) {
        return of_base(a.value_ * factor);
    }
    friend constexpr Quantity operator*(double factor, Quantity a) { return a * factor; }
    friend constexpr Quantity operator/(Quantity a, double factor) {
        return of_base(a.value_ / factor);
    }

  private:
    template <int, int, int, int, int>
    friend class Quantity;
    template <int B1, int F1, int S1, int D1, int W1, int B2, int F2, int S2, int D2, int W2>
    friend constexpr auto operator*(Quantity<B1, F1, S1, D1, W1>, Quantity<B2, F2, S2, D2, W2>);
    template <int B1, int F1, int S1, int D1, int W1, int B2, int F2, int S2, int D2, int W2>
    friend constexpr auto operator/(Quantity<B1, F1, S1, D1, W1>, Quantity<B2, F2, S2, D2, W2>);

    double value_ = 0.0;
};

namespace detail {
template <int B, int F, int S, int D, int W>
constexpr auto collapse(double base_value) {
    if constexpr (B == 0 && F == 0 && S == 0 && D == 0 && W == 0) {
        return base_value;
    } else {
        return Quantity<B, F, S, D, W>::of_base(base_value);
    }
}
} // namespace detail

template <int B1, int F1, int S1, int D1, int W1, int B2, int F2, int S2, int D2, int W2>
constexpr auto operator*(Quantity<B1, F1, S1, D1, W1> a, Quantity<B2, F2, S2, D2, W2> b) {
    return detail::collapse<B1 + B2, F1 + F2, S1 + S2, D1 + D2, W1 + W2>(a.value_ * b.value_);
}

template <int B1, int F1, int S1, int D1, int W1, int B2, int F2, int S2, int D2, int W2>
constexpr auto operator/(Quantity<B1, F1, S1, D1, W1> a, Quantity<B2, F2, S2, D2, W2> b) {
    return detail::collapse<B1 - B2, F1 - F2, S1 - S2, D1 - D2, W1 - W2>(a.value_ / b.value_);
}

template <int B, int F, int S, int D, int W>
constexpr auto operator/(double number, Quantity<B, F, S, D, W> a) {
    using Number = Quantity<B, F, S, D, W>;
    return detail::collapse<-B, -F, -S, -D, -W>(number / (a / Number::of_base(1.0)));
}

using Bytes = Quantity<1, 0, 0, 0, 0>;
using FlopCount = Quantity<0, 1, 0, 0, 0>;
using Seconds = Quantity<0, 0, 1, 0, 0>;
using Dollars = Quantity<0, 0, 0, 1, 0>;
using Watts = Quantity<0, 0, 0, 0, 1>;
using ByteRate = Quantity<1, 0, -1, 0, 0>;   // bandwidth
using FlopRate = Quantity<0, 1, -1, 0, 0>;   // compute peak, always dense
using DollarRate = Quantity<0, 0, -1, 1, 0>; // rent
using Joules = Quantity<0, 0, 1, 0, 1>;

/// Named units: multiply to get a quantity, divide to get a number.
namespace units {
inline constexpr Bytes B = Bytes::of_base(1.0);
inline constexpr Bytes KB = 1e3 * B;
inline constexpr Bytes MB = 1e6 * B;
inline constexpr Bytes GB = 1e9 * B;
inline constexpr Bytes TB = 1e12 * B;
inline constexpr Bytes KiB = 1024.0 * B;
inline constexpr Bytes MiB = 1024.0 * KiB;
inline constexpr Bytes GiB = 1024.0 * MiB;
inline constexpr Bytes TiB = 1024.0 * GiB;

inline constexpr Seconds s = Seconds::of_base(1.0);
inline constexpr Seconds ms = 1e-3 * s;
inline constexpr Seconds us = 1e-6 * s;
inline constexpr Seconds minute = 60.0 * s;
inline constexpr Seconds hour = 3600.0 * s;
inline constexpr Seconds day = 24.0 * hour;

inline constexpr FlopCount FLOP = FlopCount::of_base(1.0);
inline constexpr FlopCount TFLOP = 1e12 * FLOP;
inline constexpr FlopRate TFLOP_per_s = TFLOP / s;
inline constexpr ByteRate GB_per_s = GB / s;
inline constexpr ByteRate TB_per_s = TB / s;

inline constexpr Dollars USD = Dollars::of_base(1.0);
inline constexpr DollarRate USD_per_hour = USD / hour;
inline constexpr Watts W = Watts::of_base(1.0);
inline constexpr Joules kWh = 1000.0 * W * hour;
} // namespace units

inline namespace literals {
constexpr Bytes operator""_GiB(long double v) { return static_cast<double>(v) * units::GiB; }
constexpr Bytes operator""_GiB(unsigned long long v) { return static_cast<double>(v) * units::GiB; }
constexpr Bytes operator""_GB(long double v) { return static_cast<double>(v) * units::GB; }
constexpr Bytes operator""_GB(unsigned long long v) { return static_cast<double>(v) * units::GB; }
constexpr Seconds operator""_s(long double v) { return static_cast<double>(v) * units::s; }
constexpr Seconds operator""_s(unsigned long long v) { return static_cast<double>(v) * units::s; }
constexpr Seconds operator""_us(long double v) { return static_cast<double>(v) * units::us; }
constexpr Seconds operator""_us(unsigned long long v) { return static_cast<double>(v) * units::us; }
} // namespace literals

} // namespace headroom
