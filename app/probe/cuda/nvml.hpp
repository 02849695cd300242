// NVML: what the driver's management library says of one device. Everything may be unknown.
//
//     const Nvml nvml("0000:41:00.0");
//     nvml.power_w()            // 312.4, or empty
//
// Only reads: no clock, cap, mode or other setting is ever changed.
#pragma once

#include "app/probe/cuda/abi.hpp"
#include "app/probe/library.hpp"

#include <optional>
#include <string>
#include <vector>

namespace headroom::probe {

class Nvml {
  public:
    explicit Nvml(const char* pci_bus_id);

    bool available() const { return device_ != nullptr; }

    std::optional<nvml::Memory> memory() const;
    std::optional<double> power_w() const;
    std::optional<double> power_cap_w() const;
    std::optional<double> default_power_cap_w() const;
    std::optional<double> energy_j() const; // since the driver was loaded
    std::optional<double> clock_mhz(int which) const;
    std::optional<double> max_clock_mhz(int which) const;
    std::optional<double> temperature_c() const;
    std::optional<double> slowdown_temperature_c() const;
    std::optional<double> pcie_generation() const;
    std::optional<double> pcie_width() const;
    std::optional<double> max_pcie_generation() const;
    std::optional<double> max_pcie_width() const;
    std::optional<double> nvlinks() const;
    std::optional<double> nvlink_gb_s() const; // of one link, one direction
    std::optional<double> busy_percent() const;
    std::optional<bool> ecc() const;
    std::optional<bool> mig() const;
    std::optional<bool> display() const;
    std::optional<bool> persistence() const;
    std::optional<bool> virtual_gpu() const;
    std::optional<bool> pending_repair() const; // rows waiting to be remapped
    std::string driver() const;                 // "580.95.05"; empty when not known
    std::optional<int> other_processes() const; // ours is not counted
    unsigned long long clock_reasons() const;   // bits; 0 when not known
    /// The processors next to the device, as bits; empty when not known.
    std::vector<unsigned long> near_processors() const;

  private:
    template <class... Arguments>
    std::optional<double> number(const char* symbol, Arguments... arguments) const;
    std::optional<bool> flag(const char* symbol) const;
    std::optional<bool> first_of_two(const char* symbol) const;
    std::optional<double> field(unsigned which) const;

    Library library_;
    nvml::Device device_ = nullptr;
};

} // namespace headroom::probe
