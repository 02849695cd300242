#include "core/base/problem.hpp"
#include "tests/support/legal_scenario.hpp"

namespace headroom {
namespace {

struct Typo {
    std::string name, word, expected;
};

class NearestWord : public ::testing::TestWithParam<Typo> {};

TEST_P(NearestWord, IsSuggestedOnlyWhenNear) {
    const std::vector<std::string_view> keys{"micro_batch", "global_batch", "sequence", "precision",
                                             "zero_stage"};
    EXPECT_EQ(nearest_word(GetParam().word, keys), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(Problem, NearestWord,
                         ::testing::Values(Typo{"letter_missing", "micro_bach", "micro_batch"},
                                           Typo{"letters_swapped", "preicsion", "precision"},
                                           Typo{"camel_case", "microBatch", "micro_batch"},
                                           Typo{"exact", "sequence", "sequence"},
                                           Typo{"unrelated", "colour", ""}, Typo{"empty", "", ""},
                                           Typo{"hostile", std::string(100000, 'a'), ""}),
                         tests::row_name<Typo>);

TEST(Problem, OnlyErrorsStopTheWork) {
    EXPECT_FALSE(has_errors({}));
    EXPECT_FALSE(has_errors({warning("/a", "unusual")}));
    EXPECT_TRUE(has_errors({warning("/a", "unusual"), error("/b", "wrong")}));
}

TEST(Problem, ALineLeavesOutWhatIsNotKnown) {
    EXPECT_EQ(to_line(error("team.json:3: /model", "unknown")), "team.json:3: /model: unknown");
    EXPECT_EQ(to_line(error("", "unreadable")), "unreadable");
}

} // namespace
} // namespace headroom
