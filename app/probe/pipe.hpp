// Writing whole lines to a reader that may be slow, stuck or gone.
#pragma once

#include <string_view>

namespace headroom::probe {

/// False when the reader is gone or took nothing until `deadline` (seconds of `monotonic()`).
bool write_whole(int file, std::string_view text, double deadline);

/// Seconds of a clock that only goes forward.
double monotonic();

} // namespace headroom::probe
