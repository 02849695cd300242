// headroom --bench-drag, --bench-start: how long the window takes to answer.
//
//     return benchDrag(session, appearance, {.moves = 300});
//     // {"frames": 300, "median_ms": 6.1, "p99_ms": 11.8, "max_ms": 13, "gpus": 64, ...}
//
// A drag is measured as it hurts: all GPU presets in the trade-off chart, every strip and the
// verdict, and a second chart live in a window of its own. A frame ends when all of them are
// painted and handed to the screen.
#pragma once

#include <QElapsedTimer>

namespace headroom {

class Appearance;
class Session;

struct BenchOptions {
    int moves = 300;
};

/// Moves all sliders in turn and prints one line of JSON; the growth of the memory is that after
/// the first hundred moves, when all caches have been filled. Returns 0.
int benchDrag(Session& session, Appearance& appearance, const BenchOptions& options);

/// Opens the window once; `since_start` began with the program. Returns 0.
int benchStart(Session& session, Appearance& appearance, const QElapsedTimer& since_start);

} // namespace headroom
