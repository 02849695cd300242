// Matrix products: what the tensor cores reach on the shapes of training.
#include "app/probe/cuda/cublaslt.hpp"
#include "app/probe/cuda/stages.hpp"

#include <algorithm>
#include <limits>

namespace headroom::probe {
namespace {

constexpr std::size_t quick_shapes = 4; // one of each kind: large, short K, few tiles
constexpr double slowest_s = 0.06;      // a single product beyond this is halved or left out
constexpr long smallest_square = 2048;
constexpr int best_of = 8;

std::string key_of(std::string_view stem, const ProductType& type, const ProbeShape& shape) {
    return std::string(stem) + "_" + std::string(type.name) + "_" + std::string(shape.name);
}

bool all_shapes(const Run& run, const ProductType& type) {
    return run.thorough() || type.name == "bf16" || type.name == "fp8_e4m3";
}

/// The operands of every shape and the products on them.
class ProductStage {
  public:
    ProductStage(Gpu& gpu, const CublasLt& blas)
        : gpu_(gpu), blas_(blas), a_(gpu, arena(gpu)), b_(gpu, arena(gpu)), d_(gpu, arena(gpu)) {}

    void measure_type(const ProductType& type) {
        fill(type.fill);
        const std::size_t shapes = gpu_.run().quick() ? quick_shapes : probe_shapes.size();
        for (std::size_t i = 0; i < (all_shapes(gpu_.run(), type) ? shapes : 1); ++i)
            measure_shape(type, probe_shapes[i]);
    }

    /// Beside the plain results, in thorough runs; none of these is used for a fit.
    void measure_variants(const ProductType& type) {
        fill(type.fill);
        const ProbeShape& weight_gradient = *probe_shape("ffn_up_wgrad");
        Product fp32(blas_, type, weight_gradient, true);
        if (check_supported(fp32, key_of("gemm_wgrad_fp32", type, weight_gradient)))
            emit(fp32, key_of("gemm_wgrad_fp32", type, weight_gradient), time(fp32));
        measure_best(type, probe_shapes.front());
        measure_zeros(type, probe_shapes.front());
    }

  private:
    static std::size_t arena(const Gpu& gpu) {
        constexpr std::size_t most = std::size_t{1} << 30;
        return std::min(gpu.memory_budget() / 4, most) & ~std::size_t{4095};
    }

    Operands operands() const { return {a_, b_, d_}; }

    void fill(Fill kind) {
        gpu_.fill(a_, kind);
        gpu_.fill(b_, kind);
    }

    Timed time(Product& product) {
        Run& run = gpu_.run();
        const int samples = run.quick() ? 5 : 11;
        const int shapes = run.quick() ? 5 : run.thorough() ? 76 : 28;
        return gpu_.measure(samples, run.batch_seconds(shapes, samples),
                            [&](int i) { product.run(i, operands(), gpu_.stream()); });
    }

    bool check_supported(const Product& product, const std::string& key) {
        if (product.supported()) return true;
        gpu_.run().skip(key, "not_supported",
                        "cuBLASLt has no such product, status " + std::to_string(product.status()));
        return false;
    }

    void emit(const Product& product, const std::string& key, Timed timed) {
        const GpuFacts& facts = gpu_.facts();
        const double rate = product.flop() / timed.summary.median;
        const double limit = flop_per_clock(facts.compute_capability, product.type().bytes) *
                             facts.sm * timed.sm_mhz * 1e6;
        timed.doubts.add_if(limit > 0.0 && rate > 1.05 * limit, "too_fast");
        timed.doubts.add_if(product.status() != 0, "library_error");
        const ProbeShape& shape = product.shape();
        gpu_.run().emit(gpu_.run()
                            .result(key, rate / 1e12, timed.summary, timed.doubts)
                            .text("dtype", product.type().name)
                            .text("pass", std::string_view(&shape.pass, 1))
                            .wholes("mnk", {shape.m, shape.n, shape.k})
                            .number("seconds", timed.summary.median)
                            .number("waves", product.waves())
                            .number("sm_mhz", timed.sm_mhz));
    }

    /// The shape, or of a square the largest half of it that is not too large or too slow.
    std::optional<ProbeShape> fitting(const ProductType& type, ProbeShape shape,
                                      const std::string& key) {
        const bool square = shape.m == shape.n && shape.n == shape.k;
        for (;; shape.m /= 2, shape.n /= 2, shape.k /= 2) {
            const bool last = !square || shape.m / 2 < smallest_square;
            const bool large =
                Product::largest_operand(type, shape) > static_cast<double>(a_.bytes());
            if (large && last) {
                gpu_.run().skip(key, "memory", "its operands do not fit");
                return std::nullopt;
            }
            if (large) continue;
            Product once(blas_, type, shape);
            if (!check_supported(once, key)) return std::nullopt;
            const double seconds =
                gpu_.batch(1, [&](int i) { once.run(i, operands(), gpu_.stream()); }).seconds;
            if (!(seconds > slowest_s)) return shape;
            if (last) {
                gpu_.run().skip(key, "too_slow", "one product takes longer than a batch may");
                return std::nullopt;
            }
        }
    }

    void measure_shape(const ProductType& type, const ProbeShape& shape) {
        const std::string key = key_of("gemm", type, shape);
        const std::optional<ProbeShape> fits = fitting(type, shape, key);
        if (!fits) return;
        Product product(blas_, type, *fits);
        const Timed timed = time(product);
        emit(product, key, timed);
    }

    void measure_best(const ProductType& type, const ProbeShape& shape) {
        Product product(blas_, type, shape, false, best_of);
        const std::string key = key_of("gemm_best", type, shape);
        if (!check_supported(product, key)) return;
        double best = std::numeric_limits<double>::infinity();
        std::size_t winner = 0;
        for (std::size_t i = 0; i < product.algorithms(); ++i) {
            product.use_algorithm(i);
            const double seconds =
                gpu_.batch(3, [&](int r) { product.run(r, operands(), gpu_.stream()); }).seconds;
            if (seconds < best) winner = i;
            best = std::min(best, seconds);
        }
        product.use_algorithm(winner);
        const Timed timed = time(product);
        emit(product, key, timed);
    }

    /// Random and zero operands in turn, so that heat and clock are the same for both.
    void measure_zeros(const ProductType& type, const ProbeShape& shape) {
        Product product(blas_, type, shape);
        const std::string key = key_of("gemm_zeros", type, shape);
        if (!check_supported(product, key)) return;
        const auto bytes = static_cast<std::size_t>(Product::largest_operand(type, shape));
        const Buffer zeros(gpu_, bytes);
        gpu_.fill(zeros, Fill::zeros);
        Timed timed = time(product);
        const double random_s = timed.summary.median;
        std::vector<double> zero_s;
        for (int i = 0; i < 11; ++i) {
            Run::check();
            gpu_.batch(4, [&](int r) { product.run(r, operands(), gpu_.stream()); });
            zero_s.push_back(gpu_.batch(4,
                                        [&](int r) {
                                            product.run(r, {zeros, zeros, d_}, gpu_.stream());
                                        })
                                 .seconds);
        }
        timed.summary = summarise(zero_s);
        Run& run = gpu_.run();
        run.emit(run.result(key, product.flop() / timed.summary.median / 1e12, timed.summary,
                            timed.doubts)
                     .text("dtype", type.name)
                     .number("random_over_zeros", timed.summary.median / random_s));
    }

    Gpu& gpu_;
    const CublasLt& blas_;
    Buffer a_, b_, d_;
};

} // namespace

void measure_products(Gpu& gpu, const CublasLt& blas) {
    ProductStage stage(gpu, blas);
    Run& run = gpu.run();
    for (const ProductType& type : product_types) {
        run.check();
        if (gpu.facts().compute_capability < type.oldest_capability) {
            run.skip("gemm_" + std::string(type.name), "not_supported",
                     "this GPU has no such matrix unit");
            continue;
        }
        if (run.quick() && type.name != "bf16") break;
        stage.measure_type(type);
    }
    if (run.thorough()) stage.measure_variants(*product_type("bf16"));
}

} // namespace headroom::probe
