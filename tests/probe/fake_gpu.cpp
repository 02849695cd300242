// A pretend NVIDIA machine in one library that plays libcuda, NVML, cuBLASLt and NCCL: a virtual
// clock, known physics, and faults. The probe's real CUDA code runs against it, in no time and
// always the same.
//
//     HEADROOM_PROBE_LIBDIR=<folder with links to it> HR_FAKE=hang HR_FAKE_GPUS=4 headroom-probe
//
// HR_FAKE: no_device old_driver stub mismatch fabric exclusive prohibited oom oom_late ecc tdr
// crash hang hang_init busy no_nvml mig throttle display capped fast unsteady corrupt nccl_hang
// nccl_fails no_p2p_hang no_blas abort_late socket
#include "app/probe/cuda/abi.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#define API extern "C" __attribute__((visibility("default")))

using namespace headroom::probe;
using U64 = unsigned long long;

namespace {

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}
const std::string fault = variable("HR_FAKE");
bool has(const char* name) { return fault == name; }

// The physics. A fit must find eta, K0 and q again; tests/probe and docs know these numbers.
constexpr double peak = 312e12, eta = 0.86, prologue_k = 217, smoothed = 0.513;
constexpr double sheet = 2.039e12, triad_share = 0.87;
constexpr double up_rate = 24.6e9, down_rate = 26.1e9, both_share = 0.8, pageable_share = 0.35;
constexpr double link_rate = 235e9, latency_s = 9e-6, latency_per_rank_s = 0.9e-6, ramp_s = 13e-6;
constexpr double floor_s = 2.2e-6, contention = 0.49;
constexpr double total_bytes = 80.0 * 1073741824.0;
constexpr int sm_count = 108;
constexpr std::size_t mib = std::size_t{1} << 20;

struct Fake {
    std::array<double, 2> now{1e-3, 1e-3}; // seconds, of stream 1 and of all others
    double cycles = 0.0, cycles_at = 0.0, busy_s = 0.0, power = 90.0, energy_j = 0.0;
    U64 used = 600 * mib;
    unsigned random = 1;
    int queries = 0, allocations = 0, contexts = 0;
    bool busy_elsewhere = false;                // something runs on the other stream of a pair
    void* current = reinterpret_cast<void*>(1); // context; memory is counted of the first GPU
    bool unloaded = true;                       // no product has run yet
};
Fake fake;

double mhz() {
    if (has("throttle") && fake.busy_s > 1.5) return 1080;
    if (has("capped") && fake.busy_s > 0.5) return 1230;
    return 1410;
}

double noise() {
    fake.random = fake.random * 1664525U + 1013904223U;
    const double share = (fake.random >> 9U) / 8388608.0 - 0.5;
    return 1.0 + share * (has("unsteady") ? 0.4 : 0.01);
}

std::size_t lane(void* stream) { return stream == reinterpret_cast<void*>(2) ? 1 : 0; }

void run(void* stream, double seconds, double watts) {
    seconds *= noise() * (lane(stream) == 0 ? 1410 / mhz() : 1.0);
    if (has("fast")) seconds /= 3;
    fake.now[lane(stream)] += seconds;
    fake.busy_s += seconds;
    fake.power = 0.9 * fake.power + 0.1 * watts;
    fake.energy_j += seconds * fake.power;
}

struct Event {
    double at = 0.0;
};
std::map<void*, std::string>& kernels() {
    static std::map<void*, std::string> names;
    return names;
}

/// Memory that really exists up to this size, so that copies of data can be compared. Large data
/// are moved once for each pair of places: repetitions would only take time.
constexpr std::size_t real_bytes = 64 * mib, always_moved = mib;
constexpr U64 unreal = 0x7000000000000000ULL;
std::map<U64, std::size_t>& allocated() {
    static std::map<U64, std::size_t> sizes;
    return sizes;
}
std::set<std::pair<U64, U64>>& moved() {
    static std::set<std::pair<U64, U64>> pairs;
    return pairs;
}
std::map<U64, std::size_t>& pinned() {
    static std::map<U64, std::size_t> sizes;
    return sizes;
}
/// The driver copies memory that is not pinned through a buffer of its own.
double host_share(const void* host, std::size_t bytes) {
    const auto at = reinterpret_cast<U64>(host);
    const auto after = pinned().upper_bound(at);
    const bool inside = after != pinned().begin() &&
                        at + bytes <= std::prev(after)->first + std::prev(after)->second;
    return inside ? 1.0 : pageable_share;
}
char* host_of(U64 at) { return reinterpret_cast<char*>(at); }

void move(U64 to, U64 from, std::size_t bytes) {
    if (to >= unreal || from >= unreal) return;
    if (bytes > always_moved && !moved().insert({to, from}).second) return;
    std::memcpy(host_of(to), host_of(from), bytes);
}

} // namespace

// ---- the driver ------------------------------------------------------------------------------
API int cuInit(unsigned) {
    while (has("hang_init"))
        pause();
    if (has("socket")) socket(AF_INET, SOCK_STREAM, 0);
    if (has("stub")) return cu::stub_library;
    if (has("mismatch")) return cu::system_driver_mismatch;
    if (has("fabric")) return cu::system_not_ready;
    return has("no_device") ? cu::no_device : cu::success;
}
API int cuDriverGetVersion(int* version) {
    *version = has("old_driver") ? 10020 : 13000;
    return 0;
}
API int cuDeviceGetCount(int* count) {
    const std::string gpus = variable("HR_FAKE_GPUS");
    *count = gpus.empty() ? 1 : std::atoi(gpus.c_str());
    return 0;
}
API int cuDeviceGet(int* device, int index) {
    *device = index;
    return 0;
}
API int cuDeviceGetName(char* name, int size, int) {
    std::strncpy(name, "FAKE A100 (tests only)", static_cast<std::size_t>(size));
    return 0;
}
API int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
    *bytes = static_cast<std::size_t>(total_bytes);
    return 0;
}
API int cuDeviceGetPCIBusId(char* id, int size, int) {
    std::strncpy(id, "0000:00:00.0", static_cast<std::size_t>(size));
    return 0;
}
API int cuDeviceGetAttribute(int* value, int which, int) {
    const std::map<int, int> known{{cu::attribute_sm_count, sm_count},
                                   {cu::attribute_kernel_timeout, has("display") ? 1 : 0},
                                   {cu::attribute_compute_mode, has("prohibited") ? 2 : 0},
                                   {cu::attribute_memory_clock, 1593000},
                                   {cu::attribute_bus_width, 5120},
                                   {cu::attribute_l2_bytes, 40 << 20},
                                   {cu::attribute_major, 8},
                                   {cu::attribute_minor, 0}};
    const auto found = known.find(which);
    *value = found == known.end() ? 0 : found->second;
    return 0;
}
API int cuDeviceCanAccessPeer(int* can, int, int) {
    *can = 1;
    return 0;
}
API int cuCtxEnablePeerAccess(void*, unsigned) { return 0; }
API int cuDevicePrimaryCtxRetain(void** context, int device) {
    if (has("exclusive")) return cu::device_unavailable;
    if (has("oom")) return cu::out_of_memory;
    if (has("crash")) std::abort();
    if (fake.contexts == 0) fake.used += 431 * mib;
    fake.contexts |= 1 << device;
    *context = reinterpret_cast<void*>(static_cast<U64>(device) + 1);
    return 0;
}
API int cuCtxSetCurrent(void* context) {
    fake.current = context;
    return 0;
}
API int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    *total = static_cast<std::size_t>(total_bytes);
    *free = *total - fake.used;
    return 0;
}
API int cuMemAlloc_v2(U64* at, std::size_t bytes) {
    if (has("oom_late") && bytes > 256 * mib) return cu::out_of_memory;
    static U64 next = unreal;
    if (bytes <= real_bytes) {
        *at = reinterpret_cast<U64>(std::calloc(1, bytes));
    } else {
        *at = next;
        next += (bytes + mib) / mib * mib;
    }
    allocated()[*at] = fake.current == reinterpret_cast<void*>(1) ? bytes : 0;
    fake.used += allocated()[*at];
    return 0;
}
API int cuMemFree_v2(U64 at) {
    fake.used -= allocated()[at];
    allocated().erase(at);
    std::erase_if(moved(),
                  [at](const auto& pair) { return pair.first == at || pair.second == at; });
    if (at < unreal) std::free(host_of(at));
    return 0;
}
API int cuMemHostAlloc(void** at, std::size_t bytes, unsigned) {
    *at = std::calloc(1, bytes);
    pinned()[reinterpret_cast<U64>(*at)] = bytes;
    return 0;
}
API int cuMemFreeHost(void* at) {
    pinned().erase(reinterpret_cast<U64>(at));
    std::free(at);
    return 0;
}
API int cuMemHostGetDevicePointer_v2(U64* to, void* host, unsigned) {
    *to = reinterpret_cast<U64>(host);
    return 0;
}
API int cuMemcpyHtoDAsync_v2(U64 to, const void* from, std::size_t bytes, void* stream) {
    move(to, reinterpret_cast<U64>(from), bytes);
    const bool beside = fake.busy_elsewhere && fake.now[1] > fake.now[0];
    const double share = (beside ? both_share : 1.0) * host_share(from, bytes);
    if (lane(stream) == 1) fake.busy_elsewhere = true;
    run(stream, 5e-6 + static_cast<double>(bytes) / (up_rate * share), 100);
    return 0;
}
API int cuMemcpyDtoHAsync_v2(void* to, U64 from, std::size_t bytes, void* stream) {
    move(reinterpret_cast<U64>(to), from, bytes);
    const bool second = lane(stream) == 1;
    if (second) fake.busy_elsewhere = true;
    const double share = (second ? both_share : 1.0) * host_share(to, bytes);
    run(stream, 5e-6 + static_cast<double>(bytes) / (down_rate * share), 100);
    return 0;
}
API int cuMemcpyPeerAsync(U64 to, void*, U64 from, void*, std::size_t bytes, void* stream) {
    if (!has("corrupt")) move(to, from, bytes);
    run(stream, 6e-6 + static_cast<double>(bytes) / 240e9, 120);
    return 0;
}
API int cuModuleLoadData(void** module, const void* text) {
    const bool ours = std::strstr(static_cast<const char*>(text), ".entry hr_gate") != nullptr;
    *module = reinterpret_cast<void*>(1);
    fake.used += 2 * mib;
    return ours ? cu::success : cu::invalid_value;
}
API int cuModuleGetFunction(void** function, void*, const char* name) {
    for (const auto& [known, its_name] : kernels())
        if (its_name == name) return *function = known, 0;
    kernels()[*function = new char] = name;
    return 0;
}

namespace {
void stamp(U64 at) {
    fake.cycles += (fake.now[0] - fake.cycles_at) * mhz() * 1e6;
    fake.cycles_at = fake.now[0];
    const std::array<U64, 3> out{static_cast<U64>(fake.now[0] * 1e9), static_cast<U64>(fake.cycles),
                                 0};
    std::memcpy(host_of(at), out.data(), sizeof out);
    fake.now[0] += 1.5e-6;
}
} // namespace

API int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                       unsigned, void* stream, void** arguments, void**) {
    const std::string& name = kernels()[function];
    const auto number = [&](int i) { return *static_cast<U64*>(arguments[i]); };
    const auto pass = [&](int i, double buffers, double share) {
        run(stream, floor_s + buffers * 16.0 * static_cast<double>(number(i)) / (sheet * share),
            260);
    };
    if (name == "hr_stamp")
        stamp(number(0));
    else if (name == "hr_read")
        pass(1, 1, triad_share * 1.03);
    else if (name == "hr_write")
        pass(1, 1, triad_share * 0.99);
    else if (name == "hr_copy")
        pass(2, 2, triad_share);
    else if (name == "hr_triad")
        pass(3, 3, triad_share);
    else
        run(stream, 2.1e-6, 90);
    if (name == "hr_gate") fake.busy_elsewhere = false;
    return 0;
}
API int cuStreamCreate(void** stream, unsigned) {
    static U64 count = 0;
    *stream = reinterpret_cast<void*>(count++ % 2 + 1);
    return 0;
}
API int cuStreamWaitEvent(void* stream, void*, unsigned) {
    fake.now[lane(stream)] = fake.now[0];
    return 0;
}
API int cuEventCreate(void** event, unsigned) {
    *event = new Event;
    return 0;
}
API int cuEventRecord(void* event, void* stream) {
    static_cast<Event*>(event)->at = fake.now[lane(stream)];
    return 0;
}
API int cuEventQuery(void*) {
    if (++fake.queries <= 40) return 0;
    if (has("hang")) return cu::not_ready;
    if (has("ecc")) return cu::ecc_uncorrectable;
    if (has("tdr")) return cu::launch_timeout;
    if (has("abort_late")) std::abort();
    return 0;
}
API int cuEventElapsedTime(float* ms, void* from, void* to) {
    *ms = static_cast<float>((static_cast<Event*>(to)->at - static_cast<Event*>(from)->at) * 1e3);
    return 0;
}
API int cuGetErrorName(int result, const char** name) {
    const std::map<int, const char*> names{
        {2, "CUDA_ERROR_OUT_OF_MEMORY"},       {34, "CUDA_ERROR_STUB_LIBRARY"},
        {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"}, {100, "CUDA_ERROR_NO_DEVICE"},
        {214, "CUDA_ERROR_ECC_UNCORRECTABLE"}, {702, "CUDA_ERROR_LAUNCH_TIMEOUT"},
        {802, "CUDA_ERROR_SYSTEM_NOT_READY"},  {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"}};
    const auto found = names.find(result);
    *name = found == names.end() ? "CUDA_ERROR_UNKNOWN" : found->second;
    return 0;
}

// ---- NVML ------------------------------------------------------------------------------------
API int nvmlInit_v2() { return has("no_nvml") ? 9 : 0; }
API int nvmlDeviceGetHandleByPciBusId_v2(const char*, void** device) {
    *device = reinterpret_cast<void*>(1);
    return 0;
}
API int nvmlSystemGetDriverVersion(char* text, unsigned size) {
    std::strncpy(text, "580.00 (fake)", size);
    return 0;
}
API int nvmlDeviceGetMemoryInfo_v2(void*, nvml::Memory* memory) {
    memory->total = static_cast<U64>(total_bytes);
    memory->reserved = 550 * mib;
    memory->used = fake.used;
    memory->free = memory->total - memory->used - memory->reserved;
    return memory->version == nvml::memory_version ? 0 : 25;
}
API int nvmlDeviceGetPowerUsage(void*, unsigned* mw) {
    *mw = static_cast<unsigned>(fake.power * 1e3);
    return 0;
}
API int nvmlDeviceGetTotalEnergyConsumption(void*, U64* mj) {
    *mj = static_cast<U64>(fake.energy_j * 1e3);
    return 0;
}
API int nvmlDeviceGetEnforcedPowerLimit(void*, unsigned* mw) {
    *mw = has("capped") ? 300000 : 400000;
    return 0;
}
API int nvmlDeviceGetPowerManagementDefaultLimit(void*, unsigned* mw) {
    *mw = 400000;
    return 0;
}
API int nvmlDeviceGetClockInfo(void*, int which, unsigned* value) {
    *value = which == nvml::clock_memory ? 1593 : static_cast<unsigned>(mhz());
    return 0;
}
API int nvmlDeviceGetMaxClockInfo(void*, int which, unsigned* value) {
    *value = which == nvml::clock_memory ? 1593 : 1410;
    return 0;
}
API int nvmlDeviceGetTemperature(void*, int, unsigned* value) {
    *value = 55;
    return 0;
}
API int nvmlDeviceGetTemperatureThreshold(void*, int, unsigned* value) {
    *value = 90;
    return 0;
}
API int nvmlDeviceGetCurrentClocksEventReasons(void*, U64* reasons) {
    *reasons = 0;
    if (has("throttle") && fake.busy_s > 1.5) *reasons = nvml::reason_sw_thermal;
    if (has("capped") && fake.busy_s > 0.5) *reasons = nvml::reason_sw_power_cap;
    return 0;
}
API int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, nvml::Process* processes) {
    *count = has("busy") ? 1 : 0;
    if (has("busy")) processes[0] = {1, U64{2} << 30U, ~0U, ~0U};
    return 0;
}
API int nvmlDeviceGetUtilizationRates(void*, nvml::Utilization* busy) {
    *busy = {has("busy") ? 97U : 0U, 0};
    return 0;
}
API int nvmlDeviceGetCurrPcieLinkGeneration(void*, unsigned* value) {
    *value = fake.busy_s > 0.01 ? 4 : 1; // links sleep while idle
    return 0;
}
API int nvmlDeviceGetCurrPcieLinkWidth(void*, unsigned* value) {
    *value = 16;
    return 0;
}
API int nvmlDeviceGetMaxPcieLinkGeneration(void*, unsigned* value) {
    *value = 4;
    return 0;
}
API int nvmlDeviceGetMaxPcieLinkWidth(void*, unsigned* value) {
    *value = 16;
    return 0;
}
API int nvmlDeviceGetFieldValues(void*, int, nvml::FieldValue* field) {
    field->value = field->field == nvml::field_nvlink_count ? 12 : 25781;
    return 0;
}
API int nvmlDeviceGetEccMode(void*, unsigned* now, unsigned* pending) {
    *now = *pending = 1;
    return 0;
}
API int nvmlDeviceGetMigMode(void*, unsigned* now, unsigned* pending) {
    *now = *pending = has("mig") ? 1 : 0;
    return 0;
}

// ---- cuBLASLt: an A100 has neither fp8 nor fp4 -------------------------------------------------
namespace {
struct Operation {
    int transpose_a = 0, transpose_b = 0;
};
struct Layout {
    int type = 0;
    double rows = 0, columns = 0;
};
struct Tile {
    double m, n, efficiency;
};
constexpr std::array<Tile, 6> tiles{Tile{256, 128, 1.0},   Tile{128, 256, 1.0},
                                    Tile{128, 128, 0.913}, Tile{128, 64, 0.827},
                                    Tile{64, 128, 0.827},  Tile{64, 64, 0.576}};

/// docs/model-step-time.md's matrix product, with constants of its own.
double product_seconds(double m, double n, double k, double bytes) {
    const double rate = bytes == 4 ? peak / 2 : peak;
    double best = INFINITY;
    for (const Tile& tile : tiles)
        for (const double split : {1.0, 2.0, 4.0, 8.0}) {
            if (split > 1 && k / split < 256) continue;
            const double waves = std::ceil(m / tile.m) * std::ceil(n / tile.n) * split / sm_count;
            const double full = (1 - smoothed) * std::ceil(waves) + smoothed * std::max(waves, 1.0);
            const double work = full * 2 * tile.m * tile.n * (k / split + prologue_k * rate / peak);
            const double compute = work * sm_count / (rate * eta * tile.efficiency);
            const double moved =
                (m * k + k * n + m * n) * bytes + (split > 1 ? 4 * m * n * split : 0);
            const double memory = moved / (0.814 * sheet);
            best = std::min(best, std::max(compute, memory) + floor_s + (split > 1 ? 2.9e-6 : 0));
        }
    return best;
}
} // namespace

API int cublasLtCreate(void** handle) {
    *handle = reinterpret_cast<void*>(1);
    return has("no_blas") ? 1 : 0;
}
API std::size_t cublasLtGetVersion() { return 130100; }
API int cublasLtMatmulDescCreate(void** operation, int, int) {
    *operation = new Operation;
    return 0;
}
API int cublasLtMatmulDescSetAttribute(void* operation, int which, const void* value, std::size_t) {
    auto* const op = static_cast<Operation*>(operation);
    if (which == lt::set_transa) std::memcpy(&op->transpose_a, value, sizeof(int));
    if (which == lt::set_transb) std::memcpy(&op->transpose_b, value, sizeof(int));
    return 0;
}
API int cublasLtMatmulDescDestroy(void* operation) {
    delete static_cast<Operation*>(operation);
    return 0;
}
API int cublasLtMatrixLayoutCreate(void** layout, int type, std::uint64_t rows,
                                   std::uint64_t columns, std::int64_t) {
    *layout = new Layout{type, static_cast<double>(rows), static_cast<double>(columns)};
    return 0;
}
API int cublasLtMatrixLayoutDestroy(void* layout) {
    delete static_cast<Layout*>(layout);
    return 0;
}
API int cublasLtMatmulPreferenceCreate(void** preference) {
    *preference = reinterpret_cast<void*>(1);
    return 0;
}
API int cublasLtMatmulPreferenceSetAttribute(void*, int, const void*, std::size_t) { return 0; }
API int cublasLtMatmulPreferenceDestroy(void*) { return 0; }
API int cublasLtMatmulAlgoGetHeuristic(void*, void*, void* a, void*, void*, void*, void*, int want,
                                       lt::Heuristic* found, int* count) {
    *count = 0;
    const int type = static_cast<Layout*>(a)->type;
    if (type == lt::r8f_e4m3 || type == lt::r4f_e2m1) return 15;
    for (; *count < want; ++*count) {
        found[*count] = {};
        found[*count].waves = 1;
        found[*count].algorithm.data[0] = static_cast<std::uint64_t>(*count);
    }
    return 0;
}
API int cublasLtMatmul(void*, void* operation, const void*, const void*, void* a, const void*,
                       void* b, const void*, const void*, void*, void*, void*,
                       const lt::Algorithm* algorithm, void*, std::size_t, void* stream) {
    const auto* const op = static_cast<Operation*>(operation);
    const auto *const la = static_cast<Layout*>(a), *const lb = static_cast<Layout*>(b);
    const double n = op->transpose_a ? la->columns : la->rows;
    const double k = op->transpose_a ? la->rows : la->columns;
    const double m = op->transpose_b ? lb->rows : lb->columns;
    if (fake.unloaded) fake.used += 60 * mib; // its own kernels
    fake.unloaded = false;
    // The third of several algorithms is the fastest, which the heuristic does not know.
    const double luck = algorithm->data[0] == 2 ? 0.97 : 1.0;
    double seconds = luck * product_seconds(m, n, k, la->type == lt::r32f ? 4 : 2);
    // Beside traffic that is under way: slower until it ends.
    const double beside = fake.now[1] - fake.now[0];
    if (lane(stream) == 0 && fake.busy_elsewhere && beside > 0)
        seconds += contention * std::min(seconds, beside) / (1 - contention);
    run(stream, seconds, 380);
    return 0;
}

// ---- NCCL: one process that has all ranks ------------------------------------------------------
namespace {
int group_ranks = 0;
double group_s = 0.0;
void* group_stream = nullptr;

/// Collectives as docs/model-step-time.md writes them, on one node.
double collective_seconds(double share, double bytes, bool all_reduce) {
    const double latency =
        (latency_s + latency_per_rank_s * group_ranks) * (all_reduce ? 1.0 : 0.83);
    const double x = share * bytes / (link_rate * (1 - 0.54 / group_ranks));
    return latency + x + std::sqrt(ramp_s * x);
}
int queue(double seconds, void* stream) {
    group_s = std::max(group_s, seconds);
    group_stream = stream;
    return 0;
}
double ring() { return (group_ranks - 1.0) / group_ranks; }
} // namespace

API int ncclGetVersion(int* version) {
    *version = 22707;
    return 0;
}
API int ncclGetUniqueId(nccl::UniqueId* id) {
    std::memset(id, 7, sizeof *id);
    return 0;
}
API int ncclCommInitAll(void** communicators, int ranks, const int*) {
    const bool peers = std::getenv("NCCL_P2P_DISABLE") == nullptr;
    while (has("nccl_hang") || (has("no_p2p_hang") && peers))
        pause();
    if (has("nccl_fails")) return 2;
    for (int i = 0; i < ranks; ++i)
        communicators[i] = reinterpret_cast<void*>(static_cast<U64>(ranks));
    group_ranks = ranks;
    fake.used += 180 * mib;
    return 0;
}
API int ncclCommInitRank(void** communicator, int ranks, nccl::UniqueId, int) {
    *communicator = reinterpret_cast<void*>(static_cast<U64>(ranks));
    group_ranks = ranks;
    return 0;
}
API int ncclGroupStart() {
    group_s = 0.0;
    return 0;
}
API int ncclGroupEnd() {
    if (lane(group_stream) == 1) fake.busy_elsewhere = true;
    run(group_stream, group_s, 150);
    return 0;
}
API int ncclAllReduce(const void*, void*, std::size_t count, int, int, void* ranks, void* stream) {
    group_ranks = static_cast<int>(reinterpret_cast<U64>(ranks));
    return queue(collective_seconds(2 * ring(), 2.0 * static_cast<double>(count), true), stream);
}
API int ncclAllGather(const void*, void*, std::size_t count, int, void* ranks, void* stream) {
    group_ranks = static_cast<int>(reinterpret_cast<U64>(ranks));
    const double bytes = 2.0 * static_cast<double>(count) * group_ranks;
    return queue(collective_seconds(ring(), bytes, false), stream);
}
API int ncclReduceScatter(const void*, void*, std::size_t count, int, int, void* ranks,
                          void* stream) {
    group_ranks = static_cast<int>(reinterpret_cast<U64>(ranks));
    const double bytes = 2.0 * static_cast<double>(count) * group_ranks;
    return queue(collective_seconds(ring(), bytes, false), stream);
}
API int ncclSend(const void*, std::size_t count, int, int, void* ranks, void* stream) {
    group_ranks = static_cast<int>(reinterpret_cast<U64>(ranks));
    const double bytes = 2.0 * static_cast<double>(count) * group_ranks;
    return queue(collective_seconds(ring(), bytes, false), stream);
}
API int ncclRecv(void*, std::size_t, int, int, void*, void*) { return 0; }
