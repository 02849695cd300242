#include "app/probe/cuda/cublaslt.hpp"

#include <algorithm>
#include <cmath>

namespace headroom::probe {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;
constexpr int newest_major = 13, oldest_major = 11;

void* device_pointer(cu::Pointer address) {
    return reinterpret_cast<void*>(address); // NOLINT(performance-no-int-to-ptr): the driver's way
}

int output_type(const ProductType& type, bool accumulate_fp32) {
    if (accumulate_fp32 || type.type == lt::r32f) return lt::r32f;
    return type.type == lt::r16f ? +lt::r16f : +lt::r16bf;
}

/// Operand `repetition` of those that fit into the arena.
void* slot(const Buffer& arena, double bytes, int repetition) {
    const std::size_t step = (static_cast<std::size_t>(bytes) + 255) & ~std::size_t{255};
    const std::size_t slots = std::max<std::size_t>(1, arena.bytes() / step);
    return device_pointer(arena.at() + static_cast<std::size_t>(repetition) % slots * step);
}

} // namespace

const ProductType* product_type(std::string_view name) {
    const auto* const found = std::ranges::find(product_types, name, &ProductType::name);
    return found == product_types.end() ? nullptr : &*found;
}

bool CublasLt::open(Gpu& gpu) {
    const int newest = std::min(gpu.cuda().version() / 1000, newest_major);
    for (int major = newest; major >= oldest_major && !library_.is_open(); --major)
        library_.open(
            cuda_library_names("libcublasLt.so." + std::to_string(major), {"cublas", "cu13"}));
    bool complete = library_.is_open();
#define HEADROOM_GET(member, symbol, ...) complete = complete && library_.get(member, symbol);
    HEADROOM_LT_FUNCTIONS(HEADROOM_GET)
#undef HEADROOM_GET
    if (!complete || create(&handle_) != 0) return false;
    gpu.run().emit(JsonLine("library")
                       .text("name", "cublasLt")
                       .whole("version", static_cast<long long>(get_version())));
    const std::size_t bytes = gpu.facts().compute_capability >= 90 ? 32 * mib : 8 * mib;
    workspace_ = std::make_unique<Buffer>(gpu, bytes); // what PyTorch and TE give it
    scale_ = std::make_unique<Buffer>(gpu, 256);
    const float one = 1.0F;
    gpu.upload(scale_->at(), &one, sizeof one);
    block_scales_ = std::make_unique<Buffer>(gpu, 16 * mib);
    gpu.fill(*block_scales_, Fill::ue4m3_ones);
    return true;
}

void* CublasLt::workspace() const { return device_pointer(workspace_->at()); }

std::size_t CublasLt::bytes() const {
    return workspace_->bytes() + scale_->bytes() + block_scales_->bytes();
}

Product::Product(const CublasLt& blas, const ProductType& type, const ProbeShape& shape,
                 bool accumulate_fp32, int algorithms)
    : blas_(blas), type_(type), shape_(shape), beta_(accumulate_fp32 ? 1.0F : 0.0F) {
    status_ = blas.operation_create(&operation_, type.compute, lt::r32f);
    if (status_ != 0) return;
    describe_scales();
    describe_layouts(accumulate_fp32);
    pick(algorithms);
}

Product::~Product() {
    for (const lt::Layout layout : {a_, b_, d_})
        if (layout != nullptr) blas_.layout_destroy(layout);
    if (operation_ != nullptr) blas_.operation_destroy(operation_);
}

double Product::flop() const {
    return 2.0 * static_cast<double>(shape_.m) * static_cast<double>(shape_.n) *
           static_cast<double>(shape_.k);
}

double Product::largest_operand(const ProductType& type, const ProbeShape& shape) {
    const auto m = static_cast<double>(shape.m), n = static_cast<double>(shape.n),
               k = static_cast<double>(shape.k);
    // Weight gradients may be summed in fp32; fp8 and fp4 give 16 bit.
    const double out = shape.pass == 'w' || type.bytes == 4.0 ? 4.0 : 2.0;
    return std::max({n * k * type.bytes, m * k * type.bytes, m * n * out});
}

void Product::describe_scales() {
    if (!type_.narrow()) return;
    const bool fp4 = type_.type == lt::r4f_e2m1;
    const void* const scale = device_pointer(fp4 ? blas_.block_scales() : blas_.unit_scale());
    blas_.operation_set(operation_, lt::set_a_scale, &scale, sizeof scale);
    blas_.operation_set(operation_, lt::set_b_scale, &scale, sizeof scale);
    if (fp4) {
        const int mode = lt::scale_vec16_ue4m3;
        blas_.operation_set(operation_, lt::set_a_scale_mode, &mode, sizeof mode);
        blas_.operation_set(operation_, lt::set_b_scale_mode, &mode, sizeof mode);
    } else {
        const signed char fast = shape_.pass == 'f' ? 1 : 0; // as Transformer Engine
        blas_.operation_set(operation_, lt::set_fast_accumulation, &fast, sizeof fast);
    }
}

/// cuBLAS counts columns: D (n x m) = W X. Forward is "TN", the data gradient "NN", the weight
/// gradient "NT"; fp8 and fp4 exist as "TN" only.
void Product::describe_layouts(bool accumulate_fp32) {
    const bool transpose_a = type_.narrow() || shape_.pass == 'f';
    const bool transpose_b = !type_.narrow() && shape_.pass == 'w';
    const int a_op = transpose_a ? lt::op_t : lt::op_n, b_op = transpose_b ? lt::op_t : lt::op_n;
    blas_.operation_set(operation_, lt::set_transa, &a_op, sizeof a_op);
    blas_.operation_set(operation_, lt::set_transb, &b_op, sizeof b_op);
    const auto m = static_cast<std::uint64_t>(shape_.m), n = static_cast<std::uint64_t>(shape_.n),
               k = static_cast<std::uint64_t>(shape_.k);
    const auto layout = [&](lt::Layout& to, int type, std::uint64_t rows, std::uint64_t columns) {
        blas_.layout_create(&to, type, rows, columns, static_cast<std::int64_t>(rows));
    };
    layout(a_, type_.type, transpose_a ? k : n, transpose_a ? n : k);
    layout(b_, type_.type, transpose_b ? m : k, transpose_b ? k : m);
    const int out = output_type(type_, accumulate_fp32);
    layout(d_, out, n, m);
    a_bytes_ = static_cast<double>(n * k) * type_.bytes;
    b_bytes_ = static_cast<double>(m * k) * type_.bytes;
    d_bytes_ = static_cast<double>(m * n) * (out == lt::r32f ? 4.0 : 2.0);
}

void Product::pick(int algorithms) {
    lt::Preference preference = nullptr;
    blas_.preference_create(&preference);
    const std::size_t bytes = blas_.workspace_bytes();
    blas_.preference_set(preference, lt::preference_workspace, &bytes, sizeof bytes);
    found_.resize(static_cast<std::size_t>(algorithms));
    int count = 0;
    status_ = blas_.pick(blas_.handle(), operation_, a_, b_, d_, d_, preference, algorithms,
                         found_.data(), &count);
    found_.resize(static_cast<std::size_t>(std::max(count, 0)));
    blas_.preference_destroy(preference);
}

void Product::run(int repetition, const Operands& operands, cu::Stream stream) {
    const float alpha = 1.0F;
    void* const d = slot(operands.d, d_bytes_, repetition);
    const lt::Status status = blas_.matmul(
        blas_.handle(), operation_, &alpha, slot(operands.a, a_bytes_, repetition), a_,
        slot(operands.b, b_bytes_, repetition), b_, &beta_, d, d_, d, d_,
        &found_[chosen_].algorithm, blas_.workspace(), blas_.workspace_bytes(), stream);
    if (status != 0) status_ = status;
}

} // namespace headroom::probe
