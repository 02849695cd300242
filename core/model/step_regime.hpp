// Regimes in which step time was found harder to predict than elsewhere: the rows of the validation
// report and of the bands.
//
//     calibration.step_time_regimes[static_cast<std::size_t>(StepRegime::experts)].p90
//
// Which of them a plan is in: core/cost/step_band.hpp.
#pragma once

#include "core/base/names.hpp"

#include <bitset>
#include <cstdint>

namespace headroom {

enum class StepRegime : std::uint8_t {
    wide_tensor,     // TP >= 8
    many_gpus,       // more than 128
    blackwell,       // and later
    experts,         // mixture of experts
    low_precision,   // fp8 and below
    adapters,        // LoRA and QLoRA
    masked_language, // BERT: unfused attention, small layers
    fine_tuning,     // full, of a decoder
    count
};
inline constexpr std::size_t step_regime_count = static_cast<std::size_t>(StepRegime::count);
using StepRegimes = std::bitset<step_regime_count>;

/// As reports and presets/calibration.json spell them.
constexpr std::string_view name_of(StepRegime regime) {
    using Name = std::string_view;
    constexpr std::array names{Name{"wide_tensor"},     Name{"many_gpus"},     Name{"blackwell"},
                               Name{"experts"},         Name{"low_precision"}, Name{"adapters"},
                               Name{"masked_language"}, Name{"fine_tuning"}};
    static_assert(names.size() == step_regime_count);
    return name_in(names, regime);
}

} // namespace headroom
