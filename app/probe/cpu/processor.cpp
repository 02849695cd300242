// The processor as the thing measured: the same stages and lines as a GPU, under names of its own.
#include "app/probe/cpu/loops.hpp"
#include "app/probe/cpu/processors.hpp"
#include "app/probe/cpu/stages.hpp"
#include "app/probe/library.hpp"
#include "app/probe/pipe.hpp"
#include "core/calibrate/probe_names.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace headroom::probe {
namespace {

using Sgemm = void(int, int, int, int, int, int, float, const float*, int, const float*, int, float,
                   float*, int);
constexpr int row_major = 101, no_transpose = 111;
constexpr long scale_down = 8; // shapes of a GPU, an eighth in every direction

/// One that is not counted, then `samples`, or fewer where they would take longer than `most_s`.
Summary sample(int samples, double most_s, const std::function<void()>& work) {
    const double begin = monotonic();
    work();
    std::vector<double> seconds;
    for (int i = 0; i < samples && (i == 0 || monotonic() - begin < most_s); ++i) {
        Run::check();
        const double started = monotonic();
        work();
        seconds.push_back(monotonic() - started);
    }
    return summarise(seconds);
}

struct Blas {
    Library library;
    Sgemm* sgemm = nullptr;
    bool reference = false; // unblocked: says nothing about the processor

    bool open() {
        for (const char* const name :
             {"libopenblas.so.0", "libmkl_rt.so.2", "libblis.so.4", "libblas.so.3"}) {
            if (!library.open(library_names(name)) || !library.get(sgemm, "cblas_sgemm")) continue;
            const bool debian_default = library.name() == "libblas.so.3";
            reference = debian_default && !library.has("openblas_get_config") &&
                        !library.has("MKL_Get_Version");
            return true;
        }
        return false;
    }

    void multiply(const ProbeShape& shape, const float* x, const float* w, float* y) const {
        const auto m = static_cast<int>(shape.m), n = static_cast<int>(shape.n),
                   k = static_cast<int>(shape.k);
        sgemm(row_major, no_transpose, no_transpose, m, n, k, 1.0F, x, k, w, n, 0.0F, y, n);
    }
};

ProbeShape scaled(const ProbeShape& shape) {
    return {shape.name, shape.pass, shape.m / scale_down, shape.n / scale_down,
            shape.k / scale_down};
}

double flop_of(const ProbeShape& shape) {
    return 2.0 * static_cast<double>(shape.m) * static_cast<double>(shape.n) *
           static_cast<double>(shape.k);
}

void emit_facts(Run& run, int threads) {
    run.emit(JsonLine("device")
                 .text("backend", "cpu")
                 .whole("index", 0)
                 .text("name", processor_name())
                 .text("what", "host processor, not a GPU")
                 .whole("threads", threads)
                 .number("free_gib", static_cast<double>(available_memory()) / 1073741824.0));
}

void measure_calls(Run& run, int threads) {
    const Summary seconds =
        sample(200, run.budget(), [&] { spread(threads, 1, [](std::size_t, std::size_t) {}); });
    run.emit(run.result("cpu_call", seconds.median * 1e6, seconds, {}).whole("threads", threads));
}

void measure_passes(Run& run, int threads) {
    const std::size_t bytes =
        std::min<std::size_t>(std::size_t{run.quick() ? 64U : 256U} << 20, available_memory() / 8);
    const std::size_t count = bytes / sizeof(float);
    std::vector<float> to(count, 0.0F), a(count, 1.0F), b(count, 2.0F);
    struct Pass {
        const char* name;
        MemoryPass pass;
        double factor;
    };
    for (const Pass& pass : {Pass{"cpu_memory_read", MemoryPass::read, 1},
                             Pass{"cpu_memory_write", MemoryPass::write, 1},
                             Pass{"cpu_memory_copy", MemoryPass::copy, 2},
                             Pass{"cpu_memory_triad", MemoryPass::triad, 3}}) {
        const Summary seconds = sample(run.quick() ? 5 : 9, run.budget() / 4, [&] {
            spread(threads, count, [&](std::size_t begin, std::size_t end) {
                volatile float kept =
                    memory_pass(pass.pass, &to[begin], &a[begin], &b[begin], end - begin);
                static_cast<void>(kept);
            });
        });
        const double moved = pass.factor * static_cast<double>(bytes);
        run.emit(run.result(pass.name, moved / seconds.median / 1e9, seconds, {})
                     .whole("bytes", static_cast<long long>(bytes))
                     .whole("threads", threads));
    }
}

/// Operands large enough for every scaled shape.
struct ProcessorOperands {
    std::vector<float> x, w, y;
    ProcessorOperands() {
        std::size_t most = 0;
        for (const ProbeShape& shape : probe_shapes) {
            const ProbeShape s = scaled(shape);
            most = std::max({most, static_cast<std::size_t>(s.m * s.k),
                             static_cast<std::size_t>(s.k * s.n),
                             static_cast<std::size_t>(s.m * s.n)});
        }
        x.assign(most, 0.0F);
        std::iota(x.begin(), x.end(), 0.0F);
        for (float& value : x)
            value = 1.0F / (1.0F + value);
        w = x;
        y.assign(most, 0.0F);
    }
};

void measure_products(Run& run, const Blas& blas, ProcessorOperands& data) {
    const Doubts doubts = [&] {
        Doubts words;
        words.add_if(blas.reference, "reference_blas");
        return words;
    }();
    const std::size_t shapes = run.quick() ? 4 : probe_shapes.size();
    const double begin = monotonic(), most_s = run.budget() / static_cast<double>(shapes);
    for (std::size_t i = 0; i < shapes; ++i) {
        const ProbeShape shape = scaled(probe_shapes[i]);
        const std::string name = "cpu_gemm_fp32_" + std::string(shape.name);
        if (monotonic() - begin > run.budget()) {
            run.skip(name, "too_slow", "the stage's time was over");
            continue;
        }
        const Summary seconds = sample(
            5, most_s, [&] { blas.multiply(shape, data.x.data(), data.w.data(), data.y.data()); });
        run.emit(run.result(name, flop_of(shape) / seconds.median / 1e12, seconds, doubts)
                     .text("dtype", "fp32")
                     .text("pass", std::string_view(&shape.pass, 1))
                     .wholes("mnk", {shape.m, shape.n, shape.k})
                     .number("seconds", seconds.median));
    }
}

void measure_sustained(Run& run, const Blas& blas, ProcessorOperands& data) {
    const ProbeShape shape = scaled(probe_shapes.front());
    std::vector<double> seconds;
    double said = 0.0;
    for (const double begin = monotonic(); monotonic() - begin < run.budget();) {
        run.check();
        const double started = monotonic();
        blas.multiply(shape, data.x.data(), data.w.data(), data.y.data());
        seconds.push_back(monotonic() - started);
        const double now = monotonic() - begin;
        if (now - said < 0.05) continue;
        said = now;
        run.emit(JsonLine("series")
                     .text("name", "cpu_sustained")
                     .number("t", now)
                     .number("tflops", flop_of(shape) / seconds.back() / 1e12));
    }
    const Summary summary = summarise(seconds);
    Doubts doubts;
    doubts.add_if(blas.reference, "reference_blas");
    run.emit(run.result("cpu_sustained", flop_of(shape) / summary.median / 1e12, summary, doubts)
                 .wholes("mnk", {shape.m, shape.n, shape.k}));
}

} // namespace

void measure_processor(Run& run) {
    const int threads = allowed_processors();
    run.begin("facts");
    emit_facts(run, threads);
    run.begin("context"); // says that a processor has none
    if (run.begin("launch")) measure_calls(run, threads);
    if (run.begin("bandwidth")) measure_passes(run, threads);
    run.begin("host_link");
    Blas blas;
    ProcessorOperands data;
    const bool opened = blas.open();
    if (opened) run.emit(JsonLine("library").text("name", blas.library.name()).text("version", ""));
    for (const auto& [stage, measure] :
         {std::pair{"products", &measure_products}, std::pair{"sustained", &measure_sustained}}) {
        if (!run.begin(stage)) continue;
        if (opened)
            measure(run, blas, data);
        else
            run.skip(stage, "no_blas", "neither OpenBLAS nor MKL nor BLIS was found");
    }
    for (const char* const stage : {"attention", "overlap", "peers", "collectives"})
        run.begin(stage);
    run.check();
}

} // namespace headroom::probe
