// The quantization_config of a config.json: how the weights are stored.
//
//     stored_format(cursor)      // "nf4"; "" where it is not known here, which is said
//
// Formats: fp8, mxfp4, nvfp4, int8, int4_g128 (GPTQ and AWQ), nf4 and fp4 (bitsandbytes).
#pragma once

#include "core/io/json_reader.hpp"

#include <string_view>

namespace headroom {

std::string_view stored_format(const JsonCursor& quantization);

} // namespace headroom
