#include "core/base/names.hpp"
#include "core/cost/estimate.hpp"
#include "core/model/catalog.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace headroom {
namespace {

template <class Enum>
class Names : public ::testing::Test {};

using Enumerations =
    ::testing::Types<Precision, WeightFormat, Task, States, Optimizer, Offload, RecomputeMode,
                     LossPath, PipelineSchedule, PipelineSplit, ModelStyle, Norm, Position, QkNorm,
                     GpuGeneration, LinkKind, SourceKind, MemoryTerm, StepTerm, Verdict, Phase,
                     Limiter, Caveat, ReadinessTopic, ComplexityReason, QualityReason>;
TYPED_TEST_SUITE(Names, Enumerations);

TYPED_TEST(Names, AreUniqueAndReadBack) {
    const auto names = names_of<TypeParam>();
    ASSERT_GE(names.size(), 2U);
    EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        EXPECT_EQ(value_named<TypeParam>(names[i]), static_cast<TypeParam>(i)) << names[i];
    EXPECT_EQ(value_named<TypeParam>("no such name"), std::nullopt);
}

TEST(NameCounts, EveryTermHasAName) {
    EXPECT_EQ(names_of<MemoryTerm>().size(), MemoryBreakdown::size);
    EXPECT_EQ(names_of<StepTerm>().size(), StepBreakdown::size);
    EXPECT_EQ(names_of<Precision>().size(), precision_count);
    EXPECT_EQ(name_of(GpuGeneration::apple), "apple");
    EXPECT_EQ(name_of(LinkKind::ici), "ici");
    EXPECT_EQ(name_of(Optimizer::sgd), "sgd");
    EXPECT_EQ(name_of(WeightFormat::nvfp4), "nvfp4");
}

/// The spellings that scenario files are written with.
TEST(NameSpellings, AreThoseOfTheScenarioFormat) {
    EXPECT_EQ(name_of(Offload::optimizer_and_parameters), "parameters");
    EXPECT_EQ(name_of(States::automatic), "auto");
    EXPECT_EQ(name_of(LossPath::automatic), "auto");
    EXPECT_EQ(name_of(Precision::nvfp4), "nvfp4");
    EXPECT_EQ(name_of(Task::full_finetune), "full_finetune");
    EXPECT_EQ(name_of(Verdict::does_not_fit), "does not fit");
}

} // namespace
} // namespace headroom
