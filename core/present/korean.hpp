// Korean particles, which follow the sound that the word or number before them ends in.
//
//     with_particle("33.3 GiB", Particle::object)    // "33.3 GiB를"  (기비바이트)
//     with_particle("TP 3", Particle::direction)     // "TP 3으로"    (삼)
//     with_particle("7일", Particle::object)         // "7일을"
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace headroom {

enum class Particle : std::uint8_t {
    object,    // 을 / 를
    subject,   // 이 / 가
    topic,     // 은 / 는
    direction, // 으로 / 로
    with       // 과 / 와
};

std::string with_particle(std::string_view text, Particle particle);

} // namespace headroom
