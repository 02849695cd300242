// headroom --bench-drag: how long a slider move takes until the window is painted.
//
//     return benchDrag(session, appearance);
//     // {"frames": 300, "median_ms": 6.1, "p99_ms": 11.8}
#pragma once

namespace headroom {

class Appearance;
class Session;

/// Moves all sliders in turn, 300 moves in all, and prints one line of JSON. Returns 0.
int benchDrag(Session& session, Appearance& appearance);

} // namespace headroom
