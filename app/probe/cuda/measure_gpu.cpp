// All stages of one GPU in their order; what each needs is opened just before it.
#include "app/probe/cuda/cublaslt.hpp"
#include "app/probe/cuda/stages.hpp"
#include "app/probe/pipe.hpp"

namespace headroom::probe {
namespace {

constexpr double mib = 1048576.0;
constexpr std::size_t least_for_products = std::size_t{1200} << 20; // 80 % of 1.5 GiB

/// One value that is counted, not sampled.
Summary counted() { return {1.0, 1.0, 1.0, 0.0, 5, 0}; }

double used_mib(const Gpu& gpu) {
    const std::optional<nvml::Memory> memory = gpu.nvml().memory();
    return memory ? static_cast<double>(memory->used) / mib : NAN;
}

void refuse_what_others_use(const Gpu& gpu) {
    if (gpu.facts().compute_mode == cu::compute_prohibited)
        throw Failure{Exit::device_busy, "compute_prohibited",
                      "the device's compute mode is Prohibited"};
    if (gpu.facts().other_processes.value_or(0) > 0 && !gpu.run().options().yes)
        throw Failure{Exit::device_busy, "other_process",
                      "another program runs on this GPU and would be slowed; --yes measures "
                      "anyway"};
}

void measure_context(Gpu& gpu) {
    Run& run = gpu.run();
    run.begin("context");
    const double before = used_mib(gpu), started = monotonic();
    cu::Context context = nullptr;
    const Driver& cuda = gpu.cuda();
    cuda.check(cuda.PrimaryCtxRetain(&context, gpu.device()), "cuDevicePrimaryCtxRetain");
    cuda.check(cuda.CtxSetCurrent(context), "cuCtxSetCurrent");
    const double created_ms = (monotonic() - started) * 1e3;
    const double with_context = used_mib(gpu);
    gpu.open();
    const double with_kernels = used_mib(gpu);
    std::size_t free = 0, total = 0;
    cuda.check(cuda.MemGetInfo(&free, &total), "cuMemGetInfo");
    const Doubts& doubts = gpu.standing_doubts();
    run.emit(
        run.result("usable_memory", static_cast<double>(total) / mib / 1024.0, counted(), doubts));
    run.emit(run.result("cuda_context", with_context - before, counted(), doubts)
                 .number("create_ms", created_ms));
    if (with_kernels > with_context)
        run.emit(run.result("module_memory", with_kernels - with_context, counted(), doubts));
}

/// What the library keeps after its first product, beside what we gave it.
void measure_library_memory(Gpu& gpu, const CublasLt& blas, double before_mib) {
    constexpr std::size_t operand = std::size_t{8} << 20; // 2048 x 2048 in 16 bit
    const ProductType& type = *product_type(gpu.facts().compute_capability >= 80 ? "bf16" : "fp16");
    Product first(blas, type, {"first", 'f', 2048, 2048, 2048});
    if (!first.supported()) return;
    const Buffer a(gpu, operand), b(gpu, operand), d(gpu, operand);
    gpu.fill(a, type.fill);
    gpu.fill(b, type.fill);
    first.run(0, {a, b, d}, gpu.stream());
    gpu.wait(gpu.stream());
    const double ours = static_cast<double>(blas.bytes() + 3 * operand) / mib;
    const double grown = used_mib(gpu) - before_mib - ours;
    if (grown > 0.0)
        gpu.run().emit(
            gpu.run().result("cublaslt_memory", grown, counted(), gpu.standing_doubts()));
}

bool open_blas(Gpu& gpu, CublasLt& blas) {
    const double before = used_mib(gpu);
    if (!blas.open(gpu)) return false;
    measure_library_memory(gpu, blas, before);
    return true;
}

void measure_with_blas(Gpu& gpu) {
    Run& run = gpu.run();
    CublasLt blas;
    const bool enough = gpu.memory_budget() >= least_for_products;
    std::optional<bool> opened; // when the first stage needs it
    const auto stage = [&](const char* name, void (*measure)(Gpu&, const CublasLt&)) {
        if (!run.begin(name)) return;
        with_memory(gpu, name, [&] {
            if (enough && !opened) opened = open_blas(gpu, blas);
            if (opened.value_or(false)) return measure(gpu, blas);
            run.skip(name, enough ? "no_cublaslt" : "memory",
                     enough ? "no libcublasLt for this driver; matrix rates keep the preset"
                            : "less than 1.5 GiB are free");
        });
    };
    stage("products", measure_products);
    stage("sustained", measure_sustained);
    run.begin("attention"); // never: says why
    stage("overlap", measure_overlap);
}

} // namespace

void with_memory(Gpu& gpu, const char* stage, const std::function<void()>& measure) {
    for (const bool again : {true, false}) {
        try {
            return measure();
        } catch (const Failure& failure) {
            if (failure.exit != Exit::no_memory) throw;
        }
        if (again) gpu.halve_memory_budget();
    }
    gpu.run().skip(stage, "memory", "the GPU has not enough free memory");
}

void list_gpus(Run& run) {
    const Driver driver;
    for (int i = 0; i < driver.devices(); ++i)
        run.emit(device_line(Gpu(run, driver, i), i));
}

void measure_gpu(Run& run) {
    run.begin("facts");
    const Driver driver;
    Gpu gpu(run, driver, run.device());
    run.emit(device_line(gpu, run.device()));
    refuse_what_others_use(gpu);
    measure_context(gpu);
    if (run.begin("launch")) measure_launch(gpu);
    if (run.begin("bandwidth")) with_memory(gpu, "bandwidth", [&] { measure_bandwidth(gpu); });
    if (run.begin("host_link")) with_memory(gpu, "host_link", [&] { measure_host_link(gpu); });
    measure_with_blas(gpu);
    if (run.begin("peers")) with_memory(gpu, "peers", [&] { measure_peers(gpu); });
    run.check();
}

} // namespace headroom::probe
