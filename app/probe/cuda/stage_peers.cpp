// A product beside a copy, and copies between GPUs whose data are compared: with an IOMMU the
// driver may say that peers reach each other and lose every byte.
#include "app/probe/cuda/cublaslt.hpp"
#include "app/probe/cuda/stages.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace headroom::probe {
namespace {

constexpr std::size_t peer_bytes = std::size_t{32} << 20;
constexpr int most_peers = 8;

/// A 32-bit pattern that is different at every place and for every pair.
std::vector<std::uint32_t> pattern_of(int from, int to) {
    std::vector<std::uint32_t> words(peer_bytes / sizeof(std::uint32_t));
    auto value = static_cast<std::uint32_t>(from * 1021 + to * 31 + 1);
    for (std::uint32_t& word : words)
        word = value = value * 1664525U + 1013904223U;
    return words;
}

/// GPUs opened as they are needed, in this process.
class Neighbours {
  public:
    explicit Neighbours(Gpu& first) : first_(first) {}

    Gpu& at(int index) {
        if (index == first_.run().device()) return first_;
        std::unique_ptr<Gpu>& gpu = others_[index];
        if (!gpu) {
            gpu = std::make_unique<Gpu>(first_.run(), first_.cuda(), index);
            gpu->open();
        }
        return *gpu;
    }

  private:
    Gpu& first_;
    std::map<int, std::unique_ptr<Gpu>> others_;
};

void allow_access(Gpu& from, Gpu& to) {
    from.make_current();
    const cu::Result result = from.cuda().CtxEnablePeerAccess(to.context(), 0);
    if (result != cu::peer_already_enabled) from.cuda().check(result, "cuCtxEnablePeerAccess");
}

void measure_pair(Gpu& from, Gpu& to, int i, int j) {
    Run& run = from.run();
    int access = 0;
    from.cuda().DeviceCanAccessPeer(&access, from.device(), to.device());
    if (access != 0) allow_access(from, to);
    to.make_current();
    const Buffer target(to, peer_bytes);
    std::vector<std::uint32_t> arrived(peer_bytes / sizeof(std::uint32_t), 0);
    to.upload(target.at(), arrived.data(), peer_bytes);
    from.make_current();
    const Buffer source(from, peer_bytes);
    const std::vector<std::uint32_t> sent = pattern_of(i, j);
    from.upload(source.at(), sent.data(), peer_bytes);
    const auto copy = [&](int) {
        from.cuda().check(from.cuda().CopyPeer(target.at(), to.context(), source.at(),
                                               from.context(), peer_bytes, from.stream()),
                          "cuMemcpyPeer");
    };
    Timed timed = from.measure(7, 0.01, copy);
    to.make_current();
    to.download(arrived.data(), target.at(), peer_bytes);
    timed.doubts.add_if(arrived != sent, "corrupt_peer");
    from.make_current();
    run.emit(run.result("peer_" + std::to_string(i) + "_" + std::to_string(j),
                        static_cast<double>(peer_bytes) / timed.summary.median / 1e9, timed.summary,
                        timed.doubts)
                 .whole("from", i)
                 .whole("to", j)
                 .whole("bytes", static_cast<long long>(peer_bytes))
                 .flag("access", access != 0));
}

} // namespace

void measure_peers(Gpu& gpu) {
    const int devices = std::min(gpu.cuda().devices(), most_peers);
    Run& run = gpu.run();
    if (devices < 2) return run.skip("peers", "one_gpu", "there is no other GPU");
    Neighbours neighbours(gpu);
    for (int i = 0; i < devices; ++i)
        for (int j = 0; j < devices; ++j) {
            const bool of_interest = run.thorough() || i == run.device() || j == run.device();
            if (i == j || !of_interest) continue;
            measure_pair(neighbours.at(i), neighbours.at(j), i, j);
        }
    gpu.make_current();
}

void measure_overlap(Gpu& gpu, const CublasLt& blas) {
    Run& run = gpu.run();
    const ProductType& type = *product_type("bf16");
    const ProbeShape shape{"square_4k", 'f', 4096, 4096, 4096};
    Product product(blas, type, shape);
    if (!product.supported())
        return run.skip("overlap_copy", "not_supported", "no product in bf16");
    constexpr std::size_t operand = std::size_t{256} << 20, copied = std::size_t{64} << 20;
    const Buffer a(gpu, operand), b(gpu, operand), d(gpu, operand), landed(gpu, copied);
    const PinnedMemory host(gpu, copied);
    gpu.fill(a, type.fill);
    gpu.fill(b, type.fill);
    const Gpu::Work work = [&](int i) { product.run(i, {a, b, d}, gpu.stream()); };
    const Gpu::Work copy = [&](int) {
        gpu.cuda().check(
            gpu.cuda().CopyToDevice(landed.at(), host.data(), copied, gpu.second_stream()), "copy");
    };
    const double once = gpu.batch(8, work).seconds;
    const double copy_s = gpu.batch_pair(1, work, 4, copy).second;
    const int products = std::clamp(static_cast<int>(6 * copy_s / once), 8, 300);
    std::vector<double> alone, together, other;
    for (int i = 0; i < 11; ++i) { // in turn, so that heat is the same for both
        Run::check();
        alone.push_back(gpu.batch(products, work).seconds * products);
        const Gpu::Pair both = gpu.batch_pair(products, work, 4, copy);
        together.push_back(both.first * products);
        other.push_back(both.second * 4);
    }
    const Summary with = summarise(together);
    const double alone_s = summarise(alone).median, other_s = summarise(other).median;
    run.emit(run.result("overlap_copy", std::max((with.median - alone_s) / other_s, 1e-3), with,
                        gpu.standing_doubts())
                 .number("alone_s", alone_s)
                 .number("together_s", with.median)
                 .number("other_s", other_s));
}

} // namespace headroom::probe
