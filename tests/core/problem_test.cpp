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
                                           Typo{"upper_case", "PRECISION", "precision"},
                                           Typo{"a_part", "zero", "zero_stage"},
                                           Typo{"unrelated", "colour", ""}, Typo{"empty", "", ""},
                                           Typo{"hostile", std::string(100000, 'a'), ""}),
                         test::row_name<Typo>);

TEST(Problem, OnlyErrorsStopTheWork) {
    EXPECT_FALSE(has_errors({}));
    EXPECT_FALSE(has_errors({warning("/a", "unusual")}));
    EXPECT_TRUE(has_errors({warning("/a", "unusual"), error("/b", "wrong")}));
}

TEST(Problem, ALineLeavesOutWhatIsNotKnown) {
    EXPECT_EQ(to_line(error("team.json:3: /model", "unknown")), "team.json:3: /model: unknown");
    EXPECT_EQ(to_line(error("", "unreadable")), "unreadable");
}

struct ReportRow {
    std::string name;
    Problem problem;
    std::string expected;
};

class ReportLine : public ::testing::TestWithParam<ReportRow> {};

TEST_P(ReportLine, NamesSourceSeverityAndPlace) {
    EXPECT_EQ(to_report_line(GetParam().problem), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Problem, ReportLine,
    ::testing::Values(
        ReportRow{"of_a_line", error("team.json:3: /model", "unknown"),
                  "team.json:3: error: /model: unknown"},
        ReportRow{"warning", warning("/tmp/a b.json:3: /model", "odd"),
                  "/tmp/a b.json:3: warning: /model: odd"},
        ReportRow{"of_a_flag", error("train.sh:3: --num-layers", "unknown"),
                  "train.sh:3: error: --num-layers: unknown"},
        ReportRow{"of_a_variable", warning("train.sh:12: NODES", "odd"),
                  "train.sh:12: warning: NODES: odd"},
        ReportRow{"note", {Severity::note, "c.json:1: /a", "said"}, "c.json:1: note: /a: said"},
        ReportRow{"of_a_file", error("/no/such.json", "absent"), "/no/such.json: error: absent"},
        ReportRow{"of_a_change", error("--set a.b=1: /a/b", "bad"),
                  "--set a.b=1: error: /a/b: bad"},
        ReportRow{"of_an_option", error("--lang", "bad"), "--lang: error: bad"},
        ReportRow{"of_nothing", error("", "bad"), "error: bad"},
        ReportRow{"unprintable", error("x", "a\x1b[1m\nb"), "x: error: a\\x1b[1m\\x0ab"}),
    test::row_name<ReportRow>);

} // namespace
} // namespace headroom
