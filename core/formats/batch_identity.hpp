// Global batch = micro batch x accumulation x data-parallel ranks.
#pragma once

#include "core/formats/draft.hpp"

namespace headroom {

/// Two of the three give the third, as soon as the GPUs are known; three that do not agree are an
/// error with the numbers in it. Nothing is rounded.
void settle_batch(Draft& draft);

} // namespace headroom
