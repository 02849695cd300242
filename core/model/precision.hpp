// Number formats of matrix products and of stored weights.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace headroom {

/// What the matrix products of training run in. Weights and activations are kept in 16 bit below
/// fp32/tf32; fp8 and below convert the operands of linear layers on the fly.
enum class Precision : std::uint8_t { fp32, tf32, fp16, bf16, fp8, mxfp8, nvfp4 };
inline constexpr std::array all_precisions{Precision::fp32, Precision::tf32, Precision::fp16,
                                           Precision::bf16, Precision::fp8,  Precision::mxfp8,
                                           Precision::nvfp4};
inline constexpr std::size_t precision_count = all_precisions.size();

/// How frozen weights are stored by QLoRA and weight-only quantisation.
enum class WeightFormat : std::uint8_t { bf16, nf4, fp4, int8, int4_g128, fp8, mxfp4, nvfp4 };

/// Bytes of one activation or weight element as kept in memory: 4 for fp32 and tf32, else 2.
double element_bytes(Precision precision);

/// Bytes per parameter of a stored format with its scales, e.g. 0.5625 for nf4 (fp32 scale for each
/// block of 64) and 0.5159 when the scales are quantised again (Dettmers et al. 2023, sec. 3).
double stored_bytes_per_parameter(WeightFormat format, bool double_quantised);

std::string_view name_of(Precision precision);
std::string_view name_of(WeightFormat format);

} // namespace headroom
