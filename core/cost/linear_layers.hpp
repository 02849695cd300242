// The matrix products of one layer on one rank, with what quantisation and adapters add to them.
//
//     const Products mlp = mlp_products(context);
//     mlp.time.weight_gradient;
//
// Shapes: docs/model-step-time.md, "Matrix products".
#pragma once

#include "core/cost/matmul.hpp"
#include "core/cost/step_context.hpp"

namespace headroom {

/// Sums over the linear layers of one layer.
struct Products {
    LinearTime time;
    Bytes forward_casts, backward_casts; // quantisation, and dequantisation of frozen weights
    Bytes adapters;                      // element-wise traffic of LoRA, forward
    LinearTime adapter_time;
};

Products attention_products(const StepContext& context);
Products mlp_products(const StepContext& context);
Products expert_products(const StepContext& context); // routed and shared experts

} // namespace headroom
