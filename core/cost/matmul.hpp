// Time of matrix products y[M,N] = x[M,K] w[K,N] by shape and number format.
//
//     matmul_time({.m = 4096, .n = 5120, .k = 1536}, rates.general, rates);
//     linear_time({.m = tokens, .n = 3 * h, .k = h}, rates.linear, rates).weight_gradient;
//
// Over a table of tiles and split-K factors the fastest is taken; wave quantisation, alignment and
// memory traffic bound it. Equations and fit: docs/model-step-time.md, "Matrix products".
#pragma once

#include "core/cost/device_rates.hpp"

#include <cstdint>

namespace headroom {

struct MatmulShape {
    std::int64_t m = 0, n = 0, k = 0;
    int groups = 1; // products of this shape in one grouped kernel (experts)
};

/// Forward, gradient of the input and gradient of the weight of one linear layer.
struct LinearTime {
    Seconds forward, data_gradient, weight_gradient;
};

Seconds matmul_time(const MatmulShape& shape, const MatmulRate& rate, const DeviceRates& device);

/// Without casts; a plan in fp8 or fp4 adds cast_bytes() to its element-wise traffic.
LinearTime linear_time(const MatmulShape& shape, const MatmulRate& rate, const DeviceRates& device);

} // namespace headroom
