#include "core/present/korean.hpp"

#include <array>
#include <cctype>

namespace headroom {

namespace {

enum class Ending : std::uint8_t { vowel, consonant, rieul };

/// How the last digit is read: 영(십, 백, 천, 만) 일 이 삼 사 오 육 칠 팔 구.
constexpr std::array digit_endings{
    Ending::consonant, Ending::rieul,     Ending::vowel, Ending::consonant, Ending::vowel,
    Ending::vowel,     Ending::consonant, Ending::rieul, Ending::rieul,     Ending::vowel};

/// Letters are read by name: L 엘, M 엠, N 엔, R 알; the others end in a vowel.
Ending letter_ending(char letter) {
    switch (letter) {
    case 'L':
    case 'R': return Ending::rieul;
    case 'M':
    case 'N': return Ending::consonant;
    default: return Ending::vowel;
    }
}

constexpr std::uint32_t first_syllable = 0xAC00; // 가
constexpr std::uint32_t last_syllable = 0xD7A3;  // 힣
constexpr std::uint32_t finals = 28;             // kinds of final consonant, 0 for none
constexpr std::uint32_t final_rieul = 8;

Ending syllable_ending(std::string_view three_bytes) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(three_bytes[i]); };
    const std::uint32_t code =
        ((byte(0) & 0x0FU) << 12U) | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU);
    if (code < first_syllable || code > last_syllable) return Ending::vowel;
    const std::uint32_t final = (code - first_syllable) % finals;
    if (final == 0) return Ending::vowel;
    return final == final_rieul ? Ending::rieul : Ending::consonant;
}

/// Whether `text` ends in a unit, whose name (바이트, 초, 퍼센트) always ends in a vowel.
bool ends_in_unit(std::string_view text) {
    return text.ends_with("GiB") || text.ends_with('s') || text.ends_with('%');
}

Ending ending_of(std::string_view text) {
    while (text.ends_with(')') && text.find('(') != std::string_view::npos)
        text = text.substr(0, text.rfind('('));
    if (text.empty() || text.find('$') != std::string_view::npos || ends_in_unit(text))
        return Ending::vowel; // dollars are read last: 달러
    const auto last = static_cast<unsigned char>(text.back());
    if (std::isdigit(last)) return digit_endings[static_cast<std::size_t>(last - '0')];
    if (last < 0x80) return letter_ending(text.back());
    return text.size() >= 3 ? syllable_ending(text.substr(text.size() - 3)) : Ending::vowel;
}

struct Forms {
    std::string_view after_consonant, after_vowel;
};
constexpr std::array forms{Forms{"을", "를"}, Forms{"이", "가"}, Forms{"은", "는"},
                           Forms{"으로", "로"}, Forms{"과", "와"}};

} // namespace

std::string with_particle(std::string_view text, Particle particle) {
    const Ending ending = ending_of(text);
    const Forms& form = forms[static_cast<std::size_t>(particle)];
    const bool takes_vowel_form =
        ending == Ending::vowel || (particle == Particle::direction && ending == Ending::rieul);
    return std::string(text).append(takes_vowel_form ? form.after_vowel : form.after_consonant);
}

} // namespace headroom
