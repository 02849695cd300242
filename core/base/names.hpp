// Enumerations by name: the spelling of JSON values, tables and messages.
//
//     names_of<Precision>()              // {"fp32", "tf32", ...}, in order, for suggestions
//     value_named<Precision>("bf16")     // Precision::bf16; empty when there is no such name
//
// Works for each enumeration that counts from 0 and has a name_of() that gives "" past its end.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace headroom {

/// The name at the enumerator's place, "" past the end: what a name_of() is made of.
template <class Enum, std::size_t N>
constexpr std::string_view name_in(const std::array<std::string_view, N>& names, Enum value) {
    const auto index = static_cast<std::size_t>(value);
    return index < N ? names[index] : std::string_view{};
}

template <class Enum>
std::vector<std::string_view> names_of() {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; !name_of(static_cast<Enum>(i)).empty(); ++i)
        names.push_back(name_of(static_cast<Enum>(i)));
    return names;
}

template <class Enum>
std::optional<Enum> value_named(std::string_view name) {
    for (std::size_t i = 0; !name_of(static_cast<Enum>(i)).empty(); ++i)
        if (name_of(static_cast<Enum>(i)) == name) return static_cast<Enum>(i);
    return std::nullopt;
}

} // namespace headroom
