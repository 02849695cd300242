// The facts of a GPU, read before any context exists, and the line that says them.
#include "app/probe/cuda/gpu.hpp"
#include "app/probe/cuda/stages.hpp"

#include <array>

namespace headroom::probe {
namespace {

constexpr double gib = 1073741824.0;
constexpr double busy_percent = 5.0;

std::string pci_bus_id(const Driver& cuda, cu::Device device) {
    std::array<char, 32> id{};
    cuda.DeviceGetPCIBusId(id.data(), static_cast<int>(id.size()) - 1, device);
    return id.data();
}

cu::Device device_of(const Driver& cuda, int index) {
    if (index >= cuda.devices())
        throw Failure{Exit::no_device, "no_device",
                      "the driver lists " + std::to_string(cuda.devices()) + " devices"};
    cu::Device device = 0;
    cuda.check(cuda.DeviceGet(&device, index), "cuDeviceGet");
    return device;
}

std::optional<double> gib_of(const std::optional<nvml::Memory>& memory,
                             unsigned long long nvml::Memory::*field) {
    if (!memory) return std::nullopt;
    return static_cast<double>((*memory).*field) / gib;
}

std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

} // namespace

Gpu::Gpu(Run& run, const Driver& driver, int index)
    : run_(run), cuda_(driver), index_(index), device_(device_of(driver, index)),
      nvml_(pci_bus_id(driver, device_).c_str()) {
    read_facts();
    standing_doubts_.add_if(facts_.other_processes.value_or(0) > 0, "other_process");
    standing_doubts_.add_if(facts_.busy_percent.value_or(0.0) > busy_percent, "busy_before");
    standing_doubts_.add_if(!nvml_.available(), "no_nvml");
    standing_doubts_.add_if(facts_.mig.value_or(false), "mig");
    standing_doubts_.add_if(facts_.virtual_gpu.value_or(false), "vgpu");
}

void Gpu::read_facts() {
    std::array<char, 128> name{};
    cuda_.DeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device_);
    facts_.name = name.data();
    const auto attribute = [&](int which) { return cuda_.attribute(which, device_); };
    facts_.sm = attribute(cu::attribute_sm_count);
    facts_.compute_capability =
        attribute(cu::attribute_major) * 10 + attribute(cu::attribute_minor);
    facts_.l2_bytes = static_cast<std::size_t>(attribute(cu::attribute_l2_bytes));
    facts_.memory_clock_khz = attribute(cu::attribute_memory_clock);
    facts_.bus_bits = attribute(cu::attribute_bus_width);
    facts_.compute_mode = attribute(cu::attribute_compute_mode);
    facts_.kernel_timeout = attribute(cu::attribute_kernel_timeout) != 0;
    cuda_.DeviceTotalMem(&facts_.memory_bytes, device_);
    facts_.memory = nvml_.memory();
    facts_.idle_w = nvml_.power_w();
    facts_.cap_w = nvml_.power_cap_w();
    facts_.busy_percent = nvml_.busy_percent();
    facts_.max_pcie_generation = nvml_.max_pcie_generation();
    facts_.max_pcie_width = nvml_.max_pcie_width();
    facts_.other_processes = nvml_.other_processes();
    facts_.mig = nvml_.mig();
    facts_.virtual_gpu = nvml_.virtual_gpu();
}

JsonLine device_line(const Gpu& gpu, int index) {
    const GpuFacts& facts = gpu.facts();
    const Nvml& nvml = gpu.nvml();
    const int cc = facts.compute_capability;
    JsonLine line("device");
    line.text("backend", "cuda").whole("index", index).text("name", facts.name);
    line.text("compute_capability", std::to_string(cc / 10) + "." + std::to_string(cc % 10));
    line.whole("sm", facts.sm).number("l2_mib", static_cast<double>(facts.l2_bytes) / 1048576.0);
    line.number("memory_gib", static_cast<double>(facts.memory_bytes) / gib);
    line.number("reserved_gib", gib_of(facts.memory, &nvml::Memory::reserved));
    line.number("free_gib", gib_of(facts.memory, &nvml::Memory::free));
    line.number("sm_mhz_now", nvml.clock_mhz(nvml::clock_sm));
    line.number("sm_mhz_max", nvml.max_clock_mhz(nvml::clock_sm));
    line.number("memory_mhz_max", nvml.max_clock_mhz(nvml::clock_memory));
    line.number("power_cap_w", facts.cap_w);
    line.number("power_cap_default_w", nvml.default_power_cap_w());
    line.number("pcie_gen_now", nvml.pcie_generation()).number("pcie_width_now", nvml.pcie_width());
    line.number("pcie_gen_max", facts.max_pcie_generation);
    line.number("pcie_width_max", facts.max_pcie_width);
    line.number("nvlinks", nvml.nvlinks()).number("nvlink_gb_s", nvml.nvlink_gb_s());
    line.flag("ecc", nvml.ecc()).flag("pending_repair", nvml.pending_repair());
    line.flag("mig", facts.mig).flag("virtual_gpu", facts.virtual_gpu);
    line.flag("display", nvml.display()).flag("kernel_timeout", facts.kernel_timeout);
    line.flag("persistence", nvml.persistence()).whole("compute_mode", facts.compute_mode);
    line.text("driver", nvml.driver()).text("cuda", version_text(gpu.cuda().version()));
    if (facts.other_processes)
        line.whole("other_processes", *facts.other_processes);
    else
        line.number("other_processes", NAN);
    return line.flag("nvml", nvml.available());
}

} // namespace headroom::probe
