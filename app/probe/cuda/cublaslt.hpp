// cuBLASLt, opened at run time, and one matrix product that is ready to run.
//
//     CublasLt blas;
//     if (!blas.open(gpu)) ...                          // not installed: products are skipped
//     Product product(blas, *product_type("bf16"), *probe_shape("square_8k"));
//     if (product.supported()) product.run(0, operands, gpu.stream());
//
// The first algorithm of its heuristic is taken, as PyTorch and Transformer Engine do; the best of
// many would be a rate that no training sees.
#pragma once

#include "app/probe/cuda/gpu.hpp"
#include "core/calibrate/probe_names.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace headroom::probe {

#define HEADROOM_LT_FUNCTIONS(X)                                                                   \
    X(create, "cublasLtCreate", lt::Status, lt::Handle*)                                           \
    X(get_version, "cublasLtGetVersion", std::size_t)                                              \
    X(operation_create, "cublasLtMatmulDescCreate", lt::Status, lt::Operation*, int, int)          \
    X(operation_set, "cublasLtMatmulDescSetAttribute", lt::Status, lt::Operation, int,             \
      const void*, std::size_t)                                                                    \
    X(operation_destroy, "cublasLtMatmulDescDestroy", lt::Status, lt::Operation)                   \
    X(layout_create, "cublasLtMatrixLayoutCreate", lt::Status, lt::Layout*, int, std::uint64_t,    \
      std::uint64_t, std::int64_t)                                                                 \
    X(layout_destroy, "cublasLtMatrixLayoutDestroy", lt::Status, lt::Layout)                       \
    X(preference_create, "cublasLtMatmulPreferenceCreate", lt::Status, lt::Preference*)            \
    X(preference_set, "cublasLtMatmulPreferenceSetAttribute", lt::Status, lt::Preference, int,     \
      const void*, std::size_t)                                                                    \
    X(preference_destroy, "cublasLtMatmulPreferenceDestroy", lt::Status, lt::Preference)           \
    X(pick, "cublasLtMatmulAlgoGetHeuristic", lt::Status, lt::Handle, lt::Operation, lt::Layout,   \
      lt::Layout, lt::Layout, lt::Layout, lt::Preference, int, lt::Heuristic*, int*)               \
    X(matmul, "cublasLtMatmul", lt::Status, lt::Handle, lt::Operation, const void*, const void*,   \
      lt::Layout, const void*, lt::Layout, const void*, const void*, lt::Layout, void*,            \
      lt::Layout, const lt::Algorithm*, void*, std::size_t, cu::Stream)

class CublasLt {
  public:
    /// False when no version that the driver can run is installed.
    bool open(Gpu& gpu);

#define HEADROOM_DECLARE(member, symbol, result, ...) result (*member)(__VA_ARGS__) = nullptr;
    HEADROOM_LT_FUNCTIONS(HEADROOM_DECLARE)
#undef HEADROOM_DECLARE

    lt::Handle handle() const { return handle_; }
    void* workspace() const;
    std::size_t workspace_bytes() const { return workspace_ ? workspace_->bytes() : 0; }
    /// All that it was given.
    std::size_t bytes() const;
    /// Of fp8 operands: 1.0f on the device. Of fp4: a block of ones in ue4m3.
    cu::Pointer unit_scale() const { return scale_->at(); }
    cu::Pointer block_scales() const { return block_scales_->at(); }

  private:
    Library library_;
    lt::Handle handle_ = nullptr;
    std::unique_ptr<Buffer> workspace_, scale_, block_scales_;
};

struct ProductType {
    std::string_view name;
    int type = 0, compute = 0;
    Fill fill = Fill::bf16;
    double bytes = 2.0;        // of an operand's element
    int oldest_capability = 0; // of the GPU: 89 is 8.9
    bool narrow() const { return bytes <= 1.0; }
};

inline constexpr std::array product_types{
    ProductType{"bf16", lt::r16bf, lt::compute_32f, Fill::bf16, 2.0, 80},
    ProductType{"fp8_e4m3", lt::r8f_e4m3, lt::compute_32f, Fill::e4m3, 1.0, 89},
    ProductType{"fp32", lt::r32f, lt::compute_32f, Fill::fp32, 4.0, 70},
    ProductType{"tf32", lt::r32f, lt::compute_32f_fast_tf32, Fill::fp32, 4.0, 80},
    ProductType{"fp16", lt::r16f, lt::compute_32f, Fill::fp16, 2.0, 70},
    ProductType{"nvfp4", lt::r4f_e2m1, lt::compute_32f, Fill::e2m1, 0.5, 100},
};

const ProductType* product_type(std::string_view name);

/// Where the operands of repetitions lie: arenas that are rotated through, so that nothing is
/// found in the L2 cache.
struct Operands {
    const Buffer& a;
    const Buffer& b;
    const Buffer& d;
};

class Product {
  public:
    Product(const CublasLt& blas, const ProductType& type, const ProbeShape& shape,
            bool accumulate_fp32 = false, int algorithms = 1);
    ~Product();
    Product(const Product&) = delete;
    Product& operator=(const Product&) = delete;

    bool supported() const { return status_ == 0 && !found_.empty(); }
    lt::Status status() const { return status_; } // of the heuristic, or of the last run
    double flop() const;
    double waves() const { return static_cast<double>(found_.front().waves); }
    std::size_t algorithms() const { return found_.size(); }
    void use_algorithm(std::size_t which) { chosen_ = which; }
    const ProbeShape& shape() const { return shape_; }
    const ProductType& type() const { return type_; }

    /// Bytes of the largest operand.
    static double largest_operand(const ProductType& type, const ProbeShape& shape);

    void run(int repetition, const Operands& operands, cu::Stream stream);

  private:
    void describe_scales();
    void describe_layouts(bool accumulate_fp32);
    void pick(int algorithms);

    const CublasLt& blas_;
    ProductType type_;
    ProbeShape shape_;
    lt::Operation operation_ = nullptr;
    lt::Layout a_ = nullptr, b_ = nullptr, d_ = nullptr;
    double a_bytes_ = 0.0, b_bytes_ = 0.0, d_bytes_ = 0.0;
    float beta_ = 0.0F;
    std::vector<lt::Heuristic> found_;
    std::size_t chosen_ = 0;
    lt::Status status_ = 0;
};

} // namespace headroom::probe
