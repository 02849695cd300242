// What is left of the rate when the board is hot and at its power cap: products and memory passes
// in turn, as in training, as a series over time. The pure products are the worst case beside it.
#include "app/probe/cuda/cublaslt.hpp"
#include "app/probe/cuda/stages.hpp"
#include "app/probe/pipe.hpp"

#include <algorithm>

namespace headroom::probe {
namespace {

constexpr double products_s = 0.040, passes_s = 0.012; // one turn: 19 lines a second
constexpr double settled_s = 1.5;                      // its value is the median of this tail
constexpr double burst_s = 0.2;                        // and this is where it began
constexpr double settled_slope = 0.02;                 // a second
constexpr double degrees_below_slowdown = 3.0;
constexpr double longest_wait = 3.0; // host time over GPU time, at most

ProbeShape sustained_shape(const Gpu& gpu, const ProductType& type) {
    ProbeShape shape = probe_shapes.front();
    const double most = static_cast<double>(gpu.memory_budget() / 4);
    while (Product::largest_operand(type, shape) > most && shape.m > 2048)
        shape.m = shape.n = shape.k = shape.m / 2;
    return shape;
}

struct Series {
    std::vector<double> at, rate, mhz, power; // by turn: seconds, FLOP/s, MHz, W
    bool capped = false, throttled = false, too_hot = false;
    double mean_w = NAN; // of the tail: by energy where the board counts it

    /// Values of the last `seconds`.
    static std::vector<double> tail(const std::vector<double>& at,
                                    const std::vector<double>& values, double seconds) {
        std::vector<double> out;
        for (std::size_t i = 0; i < at.size(); ++i)
            if (at[i] > at.back() - seconds) out.push_back(values[i]);
        return out;
    }
};

class SustainedStage {
  public:
    SustainedStage(Gpu& gpu, const CublasLt& blas)
        : gpu_(gpu), type_(*product_type("bf16")),
          product_(blas, type_, sustained_shape(gpu, type_)), a_(gpu, arena(gpu)),
          b_(gpu, arena(gpu)), d_(gpu, arena(gpu)) {
        gpu.fill(a_, type_.fill);
        gpu.fill(b_, type_.fill);
        pa_ = a_.at();
        pb_ = b_.at();
        pd_ = d_.at();
        count_ = a_.bytes() / 16;
    }

    bool supported() const { return product_.supported(); }

    void measure(const std::string& name, double seconds, bool mixed) {
        const double product_s = gpu_.batch(2, work_).seconds;
        const double pass_s = mixed ? gpu_.batch(2, pass_).seconds : 0.0;
        Series series = follow(name, seconds, product_s, pass_s);
        if (series.at.empty()) return gpu_.run().skip(name, "too_hot", "close to slowdown");
        emit(name, series);
    }

  private:
    static std::size_t arena(const Gpu& gpu) {
        constexpr std::size_t most = std::size_t{1} << 30;
        return std::min(gpu.memory_budget() / 4, most) & ~std::size_t{4095};
    }

    bool is_too_hot() const {
        const std::optional<double> now = gpu_.nvml().temperature_c();
        const std::optional<double> limit = gpu_.nvml().slowdown_temperature_c();
        return now && limit && *limit > 0.0 && *now > *limit - degrees_below_slowdown;
    }

    Series follow(const std::string& name, double seconds, double product_s, double pass_s) {
        Series series;
        const int products = std::clamp(static_cast<int>(products_s / product_s), 1, 200);
        const int passes =
            pass_s > 0.0 ? std::clamp(static_cast<int>(passes_s / pass_s), 1, 40) : 0;
        const double started = monotonic();
        double tail_at = NAN, used = 0.0;
        std::optional<double> tail_j;
        while (used < seconds && monotonic() - started < longest_wait * seconds) {
            Run::check();
            const Gpu::Batch turn = gpu_.batch(products, work_);
            used += turn.seconds * products;
            if (passes > 0) used += gpu_.batch(passes, pass_).seconds * passes;
            if (!std::isfinite(used)) break;
            note(name, series, used, turn);
            if (!tail_j && used > seconds - 2.0) { // energy is counted slowly: 2 s of it
                tail_j = gpu_.nvml().energy_j();
                tail_at = used;
            }
            series.too_hot = is_too_hot();
            if (series.too_hot) break;
        }
        const std::optional<double> end_j = gpu_.nvml().energy_j();
        if (end_j && tail_j && used > tail_at)
            series.mean_w = (*end_j - *tail_j) / (used - tail_at);
        return series;
    }

    void note(const std::string& name, Series& series, double at, const Gpu::Batch& turn) {
        const unsigned long long reasons = gpu_.nvml().clock_reasons();
        const std::optional<double> power = gpu_.nvml().power_w();
        series.at.push_back(at);
        series.rate.push_back(product_.flop() / turn.seconds);
        series.mhz.push_back(turn.sm_mhz);
        series.power.push_back(power.value_or(NAN));
        series.capped = series.capped || (reasons & nvml::reason_sw_power_cap) != 0;
        series.throttled = series.throttled || is_throttled(reasons);
        gpu_.run().emit(JsonLine("series")
                            .text("name", name)
                            .number("t", at)
                            .number("tflops", series.rate.back() / 1e12)
                            .number("sm_mhz", turn.sm_mhz)
                            .number("power_w", power)
                            .number("temperature_c", gpu_.nvml().temperature_c())
                            .whole("reasons", static_cast<long long>(reasons)));
    }

    Doubts doubts_of(const Series& series) const {
        Doubts doubts = gpu_.standing_doubts();
        doubts.add_if(series.throttled || series.too_hot, "throttled");
        const double half = series.at.back() / 2;
        const double slope = relative_slope(Series::tail(series.at, series.at, half),
                                            Series::tail(series.at, series.rate, half));
        doubts.add_if(!(std::fabs(slope) < settled_slope), "not_settled");
        return doubts;
    }

    void emit(const std::string& name, Series& series) {
        std::vector<double> seconds = Series::tail(series.at, series.rate, settled_s);
        for (double& value : seconds)
            value = product_.flop() / value;
        const Summary summary = summarise(seconds);
        std::vector<double> burst;
        for (std::size_t i = 0; i < series.at.size() && series.at[i] < burst_s + 0.1; ++i)
            burst.push_back(series.rate[i]);
        if (!std::isfinite(series.mean_w))
            series.mean_w = quantile(Series::tail(series.at, series.power, settled_s), 0.5);
        const double cap_w = gpu_.facts().cap_w.value_or(NAN);
        const bool capped = series.capped || series.mean_w > 0.97 * cap_w;
        const ProbeShape& shape = product_.shape();
        gpu_.run().emit(
            gpu_.run()
                .result(name, product_.flop() / summary.median / 1e12, summary, doubts_of(series))
                .text("dtype", type_.name)
                .wholes("mnk", {shape.m, shape.n, shape.k})
                .number("seconds", summary.median)
                .number("burst", quantile(burst, 0.5) / 1e12)
                .number("power_w", series.mean_w)
                .number("cap_w", cap_w)
                .number("idle_w", gpu_.facts().idle_w)
                .flag("power_capped", capped)
                .number("sm_mhz", quantile(Series::tail(series.at, series.mhz, settled_s), 0.5)));
    }

    Gpu& gpu_;
    const ProductType& type_;
    Product product_;
    Buffer a_, b_, d_;
    cu::Pointer pa_ = 0, pb_ = 0, pd_ = 0;
    unsigned long long count_ = 0;
    float k_ = 1.5F;
    Gpu::Work work_ = [this](int i) { product_.run(i, {a_, b_, d_}, gpu_.stream()); };
    Gpu::Work pass_ = [this](int) {
        gpu_.launch("hr_triad", gpu_.wide_grid(), Gpu::block, {&pd_, &pa_, &pb_, &count_, &k_});
    };
};

} // namespace

void measure_sustained(Gpu& gpu, const CublasLt& blas) {
    Run& run = gpu.run();
    SustainedStage stage(gpu, blas);
    if (!stage.supported())
        return run.skip("sustained_mix_bf16", "not_supported", "no product in bf16");
    const bool both = run.thorough();
    stage.measure("sustained_mix_bf16", both ? run.budget() / 2 : run.budget(), true);
    if (both) stage.measure("sustained_pure_bf16", run.budget() / 2, false);
}

} // namespace headroom::probe
