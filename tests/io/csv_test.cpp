#include "core/io/csv.hpp"
#include "core/io/measurements_csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct CsvCase {
    const char* name;
    std::string text;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> problems;
};

const CsvCase csv_cases[] = {
    {"plain", "a,b\n1,2\n", {{"a", "b"}, {"1", "2"}}, {}},
    {"crlf_and_no_last_break", "a,b\r\n1,2", {{"a", "b"}, {"1", "2"}}, {}},
    {"carriage_returns_alone", "a,b\r1,2\r", {{"a", "b"}, {"1", "2"}}, {}},
    {"byte_order_mark",
     "\xEF\xBB\xBF"
     "a\n1\n",
     {{"a"}, {"1"}},
     {}},
    {"quoted_comma", "\"x, y\",2\n", {{"x, y", "2"}}, {}},
    {"doubled_quote", "\"say \"\"hi\"\"\"\n", {{"say \"hi\""}}, {}},
    {"line_break_in_quotes", "\"a\nb\",c\n", {{"a\nb", "c"}}, {}},
    {"empty_quoted_cell", "\"\",b\n", {{"", "b"}}, {}},
    {"empty_lines_left_out", "\na\n\n\nb\n", {{"a"}, {"b"}}, {}},
    {"trailing_comma_is_a_cell", "a,\n", {{"a", ""}}, {}},
    {"quote_inside_a_cell_is_a_letter", "5\" disk,b\n", {{"5\" disk", "b"}}, {}},
    {"empty", "", {}, {}},
    {"never_closed",
     "a\n\"b,c\nd\n",
     {{"a"}, {"b,c\nd\n"}},
     {"x.csv:2: a quote is opened and never closed"}},
    {"text_after_quote",
     "a\n\"b\"c,d\n",
     {{"a"}, {"bc", "d"}},
     {"x.csv:2: text after a closing quote"}},
};

class CsvText : public testing::TestWithParam<CsvCase> {};

TEST_P(CsvText, ReadsAsCells) {
    const Csv csv = parse_csv(GetParam().text, "x.csv");
    std::vector<std::vector<std::string>> rows;
    for (const CsvRow& row : csv.rows)
        rows.push_back(row.cells);
    EXPECT_EQ(rows, GetParam().rows);
    std::vector<std::string> problems;
    for (const Problem& problem : csv.problems)
        problems.push_back(to_line(problem));
    EXPECT_EQ(problems, GetParam().problems);
}

INSTANTIATE_TEST_SUITE_P(, CsvText, testing::ValuesIn(csv_cases),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(CsvCell, ReadsBackAsWritten) {
    EXPECT_TRUE(rc::check("any text survives", [](const std::string& text) {
        const std::string line = "x," + csv_cell(text) + "\n";
        const Csv csv = parse_csv(line, "x.csv");
        RC_ASSERT(csv.problems.empty());
        RC_ASSERT(csv.rows.size() == 1U);
        RC_ASSERT(csv.rows[0].cells[1] == text);
    }));
}

TEST(ParseCsv, TakesAnyBytesWithoutComplaintOfItsOwn) {
    EXPECT_TRUE(rc::check("never crashes", [](const std::string& text) {
        for (const CsvRow& row : parse_csv(text, "x.csv").rows)
            RC_ASSERT(row.line >= 1);
    }));
}

constexpr const char* header = "id,source,task,layers,gated,step_seconds\n";

struct BadFile {
    const char* name;
    std::string text;
    std::vector<std::string> problems;
    std::size_t rows;
};

const BadFile bad_files[] = {
    {"no_header", "", {"m.csv:1: the file has no header row"}, 0},
    {"missing_columns",
     "id,sourc,step_seconds\n1,x,2\n",
     {"m.csv:1: column \"source\" is missing; is \"sourc\" meant to be it?",
      "m.csv:1: column \"task\" is missing"},
     0},
    {"nothing_measured",
     "id,source,task\n",
     {"m.csv:1: nothing measured: one of the columns step_seconds, tokens_per_second_per_gpu, "
      "memory_gib is needed"},
     0},
    {"column_twice",
     "id,source,task,step_seconds,id\n",
     {"m.csv:1: column \"id\" is there twice"},
     0},
    {"every_problem_of_every_row",
     std::string(header) + "a,s,lora,3.5,2,1\nb,s,lora,32,1\nc,s,lora,32,1,-4\nd,s,lora,32,1,4\n"
                           ",s,lora,32,1,4\n",
     {"m.csv:2: layers: \"3.5\" is not a whole number", "m.csv:2: gated: \"2\" is neither 0 nor 1",
      "m.csv:3: 5 cells, but the header has 6 columns",
      "m.csv:4: step_seconds: \"-4\" is not a number of 0 or more", "m.csv:6: id: is blank"},
     1},
    {"not_finite",
     std::string(header) + "a,s,lora,1,1,nan\nb,s,lora,1,1,1e999\n",
     {"m.csv:2: step_seconds: \"nan\" is not a number of 0 or more",
      "m.csv:3: step_seconds: \"1e999\" is not a number of 0 or more"},
     0},
    {"beyond_any_int",
     std::string(header) + "a,s,lora,99999999999,1,1\n",
     {"m.csv:2: layers: \"99999999999\" is not a whole number"},
     0},
    {"good", std::string(header) + "a,s,lora,32,1,1.5\n", {}, 1},
};

class MeasurementsFile : public testing::TestWithParam<BadFile> {};

TEST_P(MeasurementsFile, ReportsAllProblemsAndKeepsTheRest) {
    const MeasurementsResult result = read_measurements(GetParam().text, "m.csv");
    std::vector<std::string> problems;
    for (const Problem& problem : result.problems)
        problems.push_back(to_line(problem));
    EXPECT_EQ(problems, GetParam().problems);
    EXPECT_EQ(result.rows.size(), GetParam().rows);
}

INSTANTIATE_TEST_SUITE_P(, MeasurementsFile, testing::ValuesIn(bad_files),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Measurements, BlankCellsStayUnknownAndColumnsAreFoundByName) {
    const MeasurementsResult result = read_measurements(
        "notes,memory_gib,task,source,id,heads,memory_kind\nignored,12.5,lora,s,a,,reserved\n",
        "m.csv");
    ASSERT_THAT(result.problems, IsEmpty());
    ASSERT_EQ(result.rows.size(), 1U);
    const Measurement& row = result.rows[0];
    EXPECT_EQ(row.line, 2);
    EXPECT_EQ(row.memory_gib, 12.5);
    EXPECT_EQ(row.heads, std::nullopt);
    EXPECT_EQ(row.memory_kind, "reserved");
}

TEST(Measurements, AFileThatIsNotThereIsAProblem) {
    const MeasurementsResult result = read_measurements_file("/no/such/measurements.csv");
    EXPECT_THAT(result.rows, IsEmpty());
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(result.problems[0].severity, Severity::error);
}

} // namespace
} // namespace headroom
