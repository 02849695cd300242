// The sentences of the ladder in both languages. Part of ladder_view: others want that.
#pragma once

#include "core/present/ladder_view.hpp"

namespace headroom {

/// "bf16 → fp8", "checkpointing full → selective", "activations to the host".
std::string move_title(const Rung& rung, Language language);

/// "IF the step has to be faster, THEN bf16 → fp8."; for a refusal, why it is none.
std::string rung_sentence(const Rung& rung, const RungView& view, Language language);

/// Why nothing was taken on the level; "" where something was.
std::string outcome_sentence(const Ladder& ladder, LadderLevel level, Language language);

std::string ladder_headline(const Ladder& ladder, Language language);

} // namespace headroom
