// Eight hexadecimal digits that tell two texts apart on paper: "a1b2c3d4".
//
// FNV-1a, folded to 32 bits: stable over platforms and releases, no protection against intent.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace headroom {

inline std::string short_hash(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325U; // offset basis and prime of 64-bit FNV-1a
    for (const char letter : text) {
        hash ^= static_cast<unsigned char>(letter);
        hash *= 0x100000001b3U;
    }
    return fmt::format("{:08x}", static_cast<std::uint32_t>(hash ^ (hash >> 32U)));
}

} // namespace headroom
