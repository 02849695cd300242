#include "app/probe/json_line.hpp"
#include "app/probe/statistics.hpp"

#include <gtest/gtest.h>

namespace headroom::probe {
namespace {

TEST(Statistics, SlowSamplesAreInterruptionsFastOnesStay) {
    const Summary slow = summarise({1.00, 1.01, 0.99, 1.00, 1.70});
    EXPECT_EQ(slow.dropped, 1);
    EXPECT_EQ(slow.samples, 4);
    EXPECT_DOUBLE_EQ(slow.median, 1.0);
    EXPECT_EQ(summarise({1.00, 1.01, 0.99, 1.00, 0.30}).dropped, 0);
    EXPECT_EQ(summarise({}).samples, 0);
    EXPECT_TRUE(std::isnan(summarise({}).median));
}

TEST(Statistics, SpreadIsThatOfTheMedianDeviation) {
    EXPECT_NEAR(summarise({0.9, 1.0, 1.1}).spread, 0.14826, 1e-9);
    EXPECT_DOUBLE_EQ(quantile({3.0, 1.0, 2.0}, 0.25), 1.5);
    EXPECT_NEAR(relative_slope({0, 1, 2}, {10, 11, 12}), 1.0 / 11.0, 1e-12);
}

TEST(JsonLine, IsAsciiAndFinite) {
    EXPECT_EQ(JsonLine("x").number("a", NAN).number("b", 0.1).text("c", "\"\\\n\xc3").str(),
              R"({"event": "x", "a": null, "b": 0.1, "c": "\"\\\u000a\u00c3"})");
    EXPECT_EQ(JsonLine("x").words("w", {"a", "b"}).wholes("n", {1, 2}).flag("f", true).str(),
              R"({"event": "x", "w": ["a", "b"], "n": [1, 2], "f": true})");
}

} // namespace
} // namespace headroom::probe
