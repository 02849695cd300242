#include "core/model/precision.hpp"

namespace headroom {

namespace {

constexpr double half_byte = 0.5;
/// bitsandbytes keeps one fp32 scale for each block of 64 weights; quantised again, one 8-bit scale
/// for each block and one fp32 scale for 256 of them (Dettmers et al. 2023, arXiv 2305.14314,
/// sec. 3).
constexpr double block_scale = 4.0 / 64.0;
constexpr double double_quantised_scale = 1.0 / 64.0 + 4.0 / (64.0 * 256.0);
/// GPTQ and AWQ keep a 16-bit scale and a zero point of the weight's own width for each group of
/// 128 (Frantar et al. 2023, arXiv 2210.17323).
constexpr double int4_group_overhead = (2.0 + half_byte) / 128.0;
constexpr double int8_group_overhead = (2.0 + 1.0) / 128.0;
/// One byte for each block of 32 (OCP Microscaling Formats 1.0, sec. 5.2) or 16 weights (NVFP4).
constexpr double mx_block_scale = 1.0 / 32.0;
constexpr double nvfp4_block_scale = 1.0 / 16.0;

} // namespace

double element_bytes(Precision precision) {
    return precision == Precision::fp32 || precision == Precision::tf32 ? 4.0 : 2.0;
}

double stored_bytes_per_parameter(WeightFormat format, bool double_quantised) {
    switch (format) {
    case WeightFormat::bf16: return 2.0;
    case WeightFormat::nf4:
    case WeightFormat::fp4:
        return half_byte + (double_quantised ? double_quantised_scale : block_scale);
    case WeightFormat::int8: return 1.0 + int8_group_overhead;
    case WeightFormat::int4_g128: return half_byte + int4_group_overhead;
    case WeightFormat::fp8: return 1.0;
    case WeightFormat::mxfp4: return half_byte + mx_block_scale;
    case WeightFormat::nvfp4: return half_byte + nvfp4_block_scale;
    }
    return 2.0;
}

} // namespace headroom
