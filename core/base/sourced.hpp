// A published number together with where it was published and how far it can be trusted.
//
//     gpu.memory_bandwidth.value                        // 3.35 TB/s
//     catalog.citation(gpu.memory_bandwidth.citation)   // "nvidia-h100-datasheet", "p. 2"
//
// Small and copyable: the words live in the Catalog, so that evaluate() never touches a string.
#pragma once

#include "core/base/names.hpp"

#include <cstdint>

namespace headroom {

/// How sure a preset is of a number; `estimate` is shown to the user as the word "estimate".
enum class Confidence : std::uint8_t { high, medium, low, estimate };

constexpr std::string_view name_of(Confidence confidence) {
    using Name = std::string_view;
    constexpr std::array names{Name{"high"}, Name{"medium"}, Name{"low"}, Name{"estimate"}};
    return name_in(names, confidence);
}

/// Index into the citations of the Catalog that the value came from; 0 is "given by the user".
using CitationId = std::uint32_t;

template <class T>
struct Sourced {
    T value{};
    CitationId citation = 0;
    Confidence confidence = Confidence::high;

    bool operator==(const Sourced&) const = default;
};

} // namespace headroom
