// Settings in a sentence, in both languages.
#include "core/present/wording.hpp"
#include "tests/support/legal_scenario.hpp"

namespace headroom {
namespace {

struct Checkpointing {
    std::string name;
    double position;
    std::string english, korean;
};

class CheckpointingWords : public ::testing::TestWithParam<Checkpointing> {};

TEST_P(CheckpointingWords, AreThoseOfASentence) {
    Scenario scenario = test::legal_scenario();
    set_axis(scenario, Axis::checkpointing, GetParam().position);
    EXPECT_EQ(setting(scenario, Axis::checkpointing, Language::english), GetParam().english);
    EXPECT_EQ(setting(scenario, Axis::checkpointing, Language::korean), GetParam().korean);
}

INSTANTIATE_TEST_SUITE_P(
    Wording, CheckpointingWords,
    ::testing::Values(
        Checkpointing{"none", 0.0, "no checkpointing", "체크포인팅 없음"},
        Checkpointing{"selective", 1.0, "selective checkpointing", "선택적 체크포인팅"},
        Checkpointing{"full", 2.0, "full checkpointing", "전체 체크포인팅"},
        Checkpointing{"every", 1.25, "checkpointing every 4 layers", "4층마다 체크포인팅"}),
    test::row_name<Checkpointing>);

struct ValueWord {
    std::string name;
    Axis axis;
    double position;
    std::string english, korean;
};

class ValueWords : public ::testing::TestWithParam<ValueWord> {};

TEST_P(ValueWords, AreThoseOfTheLanguage) {
    const auto& [name, axis, position, english, korean] = GetParam();
    const Scenario scenario = test::legal_scenario();
    EXPECT_EQ(axis_value_word(axis, position, scenario, Language::english), english);
    EXPECT_EQ(axis_value_word(axis, position, scenario, Language::korean), korean);
}

INSTANTIATE_TEST_SUITE_P(
    Wording, ValueWords,
    ::testing::Values(ValueWord{"full", Axis::checkpointing, 2.0, "full", "전체"},
                      ValueWord{"every", Axis::checkpointing, 1.25, "every 4", "4층마다"},
                      ValueWord{"offload", Axis::offload, 1.0, "optimizer", "옵티마이저"},
                      ValueWord{"format", Axis::precision, static_cast<double>(Precision::fp8),
                                "fp8", "fp8"},
                      ValueWord{"count", Axis::sequence, 8192.0, "8192", "8192"}),
    test::row_name<ValueWord>);

} // namespace
} // namespace headroom
