#include "app/probe/cuda/nvml.hpp"

#include <array>
#include <unistd.h>

namespace headroom::probe {

using nvml::Return;
using Handle = nvml::Device;

Nvml::Nvml(const char* pci_bus_id) {
    Return (*init)() = nullptr;
    Return (*find)(const char*, Handle*) = nullptr;
    const bool opened = library_.open(library_names("libnvidia-ml.so.1")) &&
                        library_.get(init, "nvmlInit_v2") &&
                        library_.get(find, "nvmlDeviceGetHandleByPciBusId_v2");
    if (!opened || init() != 0 || find(pci_bus_id, &device_) != 0) device_ = nullptr;
}

template <class... Arguments>
std::optional<double> Nvml::number(const char* symbol, Arguments... arguments) const {
    Return (*get)(Handle, Arguments..., unsigned*) = nullptr;
    unsigned value = 0;
    if (!available() || !library_.get(get, symbol) || get(device_, arguments..., &value) != 0)
        return std::nullopt;
    return value;
}

std::optional<bool> Nvml::flag(const char* symbol) const {
    Return (*get)(Handle, int*) = nullptr;
    int value = 0;
    if (!available() || !library_.get(get, symbol) || get(device_, &value) != 0)
        return std::nullopt;
    return value != 0;
}

std::optional<bool> Nvml::first_of_two(const char* symbol) const {
    Return (*get)(Handle, unsigned*, unsigned*) = nullptr;
    unsigned now = 0, pending = 0;
    if (!available() || !library_.get(get, symbol) || get(device_, &now, &pending) != 0)
        return std::nullopt;
    return now != 0;
}

std::optional<double> Nvml::field(unsigned which) const {
    Return (*get)(Handle, int, nvml::FieldValue*) = nullptr;
    nvml::FieldValue value{};
    value.field = which;
    if (!available() || !library_.get(get, "nvmlDeviceGetFieldValues") ||
        get(device_, 1, &value) != 0 || value.result != 0)
        return std::nullopt;
    return static_cast<double>(value.value & 0xffffffffULL); // an unsigned int, whatever the union
}

std::optional<nvml::Memory> Nvml::memory() const {
    Return (*get)(Handle, nvml::Memory*) = nullptr;
    nvml::Memory memory{nvml::memory_version, 0, 0, 0, 0};
    if (!available() || !library_.get(get, "nvmlDeviceGetMemoryInfo_v2") ||
        get(device_, &memory) != 0)
        return std::nullopt;
    return memory;
}

namespace {
std::optional<double> scaled(std::optional<double> value, double factor) {
    if (value) *value *= factor;
    return value;
}
} // namespace

std::optional<double> Nvml::power_w() const {
    return scaled(number("nvmlDeviceGetPowerUsage"), 1e-3);
}
std::optional<double> Nvml::power_cap_w() const {
    return scaled(number("nvmlDeviceGetEnforcedPowerLimit"), 1e-3);
}
std::optional<double> Nvml::default_power_cap_w() const {
    return scaled(number("nvmlDeviceGetPowerManagementDefaultLimit"), 1e-3);
}
std::optional<double> Nvml::energy_j() const {
    Return (*get)(Handle, unsigned long long*) = nullptr;
    unsigned long long millijoules = 0;
    if (!available() || !library_.get(get, "nvmlDeviceGetTotalEnergyConsumption") ||
        get(device_, &millijoules) != 0)
        return std::nullopt;
    return static_cast<double>(millijoules) * 1e-3;
}
std::optional<double> Nvml::clock_mhz(int which) const {
    return number("nvmlDeviceGetClockInfo", which);
}
std::optional<double> Nvml::max_clock_mhz(int which) const {
    return number("nvmlDeviceGetMaxClockInfo", which);
}
std::optional<double> Nvml::temperature_c() const {
    return number("nvmlDeviceGetTemperature", +nvml::temperature_gpu);
}
std::optional<double> Nvml::slowdown_temperature_c() const {
    return number("nvmlDeviceGetTemperatureThreshold", +nvml::threshold_slowdown);
}
std::optional<double> Nvml::pcie_generation() const {
    return number("nvmlDeviceGetCurrPcieLinkGeneration");
}
std::optional<double> Nvml::pcie_width() const { return number("nvmlDeviceGetCurrPcieLinkWidth"); }
std::optional<double> Nvml::max_pcie_generation() const {
    return number("nvmlDeviceGetMaxPcieLinkGeneration");
}
std::optional<double> Nvml::max_pcie_width() const {
    return number("nvmlDeviceGetMaxPcieLinkWidth");
}
std::optional<double> Nvml::nvlinks() const { return field(nvml::field_nvlink_count); }
std::optional<double> Nvml::nvlink_gb_s() const {
    return scaled(field(nvml::field_nvlink_speed_mb_s), 1e-3);
}
std::optional<double> Nvml::busy_percent() const {
    Return (*get)(Handle, nvml::Utilization*) = nullptr;
    nvml::Utilization busy{};
    if (!available() || !library_.get(get, "nvmlDeviceGetUtilizationRates") ||
        get(device_, &busy) != 0)
        return std::nullopt;
    return busy.gpu;
}
std::optional<bool> Nvml::ecc() const { return first_of_two("nvmlDeviceGetEccMode"); }
std::optional<bool> Nvml::mig() const { return first_of_two("nvmlDeviceGetMigMode"); }
std::optional<bool> Nvml::display() const { return flag("nvmlDeviceGetDisplayActive"); }
std::optional<bool> Nvml::persistence() const { return flag("nvmlDeviceGetPersistenceMode"); }
std::optional<bool> Nvml::virtual_gpu() const {
    const std::optional<double> mode = number("nvmlDeviceGetVirtualizationMode");
    if (!mode) return std::nullopt;
    return static_cast<int>(*mode) == nvml::virtualization_vgpu;
}
std::optional<bool> Nvml::pending_repair() const {
    Return (*get)(Handle, unsigned*, unsigned*, unsigned*, unsigned*) = nullptr;
    unsigned corrected = 0, uncorrected = 0, pending = 0, failed = 0;
    if (!available() || !library_.get(get, "nvmlDeviceGetRemappedRows") ||
        get(device_, &corrected, &uncorrected, &pending, &failed) != 0)
        return std::nullopt;
    return pending != 0;
}

std::string Nvml::driver() const {
    Return (*get)(char*, unsigned) = nullptr;
    std::array<char, 96> version{};
    if (!available() || !library_.get(get, "nvmlSystemGetDriverVersion") ||
        get(version.data(), version.size()) != 0)
        return "";
    return version.data();
}

std::optional<int> Nvml::other_processes() const {
    Return (*get)(Handle, unsigned*, nvml::Process*) = nullptr;
    std::array<nvml::Process, 128> processes{};
    unsigned count = processes.size();
    const bool found = library_.get(get, "nvmlDeviceGetComputeRunningProcesses_v3") ||
                       library_.get(get, "nvmlDeviceGetComputeRunningProcesses_v2");
    if (!available() || !found || get(device_, &count, processes.data()) != 0) return std::nullopt;
    int others = 0;
    for (unsigned i = 0; i < count && i < processes.size(); ++i)
        others += processes[i].pid != static_cast<unsigned>(getpid()) ? 1 : 0;
    return others;
}

unsigned long long Nvml::clock_reasons() const {
    Return (*get)(Handle, unsigned long long*) = nullptr;
    unsigned long long reasons = 0;
    const bool found = library_.get(get, "nvmlDeviceGetCurrentClocksEventReasons") ||
                       library_.get(get, "nvmlDeviceGetCurrentClocksThrottleReasons");
    return available() && found && get(device_, &reasons) == 0 ? reasons : 0;
}

std::vector<unsigned long> Nvml::near_processors() const {
    Return (*get)(Handle, unsigned, unsigned long*) = nullptr;
    std::vector<unsigned long> bits(16); // 1024 processors, as the kernel's own set
    if (!available() || !library_.get(get, "nvmlDeviceGetCpuAffinity") ||
        get(device_, static_cast<unsigned>(bits.size()), bits.data()) != 0)
        return {};
    return bits;
}

} // namespace headroom::probe
