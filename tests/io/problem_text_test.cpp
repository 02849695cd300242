// Problems in Korean: each form with what is put into it.
#include "core/io/scenario_json.hpp"
#include "core/present/problem_text.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom {
namespace {

struct Row {
    const char* name;
    const char* english;
    const char* korean;
};

class EachProblem : public testing::TestWithParam<Row> {};

TEST_P(EachProblem, IsSaidWithItsValues) {
    EXPECT_EQ(problem_sentence(GetParam().english, Language::korean), GetParam().korean);
    EXPECT_EQ(problem_sentence(GetParam().english, Language::english), GetParam().english);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, EachProblem,
    testing::Values(
        Row{"missing", "is missing", "값이 없습니다"},
        Row{"at_most", "9 is too large: at most 8", "9: 너무 큼(최대 8)"},
        Row{"nested", "expected a whole number, found the text \"two\"",
            "정수 자리에 글 \"two\"이(가) 있습니다"},
        Row{"two_forms_in_one", "unknown key; did you mean \"name\"?",
            "모르는 키입니다. \"name\"을(를) 뜻했나요?"},
        Row{"order_turned", "sequence 16384 is beyond the 8192 positions that Llama 3 was made for",
            "시퀀스 16384은(는) Llama 3이(가) 전제한 위치 8192개를 넘습니다"},
        Row{"braces_of_the_user", "unknown value \"{0}\"; did you mean \"zero\"?",
            "모르는 값 \"{0}\"입니다. \"zero\"을(를) 뜻했나요?"},
        Row{"not_known", "something nobody has ever said", "something nobody has ever said"},
        Row{"empty", "", ""}),
    [](const testing::TestParamInfo<Row>& row) { return std::string(row.param.name); });

// What a reader finds in a broken file is known by its form.
TEST(ProblemText, TheReadersOwnSentencesAreKnown) {
    constexpr const char* broken = R"({"format": 1, "nam": "x", "model": {"preset": 3},
        "cluster": {"gpu": "h1000", "gpus": -1}, "training": {"sequence": "long"}})";
    const ScenarioResult read = read_scenario(broken, "team.json", test_catalog());
    ASSERT_GE(read.problems.size(), 4U);
    for (const Problem& problem : read.problems)
        EXPECT_NE(problem_sentence(problem.message, Language::korean), problem.message)
            << problem.message;
}

} // namespace
} // namespace headroom
