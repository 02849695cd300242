// Compiled only where a CUDA toolkit is found, and never run: abi.hpp against the real headers.
#include "app/probe/cuda/abi.hpp"

#include <cublasLt.h>
#include <cuda.h>

#if __has_include(<nccl.h>)
#include <nccl.h>
#endif
#if __has_include(<nvml.h>)
#include <nvml.h>
#endif

namespace headroom::probe {
namespace {

#define SAME(ours, theirs) static_assert(static_cast<long long>(ours) == (long long)(theirs))

SAME(cu::invalid_value, CUDA_ERROR_INVALID_VALUE);
SAME(cu::out_of_memory, CUDA_ERROR_OUT_OF_MEMORY);
SAME(cu::stub_library, CUDA_ERROR_STUB_LIBRARY);
SAME(cu::device_unavailable, CUDA_ERROR_DEVICE_UNAVAILABLE);
SAME(cu::no_device, CUDA_ERROR_NO_DEVICE);
SAME(cu::ecc_uncorrectable, CUDA_ERROR_ECC_UNCORRECTABLE);
SAME(cu::not_ready, CUDA_ERROR_NOT_READY);
SAME(cu::peer_already_enabled, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
SAME(cu::launch_timeout, CUDA_ERROR_LAUNCH_TIMEOUT);
SAME(cu::launch_failed, CUDA_ERROR_LAUNCH_FAILED);
SAME(cu::system_not_ready, CUDA_ERROR_SYSTEM_NOT_READY);
SAME(cu::system_driver_mismatch, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
SAME(cu::attribute_sm_count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
SAME(cu::attribute_kernel_timeout, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT);
SAME(cu::attribute_compute_mode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE);
SAME(cu::attribute_memory_clock, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
SAME(cu::attribute_bus_width, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
SAME(cu::attribute_l2_bytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
SAME(cu::attribute_major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
SAME(cu::attribute_minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
SAME(cu::compute_prohibited, CU_COMPUTEMODE_PROHIBITED);
SAME(cu::host_alloc_mapped, CU_MEMHOSTALLOC_DEVICEMAP);
SAME(cu::stream_non_blocking, CU_STREAM_NON_BLOCKING);
SAME(cu::event_default, CU_EVENT_DEFAULT);
SAME(cu::event_no_timing, CU_EVENT_DISABLE_TIMING);
SAME(sizeof(cu::Pointer), sizeof(CUdeviceptr));

SAME(lt::r32f, CUDA_R_32F);
SAME(lt::r16f, CUDA_R_16F);
SAME(lt::r16bf, CUDA_R_16BF);
SAME(lt::r8f_e4m3, CUDA_R_8F_E4M3);
SAME(lt::r4f_e2m1, CUDA_R_4F_E2M1);
SAME(lt::compute_32f, CUBLAS_COMPUTE_32F);
SAME(lt::compute_32f_fast_tf32, CUBLAS_COMPUTE_32F_FAST_TF32);
SAME(lt::op_n, CUBLAS_OP_N);
SAME(lt::op_t, CUBLAS_OP_T);
SAME(lt::set_transa, CUBLASLT_MATMUL_DESC_TRANSA);
SAME(lt::set_transb, CUBLASLT_MATMUL_DESC_TRANSB);
SAME(lt::set_a_scale, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER);
SAME(lt::set_b_scale, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER);
SAME(lt::set_fast_accumulation, CUBLASLT_MATMUL_DESC_FAST_ACCUM);
SAME(lt::set_a_scale_mode, CUBLASLT_MATMUL_DESC_A_SCALE_MODE);
SAME(lt::set_b_scale_mode, CUBLASLT_MATMUL_DESC_B_SCALE_MODE);
SAME(lt::scale_vec16_ue4m3, CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3);
SAME(lt::preference_workspace, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES);
SAME(sizeof(lt::Algorithm), sizeof(cublasLtMatmulAlgo_t));
SAME(sizeof(lt::Heuristic), sizeof(cublasLtMatmulHeuristicResult_t));
SAME(offsetof(lt::Heuristic, workspace), offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
SAME(offsetof(lt::Heuristic, state), offsetof(cublasLtMatmulHeuristicResult_t, state));
SAME(offsetof(lt::Heuristic, waves), offsetof(cublasLtMatmulHeuristicResult_t, wavesCount));

#ifdef NCCL_VERSION_CODE
SAME(nccl::success, ncclSuccess);
SAME(nccl::in_progress, ncclInProgress);
SAME(nccl::bfloat16, ncclBfloat16);
SAME(nccl::sum, ncclSum);
SAME(sizeof(nccl::UniqueId), sizeof(ncclUniqueId));
#endif

#ifdef NVML_API_VERSION
SAME(sizeof(nvml::Memory), sizeof(nvmlMemory_v2_t));
SAME(nvml::memory_version, nvmlMemory_v2);
SAME(sizeof(nvml::Process), sizeof(nvmlProcessInfo_t));
SAME(sizeof(nvml::Utilization), sizeof(nvmlUtilization_t));
SAME(sizeof(nvml::FieldValue), sizeof(nvmlFieldValue_t));
SAME(nvml::field_nvlink_speed_mb_s, NVML_FI_DEV_NVLINK_SPEED_MBPS_COMMON);
SAME(nvml::field_nvlink_count, NVML_FI_DEV_NVLINK_LINK_COUNT);
SAME(nvml::clock_sm, NVML_CLOCK_SM);
SAME(nvml::clock_memory, NVML_CLOCK_MEM);
SAME(nvml::temperature_gpu, NVML_TEMPERATURE_GPU);
SAME(nvml::threshold_slowdown, NVML_TEMPERATURE_THRESHOLD_SLOWDOWN);
SAME(nvml::virtualization_vgpu, NVML_GPU_VIRTUALIZATION_MODE_VGPU);
SAME(nvml::reason_sw_power_cap, nvmlClocksThrottleReasonSwPowerCap);
SAME(nvml::reason_hw_slowdown, nvmlClocksThrottleReasonHwSlowdown);
SAME(nvml::reason_sw_thermal, nvmlClocksThrottleReasonSwThermalSlowdown);
SAME(nvml::reason_hw_thermal, nvmlClocksThrottleReasonHwThermalSlowdown);
SAME(nvml::reason_hw_power_brake, nvmlClocksThrottleReasonHwPowerBrakeSlowdown);
#endif

#undef SAME

} // namespace
} // namespace headroom::probe
