#include "app/probe/cuda/driver.hpp"

#include "app/probe/cuda/other_vendors.hpp"
#include "app/probe/outcome.hpp"

#include <string>

namespace headroom::probe {
namespace {

constexpr int oldest_version = 11000;

Failure failure_of(cu::Result result, const std::string& said) {
    switch (result) {
    case cu::no_device: return {Exit::no_device, "no_device", said};
    case cu::stub_library:
        return {Exit::no_driver, "driver_stub",
                said + "; this is the toolkit's stub library, not a driver"};
    case cu::system_not_ready:
        return {Exit::no_driver, "system_not_ready",
                said + "; on machines with NVSwitch: the fabric manager is not running"};
    case cu::system_driver_mismatch:
        return {Exit::no_driver, "driver_mismatch",
                said + "; the driver was updated and not loaded again: reboot"};
    case cu::device_unavailable:
        return {Exit::device_busy, "device_busy",
                said + "; exclusive-process mode, and another program has it"};
    case cu::out_of_memory: return {Exit::no_memory, "out_of_memory", said};
    case cu::launch_timeout: return {Exit::device_error, "display_watchdog", said};
    case cu::ecc_uncorrectable: return {Exit::device_error, "ecc_error", said};
    default: return {Exit::device_error, "device_error", said};
    }
}

} // namespace

void Driver::check(cu::Result result, const char* what) const {
    if (result == cu::success) return;
    const char* name = nullptr;
    if (GetErrorName != nullptr) GetErrorName(result, &name);
    throw failure_of(result, std::string(what) + ": " + (name != nullptr ? name : "error") + " (" +
                                 std::to_string(result) + ")");
}

Driver::Driver() {
    if (!library_.open(library_names("libcuda.so.1"))) {
        const std::string others = other_vendors();
        if (!others.empty())
            throw Failure{Exit::no_device, "unsupported_vendor",
                          "only NVIDIA GPUs can be measured; this machine has " + others};
        throw Failure{Exit::no_driver, "no_driver",
                      "libcuda.so.1 is not installed: there is no NVIDIA driver"};
    }
    bool complete = true;
#define HEADROOM_GET(member, symbol, ...) complete &= library_.get(member, symbol);
    HEADROOM_CUDA_FUNCTIONS(HEADROOM_GET)
#undef HEADROOM_GET
    if (DriverGetVersion != nullptr) DriverGetVersion(&version_);
    const std::string version =
        std::to_string(version_ / 1000) + "." + std::to_string(version_ % 1000 / 10);
    if (complete || version_ > 0) {
        if (version_ > 0 && version_ < oldest_version)
            throw Failure{Exit::driver_too_old, "driver_too_old",
                          "the driver knows CUDA " + version + "; 11.0 or newer is needed"};
    }
    if (!complete)
        throw Failure{Exit::no_driver, "no_driver", "libcuda.so.1 lacks functions of CUDA 11"};
    check(Init(0), "cuInit");
    check(DeviceGetCount(&devices_), "cuDeviceGetCount");
    if (devices_ == 0) throw Failure{Exit::no_device, "no_device", "the driver lists no device"};
}

int Driver::attribute(int which, cu::Device device) const {
    int value = 0;
    return DeviceGetAttribute(&value, which, device) == cu::success ? value : 0;
}

} // namespace headroom::probe
