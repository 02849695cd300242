// DeepSpeed's JSON, alone or named by another file.
#pragma once

#include "core/formats/formats.hpp"

namespace headroom {

/// alone: its questions are asked; companion: the file that names it knows the model and batches.
enum class DeepSpeedRole : std::uint8_t { alone, companion };

/// What the engine is told: batches, precision, ZeRO, offload, buckets.
void read_deepspeed_engine(FormatInput& in, DeepSpeedRole role);

} // namespace headroom
