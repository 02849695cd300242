// The host: its memory and its Adam for offloading, its disk, and the processor as a backend of its
// own that is never taken for a GPU.
#pragma once

#include "app/probe/run.hpp"

namespace headroom::probe {

/// Parts, for worker.cpp.
void measure_processor(Run& run); // --backend cpu
void measure_host(Run& run);      // host and disk

void measure_disk(Run& run);

} // namespace headroom::probe
