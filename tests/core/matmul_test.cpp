// Matrix products against isolated kernel timings (aiconfigurator, bf16, NVIDIA A100 SXM and H100
// SXM; the same tables that the constants were fitted on, here as a guard against drift).
#include "core/cost/matmul.hpp"

#include <gtest/gtest.h>

#include <string>

namespace headroom {
namespace {

DeviceRates isolated(double peak_teraflops, double efficiency, double terabytes, int processors) {
    DeviceRates device;
    device.general.peak = peak_teraflops * units::TFLOP_per_s;
    device.general.rate = efficiency * device.general.peak;
    device.memory = terabytes * units::TB_per_s;
    device.general.grouped = 0.7;
    device.processors = processors;
    device.linear = device.general;
    return device;
}
const DeviceRates a100 = isolated(312.0, 0.87, 2.039, 108);
const DeviceRates h100 = isolated(989.4, 0.81, 3.35, 132);

struct Timing {
    std::string name;
    DeviceRates device;
    MatmulShape shape;
    double milliseconds;
};

class MatmulTiming : public testing::TestWithParam<Timing> {};

TEST_P(MatmulTiming, IsWithinAFifthOfTheKernel) {
    const Timing& timing = GetParam();
    const double predicted =
        matmul_time(timing.shape, timing.device.general, timing.device) / units::ms;
    EXPECT_NEAR(predicted / timing.milliseconds, 1.0, 0.2);
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, MatmulTiming,
    testing::Values(Timing{"a100_square_4096", a100, {4096, 4096, 4096}, 0.514},
                    Timing{"a100_2048_4096_6144", a100, {2048, 4096, 6144}, 0.453},
                    Timing{"a100_2048_5120_1536", a100, {2048, 5120, 1536}, 0.1276},
                    Timing{"a100_2048_6144_512_shallow", a100, {2048, 6144, 512}, 0.0701},
                    Timing{"a100_8192_2048_8192", a100, {8192, 2048, 8192}, 0.9975},
                    Timing{"a100_2048_10240_16384", a100, {2048, 10240, 16384}, 2.331},
                    Timing{"a100_1024_1024_3072_few_tiles", a100, {1024, 1024, 3072}, 0.0422},
                    Timing{"h100_2048_4096_6144", h100, {2048, 4096, 6144}, 0.1233},
                    Timing{"h100_2048_6144_2048", h100, {2048, 6144, 2048}, 0.0710},
                    Timing{"h100_2048_8192_768_shallow", h100, {2048, 8192, 768}, 0.0412},
                    Timing{"h100_2048_10240_4096", h100, {2048, 10240, 4096}, 0.2127},
                    Timing{"h100_2048_12288_16384", h100, {2048, 12288, 16384}, 0.9908},
                    Timing{"h100_2048_51200_7168_head", h100, {2048, 51200, 7168}, 1.943}),
    [](const auto& row) { return row.param.name; });

double milliseconds(const MatmulShape& shape) {
    return matmul_time(shape, a100.general, a100) / units::ms;
}

TEST(Matmul, SplitsDeepProductsWithFewTiles) {
    // 64 tiles of 128x128 leave 44 of 108 processors idle unless K is split.
    const double at_full_rate = 2.0 * 1024 * 1024 * 51200 / (0.87 * 312e12) * 1e3;
    EXPECT_LT(milliseconds({1024, 1024, 51200}), at_full_rate * 108.0 / 64.0);
}

TEST(Matmul, MisalignedDimensionsLoseRate) {
    EXPECT_GT(milliseconds({8192, 8191, 8192}), 1.4 * milliseconds({8192, 8192, 8192}));
}

TEST(Matmul, SkinnyProductsAreBoundByMemory) {
    const double read_weights = 2.0 * 8192.0 * 8192.0 / 2.039e12 * 1e3;
    EXPECT_GT(milliseconds({16, 8192, 8192}), read_weights);
    EXPECT_LT(milliseconds({16, 8192, 8192}), 1.5 * read_weights);
}

TEST(Matmul, GroupsCostMoreThanOneProductOfTheirSize) {
    EXPECT_GT(milliseconds({512, 4096, 4096, 8}), milliseconds({4096, 4096, 4096}));
}

} // namespace
} // namespace headroom
