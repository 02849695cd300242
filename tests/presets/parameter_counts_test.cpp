// Every model of the catalog against the exact count of its dimensions and against what its
// publisher says.
#include "core/io/catalog_reader.hpp"
#include "tests/presets/parameter_counts.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

namespace headroom {
namespace {

const Catalog& catalog() {
    static const Catalog read = read_catalog(HEADROOM_SOURCE_DIR "/presets").catalog;
    return read;
}

std::string test_name(const ::testing::TestParamInfo<test::ExpectedCount>& row) {
    std::string name(row.param.id);
    for (char& letter : name)
        if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
    return name;
}

class ParameterCount : public ::testing::TestWithParam<test::ExpectedCount> {};

TEST_P(ParameterCount, IsExact) {
    const ModelPreset* preset = catalog().find_model(GetParam().id);
    ASSERT_NE(preset, nullptr);
    const ParameterCounts counts = count_parameters(preset->spec);
    EXPECT_EQ(counts.total, GetParam().total);
    EXPECT_EQ(counts.active, GetParam().active);
    EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(preset->spec, 2.0), GetParam().kv_bytes_per_token);
}

/// Publishers round ("106B"), or count a vision tower as well: the preset says by how much.
TEST_P(ParameterCount, IsWhatIsPublished) {
    const ModelPreset* preset = catalog().find_model(GetParam().id);
    ASSERT_NE(preset, nullptr);
    const double published = preset->published_parameters.value;
    ASSERT_GT(published, 0.0);
    const auto counted = static_cast<double>(count_parameters(preset->spec).total);
    EXPECT_NEAR(counted / published, 1.0, preset->published_tolerance);
    EXPECT_LT(preset->published_tolerance, 0.01);
}

TEST_P(ParameterCount, GivesTheModelItself) {
    const ModelPreset* preset = catalog().find_model(GetParam().id);
    ASSERT_NE(preset, nullptr);
    EXPECT_EQ(scaled_to(preset->spec, static_cast<double>(GetParam().total)), preset->spec);
}

INSTANTIATE_TEST_SUITE_P(Models, ParameterCount, ::testing::ValuesIn(test::expected_counts),
                         test_name);

/// A model added to the catalog gets its row here.
TEST(ParameterCounts, CoverTheCatalog) {
    std::set<std::string_view> expected;
    for (const test::ExpectedCount& row : test::expected_counts)
        expected.insert(row.id);
    std::set<std::string_view> held;
    for (const ModelPreset& preset : catalog().models)
        held.insert(preset.spec.id);
    EXPECT_EQ(held, expected);
}

/// Pretrained language models of 2019 to 2025, tied: counting the embedding twice would miss by the
/// size of the table.
TEST(ParameterCounts, TiedModelsHaveNoHead) {
    for (const char* id : {"qwen3-0.6b", "llama3.2-1b", "gemma-2b", "gpt2"}) {
        const ModelPreset* preset = catalog().find_model(id);
        ASSERT_NE(preset, nullptr) << id;
        EXPECT_EQ(count_parameters(preset->spec).head, 0) << id;
    }
}

} // namespace
} // namespace headroom
