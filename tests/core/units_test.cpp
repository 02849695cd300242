// Units are checked while compiling; what must not compile is in tests/tools.
#include "core/base/units.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace headroom {
namespace {

using units::GB;
using units::GiB;
using units::s;

static_assert(std::is_same_v<decltype(GB / s), ByteRate>);
static_assert(std::is_same_v<decltype(GB / (GB / s)), Seconds>);
static_assert(std::is_same_v<decltype(GB / GiB), double>);
static_assert(std::is_same_v<decltype(2.0 / s), Quantity<0, 0, -1, 0, 0>>);
static_assert(std::is_same_v<decltype(units::USD / units::hour * units::day), Dollars>);
static_assert(std::is_same_v<decltype(units::W * s), Joules>);
static_assert(std::is_same_v<decltype(units::FLOP / units::TFLOP_per_s), Seconds>);

static_assert(!std::is_convertible_v<double, Bytes>);
static_assert(!std::is_convertible_v<Bytes, double>);
static_assert(!std::is_convertible_v<Bytes, ByteRate>);
static_assert(!std::is_convertible_v<FlopCount, FlopRate>);

static_assert(GiB / units::B == 1073741824.0);
static_assert(GB / units::B == 1e9);
static_assert(units::day / s == 86400.0);
static_assert(80_GB / (2 * units::GB_per_s) / s == 40.0);
static_assert(1_GiB > 1_GB);
static_assert(-1_GiB < Bytes{});
static_assert(sizeof(Bytes) == sizeof(double));
static_assert(std::is_trivially_copyable_v<Bytes>);

TEST(Units, AnEightyGigabyteCardIsNotEightyGibibytes) { EXPECT_NEAR(80_GB / GiB, 74.5058, 1e-4); }

TEST(Units, InfiniteIsAboveEverything) { EXPECT_GT(Bytes::infinite(), 1e30 * units::TiB); }

TEST(Units, CompoundAssignmentKeepsTheDimension) {
    Bytes bytes = 3_GiB;
    bytes += 1_GiB;
    bytes *= 2.0;
    bytes -= 2_GiB;
    bytes /= 3.0;
    EXPECT_DOUBLE_EQ(bytes / GiB, 2.0);
}

} // namespace
} // namespace headroom
