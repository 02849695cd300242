// The CUDA driver, opened at run time.
//
//     Driver cuda;                                     // throws Failure when there is none
//     cuda.check(cuda.MemAlloc(&pointer, bytes), "cuMemAlloc");
#pragma once

#include "app/probe/cuda/abi.hpp"
#include "app/probe/library.hpp"

namespace headroom::probe {

/// X(member, symbol, arguments...): every function the probe calls.
#define HEADROOM_CUDA_FUNCTIONS(X)                                                                 \
    X(Init, "cuInit", unsigned)                                                                    \
    X(DriverGetVersion, "cuDriverGetVersion", int*)                                                \
    X(DeviceGetCount, "cuDeviceGetCount", int*)                                                    \
    X(DeviceGet, "cuDeviceGet", cu::Device*, int)                                                  \
    X(DeviceGetName, "cuDeviceGetName", char*, int, cu::Device)                                    \
    X(DeviceTotalMem, "cuDeviceTotalMem_v2", std::size_t*, cu::Device)                             \
    X(DeviceGetAttribute, "cuDeviceGetAttribute", int*, int, cu::Device)                           \
    X(DeviceGetPCIBusId, "cuDeviceGetPCIBusId", char*, int, cu::Device)                            \
    X(DeviceCanAccessPeer, "cuDeviceCanAccessPeer", int*, cu::Device, cu::Device)                  \
    X(CtxEnablePeerAccess, "cuCtxEnablePeerAccess", cu::Context, unsigned)                         \
    X(PrimaryCtxRetain, "cuDevicePrimaryCtxRetain", cu::Context*, cu::Device)                      \
    X(CtxSetCurrent, "cuCtxSetCurrent", cu::Context)                                               \
    X(MemGetInfo, "cuMemGetInfo_v2", std::size_t*, std::size_t*)                                   \
    X(MemAlloc, "cuMemAlloc_v2", cu::Pointer*, std::size_t)                                        \
    X(MemFree, "cuMemFree_v2", cu::Pointer)                                                        \
    X(MemHostAlloc, "cuMemHostAlloc", void**, std::size_t, unsigned)                               \
    X(MemFreeHost, "cuMemFreeHost", void*)                                                         \
    X(HostGetDevicePointer, "cuMemHostGetDevicePointer_v2", cu::Pointer*, void*, unsigned)         \
    X(CopyToDevice, "cuMemcpyHtoDAsync_v2", cu::Pointer, const void*, std::size_t, cu::Stream)     \
    X(CopyToHost, "cuMemcpyDtoHAsync_v2", void*, cu::Pointer, std::size_t, cu::Stream)             \
    X(CopyPeer, "cuMemcpyPeerAsync", cu::Pointer, cu::Context, cu::Pointer, cu::Context,           \
      std::size_t, cu::Stream)                                                                     \
    X(ModuleLoadData, "cuModuleLoadData", cu::Module*, const void*)                                \
    X(ModuleGetFunction, "cuModuleGetFunction", cu::Function*, cu::Module, const char*)            \
    X(LaunchKernel, "cuLaunchKernel", cu::Function, unsigned, unsigned, unsigned, unsigned,        \
      unsigned, unsigned, unsigned, cu::Stream, void**, void**)                                    \
    X(StreamCreate, "cuStreamCreate", cu::Stream*, unsigned)                                       \
    X(StreamWaitEvent, "cuStreamWaitEvent", cu::Stream, cu::Event, unsigned)                       \
    X(EventCreate, "cuEventCreate", cu::Event*, unsigned)                                          \
    X(EventRecord, "cuEventRecord", cu::Event, cu::Stream)                                         \
    X(EventQuery, "cuEventQuery", cu::Event)                                                       \
    X(EventElapsedTime, "cuEventElapsedTime", float*, cu::Event, cu::Event)                        \
    X(GetErrorName, "cuGetErrorName", cu::Result, const char**)

class Driver {
  public:
    /// Opens and starts the driver. Throws Failure: no driver, too old a one, none that works.
    Driver();

#define HEADROOM_DECLARE(member, symbol, ...) cu::Result (*member)(__VA_ARGS__) = nullptr;
    HEADROOM_CUDA_FUNCTIONS(HEADROOM_DECLARE)
#undef HEADROOM_DECLARE

    /// Throws Failure with the exit status and the advice that belong to `result`.
    void check(cu::Result result, const char* what) const;

    int version() const { return version_; } // 13010 is CUDA 13.1
    int devices() const { return devices_; }
    int attribute(int which, cu::Device device) const; // 0 when not known

  private:
    Library library_;
    int version_ = 0;
    int devices_ = 0;
};

} // namespace headroom::probe
