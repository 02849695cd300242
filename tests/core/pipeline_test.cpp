// Closed forms of pipeline schedules.
#include "core/cost/pipeline.hpp"

#include <gtest/gtest.h>

namespace headroom {
namespace {

PipelineWork eight_stages() {
    PipelineWork work;
    work.stages = 8;
    work.micro_batches = 32;
    work.stage = 3.0_s;
    work.weight_gradient = 1.0_s;
    return work;
}

TEST(Pipeline, OneStageHasNoBubble) {
    PipelineWork work = eight_stages();
    work.stages = 1;
    EXPECT_EQ(pipeline_time(work).bubble, Seconds{});
    EXPECT_EQ(pipeline_time(work).communication, Seconds{});
}

TEST(Pipeline, OneForwardOneBackwardIdlesForStagesLessOne) {
    // Narayanan et al. 2021, sec. 2.2.1: bubble (p - 1)(t_f + t_b)
    EXPECT_DOUBLE_EQ(pipeline_time(eight_stages()).bubble / units::s, 21.0);
}

TEST(Pipeline, InterleavingDividesTheBubbleByChunks) {
    PipelineWork work = eight_stages();
    work.chunks = 3;
    EXPECT_DOUBLE_EQ(pipeline_time(work).bubble / units::s, 7.0);
}

TEST(Pipeline, ZeroBubbleMovesWeightGradients) {
    // Qi et al. 2023, table 2, ZB-H1: (p - 1)(T_F + T_B - T_W), T_B without T_W
    PipelineWork work = eight_stages();
    work.schedule = PipelineSchedule::zero_bubble;
    EXPECT_DOUBLE_EQ(pipeline_time(work).bubble / units::s, 7.0);
}

TEST(Pipeline, SendsAreExposedOnTheStageThatDecides) {
    PipelineWork work = eight_stages();
    work.send = 0.2_s;
    EXPECT_FALSE(pipeline_time(work).last_stage_decides);
    EXPECT_DOUBLE_EQ(pipeline_time(work).communication / units::s, 32 * 0.2);
    work.head = 0.5_s;
    EXPECT_TRUE(pipeline_time(work).last_stage_decides);
    EXPECT_DOUBLE_EQ(pipeline_time(work).communication / units::s, 32 * 0.1);
}

} // namespace
} // namespace headroom
