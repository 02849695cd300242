#include "app/probe/cpu/loops.hpp"

#include <cmath>
#include <cstring>

// One version for each width of register, chosen when the program starts. Sanitizers come up too
// late for that choice.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__)
#define HEADROOM_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HEADROOM_WIDE
#endif

namespace headroom::probe {
namespace {

HEADROOM_WIDE float read_pass(const float* a, std::size_t count) {
    constexpr std::size_t lanes = 64; // independent sums, so that no addition waits for another
    float sums[lanes] = {};
    for (std::size_t i = 0; i + lanes <= count; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += a[i + lane];
    float total = 0.0F;
    for (const float sum : sums)
        total += sum;
    return total;
}

HEADROOM_WIDE void write_pass(float* to, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = 1.5F;
}

HEADROOM_WIDE void copy_pass(float* __restrict to, const float* __restrict a, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = a[i];
}

HEADROOM_WIDE void triad_pass(float* __restrict to, const float* __restrict a,
                              const float* __restrict b, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = a[i] + 1.5F * b[i];
}

HEADROOM_WIDE void adam_loop(float* __restrict parameter, const float* __restrict gradient,
                             float* __restrict momentum, float* __restrict variance,
                             std::uint16_t* __restrict half, std::size_t count) {
    constexpr float beta1 = 0.9F, beta2 = 0.95F, rate = 1e-4F, decay = 1e-5F, epsilon = 1e-8F;
    for (std::size_t i = 0; i < count; ++i) {
        const float g = gradient[i];
        const float m = beta1 * momentum[i] + (1.0F - beta1) * g;
        const float v = beta2 * variance[i] + (1.0F - beta2) * g * g;
        const float p = parameter[i] * (1.0F - decay) - rate * m / (std::sqrt(v) + epsilon);
        momentum[i] = m;
        variance[i] = v;
        parameter[i] = p;
        std::uint32_t bits = 0;
        std::memcpy(&bits, &p, sizeof bits);
        half[i] = static_cast<std::uint16_t>(bits >> 16U); // bf16, truncated
    }
}

} // namespace

float memory_pass(MemoryPass pass, float* to, const float* a, const float* b, std::size_t count) {
    switch (pass) {
    case MemoryPass::read: return read_pass(a, count);
    case MemoryPass::write: write_pass(to, count); break;
    case MemoryPass::copy: copy_pass(to, a, count); break;
    case MemoryPass::triad: triad_pass(to, a, b, count); break;
    }
    return 0.0F;
}

void adam_step(const AdamState& state, std::size_t begin, std::size_t end) {
    adam_loop(state.parameter + begin, state.gradient + begin, state.momentum + begin,
              state.variance + begin, state.half + begin, end - begin);
}

} // namespace headroom::probe
