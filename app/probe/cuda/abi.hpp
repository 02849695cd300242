// The few declarations of NVIDIA's C interfaces that the probe uses, so that no toolkit is needed
// to build it and none to run it: driver, NVML, cuBLASLt and NCCL are opened at run time.
//
// Numbers and layouts are checked against the real headers by abi_check.cpp where a toolkit is
// found. Names follow NVIDIA's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace headroom::probe::cu {

using Result = int;
using Device = int;
using Pointer = unsigned long long; // CUdeviceptr
using Context = void*;
using Module = void*;
using Function = void*;
using Stream = void*;
using Event = void*;

enum : Result {
    success = 0,
    invalid_value = 1,
    out_of_memory = 2,
    stub_library = 34,
    device_unavailable = 46,
    no_device = 100,
    ecc_uncorrectable = 214,
    not_ready = 600,
    peer_already_enabled = 704,
    launch_timeout = 702,
    launch_failed = 719,
    system_not_ready = 802,
    system_driver_mismatch = 803,
};

enum : int { // CUdevice_attribute
    attribute_sm_count = 16,
    attribute_kernel_timeout = 17,
    attribute_compute_mode = 20,
    attribute_memory_clock = 36, // kHz
    attribute_bus_width = 37,    // bits
    attribute_l2_bytes = 38,
    attribute_major = 75,
    attribute_minor = 76,
};
enum : int { compute_prohibited = 2 }; // CUcomputemode
enum : unsigned {
    host_alloc_mapped = 2,   // CU_MEMHOSTALLOC_DEVICEMAP
    stream_non_blocking = 1, // CU_STREAM_NON_BLOCKING
    event_default = 0,
    event_no_timing = 2, // CU_EVENT_DISABLE_TIMING
};

} // namespace headroom::probe::cu

namespace headroom::probe::lt { // cuBLASLt

using Status = int;
using Handle = void*;
using Operation = void*; // cublasLtMatmulDesc_t
using Layout = void*;
using Preference = void*;

enum : int { r32f = 0, r16f = 2, r16bf = 14, r8f_e4m3 = 28, r4f_e2m1 = 33 }; // cudaDataType_t
enum : int { compute_32f = 68, compute_32f_fast_tf32 = 77 };                 // cublasComputeType_t
enum : int { op_n = 0, op_t = 1 };                                           // cublasOperation_t
enum : int {                                                                 // of Operation
    set_transa = 3,
    set_transb = 4,
    set_a_scale = 17,
    set_b_scale = 18,
    set_fast_accumulation = 25,
    set_a_scale_mode = 31,
    set_b_scale_mode = 32,
};
enum : int { scale_vec16_ue4m3 = 1, preference_workspace = 1 };

struct Algorithm {
    std::uint64_t data[8];
};
struct Heuristic { // cublasLtMatmulHeuristicResult_t
    Algorithm algorithm;
    std::size_t workspace;
    Status state;
    float waves;
    int reserved[4];
};

} // namespace headroom::probe::lt

namespace headroom::probe::nvml {

using Return = int;
using Device = void*;

struct Memory { // nvmlMemory_v2_t
    unsigned version;
    unsigned long long total, reserved, free, used;
};
inline constexpr unsigned memory_version = static_cast<unsigned>(sizeof(Memory)) | 2U << 24U;

struct Process { // nvmlProcessInfo_t of the calls _v2 and _v3
    unsigned pid;
    unsigned long long used;
    unsigned gpu_instance, compute_instance;
};
struct Utilization {
    unsigned gpu, memory;
};
struct FieldValue { // nvmlFieldValue_t
    unsigned field, scope;
    long long timestamp, latency_us;
    int type;
    Return result;
    std::uint64_t value;
};
enum : unsigned { field_nvlink_speed_mb_s = 90, field_nvlink_count = 91 };
enum : int { clock_sm = 1, clock_memory = 2, temperature_gpu = 0, threshold_slowdown = 1 };
enum : int { virtualization_vgpu = 2 };

enum : unsigned long long { // nvmlClocksEventReasons
    reason_sw_power_cap = 4,
    reason_hw_slowdown = 8,
    reason_sw_thermal = 32,
    reason_hw_thermal = 64,
    reason_hw_power_brake = 128,
};

} // namespace headroom::probe::nvml

namespace headroom::probe::nccl {

using Result = int;
using Communicator = void*;
enum : int { success = 0, in_progress = 7, bfloat16 = 9, sum = 0 };
struct UniqueId {
    char bytes[128];
};

} // namespace headroom::probe::nccl
