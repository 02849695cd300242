#include "core/io/located_json.hpp"

#include <gtest/gtest.h>

namespace headroom {
namespace {

Json parsed(std::string_view text) {
    Problems problems;
    std::optional<Json> root = parse_json(text, "file.json", problems);
    EXPECT_TRUE(root.has_value());
    EXPECT_TRUE(problems.empty());
    return root.value_or(Json{});
}

TEST(LocatedJson, each_value_knows_its_line) {
    const Json root = parsed("{\n \"a\": 1,\n \"b\": [true,\n  2.5\n ,\"x\"],\n\n \"c\": {}\n}\n");
    EXPECT_EQ(root.line, 1);
    EXPECT_EQ(root.find("a")->line, 2);
    EXPECT_EQ(root.find("b")->line, 3);
    EXPECT_EQ(root.find("b")->items[0].line, 3);
    EXPECT_EQ(root.find("b")->items[1].line, 4);
    EXPECT_EQ(root.find("b")->items[2].line, 5);
    EXPECT_EQ(root.find("c")->line, 7);
}

/// A number ends only at the character behind it, which may be the line break.
TEST(LocatedJson, number_before_a_line_break_is_on_its_own_line) {
    const Json root = parsed("[1\n,2\n,\n3\n]");
    EXPECT_EQ(root.items[0].line, 1);
    EXPECT_EQ(root.items[1].line, 2);
    EXPECT_EQ(root.items[2].line, 4);
}

TEST(LocatedJson, byte_order_mark_and_carriage_returns_are_fine) {
    const Json root = parsed("\xEF\xBB\xBF{\"a\": 1,\r\n\"b\": 2}\r\n");
    EXPECT_EQ(root.find("b")->line, 2);
}

TEST(LocatedJson, members_keep_the_order_of_the_file) {
    const Json root = parsed(R"({"z": 1, "a": 2, "m": 3})");
    ASSERT_EQ(root.members.size(), 3U);
    EXPECT_EQ(root.members[0].key, "z");
    EXPECT_EQ(root.members[2].key, "m");
}

TEST(LocatedJson, two_keys_of_one_name_are_an_error) {
    Problems problems;
    parse_json("{\"a\": 1,\n\"a\": 1}", "file.json", problems);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(to_report_line(problems[0]),
              "file.json:2: error: /a: key \"a\" is there twice, first on line 1");
}

/// Whoever reads the file says what its framework does with it; the first is not forgotten.
TEST(LocatedJson, lenient_reading_keeps_the_last_of_two_keys_and_the_line_of_the_first) {
    Problems problems;
    const auto root =
        parse_json("{\"a\": \"x\",\n\"a\": \"y\"}", "file.json", problems, Strictness::lenient);
    ASSERT_TRUE(root.has_value());
    EXPECT_TRUE(problems.empty());
    ASSERT_EQ(root->members.size(), 1U);
    EXPECT_EQ(root->find("a")->text, "y");
    EXPECT_EQ(root->members[0].replaced_line, 1);
}

TEST(LocatedJson, lenient_reading_takes_infinity_as_absent) {
    Problems problems;
    const auto root = parse_json("{\"limits\": [0.0,\n Infinity, -Infinity, NaN],\"t\":\"NaN\"}",
                                 "file.json", problems, Strictness::lenient);
    ASSERT_TRUE(root.has_value());
    EXPECT_TRUE(root->find("limits")->items[1].is(Json::Type::null));
    EXPECT_EQ(root->find("t")->text, "NaN");
    ASSERT_EQ(problems.size(), 3U);
    EXPECT_EQ(problems[0].severity, Severity::note);
    EXPECT_EQ(problems[0].where, "file.json:2: /limits/1");
    EXPECT_TRUE(root->find("limits")->items[3].not_finite);
}

TEST(LocatedJson, numbers_keep_how_they_were_written) {
    EXPECT_EQ(parsed("1e308").text, "1e308");
    EXPECT_EQ(parsed("-2.50").text, "-2.50");
}

TEST(LocatedJson, text_of_a_value_is_compact_json) {
    EXPECT_EQ(to_text(parsed(R"({ "a" : [1, 2.5, "x", null, true] })")),
              R"({"a":[1,2.5,"x",null,true]})");
}

} // namespace
} // namespace headroom
