// The presets of the source tree, read once for all tests of a program.
#pragma once

#include "core/io/catalog_reader.hpp"

namespace headroom {

inline const Catalog& test_catalog() {
    static const Catalog catalog = read_catalog(HEADROOM_SOURCE_DIR "/presets").catalog;
    return catalog;
}

} // namespace headroom
