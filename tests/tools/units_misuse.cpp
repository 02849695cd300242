// Code that must not compile, one case at a time: -DCASE=n with n from 1. Without CASE everything
// here is legal and has to compile, so that a case can only fail for its own line.
#include "core/base/units.hpp"

namespace headroom {

[[maybe_unused]] inline ByteRate takes_a_rate(ByteRate rate) { return rate; }
[[maybe_unused]] inline Bytes takes_bytes(Bytes bytes) { return bytes; }

[[maybe_unused]] inline void use() {
    [[maybe_unused]] const Bytes bytes = 80_GiB;
    [[maybe_unused]] const Seconds seconds = bytes / (3.35 * units::TB_per_s);
    [[maybe_unused]] const double ratio = bytes / units::GiB;
    [[maybe_unused]] const bool larger = bytes > 1_GB;
#if !defined(CASE)
    takes_bytes(bytes + 1_GB);
    takes_a_rate(bytes / seconds);
#elif CASE == 1
    bytes + seconds;
#elif CASE == 2
    bytes + 1.0;
#elif CASE == 3
    takes_bytes(80.0);
#elif CASE == 4
    takes_a_rate(bytes);
#elif CASE == 5
    const double number = bytes;
#elif CASE == 6
    const Bytes wrong = 80.0;
#elif CASE == 7
    const bool nonsense = bytes < seconds;
#elif CASE == 8
    const FlopRate peak = 989.0 * units::TFLOP;
#elif CASE == 9
    const Dollars cost = 2.5 * units::USD_per_hour;
#elif CASE == 10
    Bytes sum = bytes;
    sum += 3.0;
#elif CASE == 11
    const Seconds time = bytes * (3.35 * units::TB_per_s);
#elif CASE == 12
    const Bytes product = bytes * bytes;
#endif
}

} // namespace headroom
