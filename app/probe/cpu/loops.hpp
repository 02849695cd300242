// The inner loops that are measured on the host, compiled for the widest registers there are.
#pragma once

#include <cstddef>
#include <cstdint>

namespace headroom::probe {

enum class MemoryPass { read, write, copy, triad };

/// One pass over floats; the sum of what was read, so that nothing is optimised away.
float memory_pass(MemoryPass pass, float* to, const float* a, const float* b, std::size_t count);

/// What Adam keeps of one parameter: 16 bytes read, 12 and the copy in 16 bit written.
struct AdamState {
    float* parameter;
    const float* gradient;
    float* momentum;
    float* variance;
    std::uint16_t* half;
};
inline constexpr int adam_bytes_per_parameter = 30;

void adam_step(const AdamState& state, std::size_t begin, std::size_t end);

} // namespace headroom::probe
