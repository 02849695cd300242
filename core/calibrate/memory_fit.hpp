// The fitted facts and the bands of the memory model, earned on some sources and scored on others.
//
//     const MemorySplit split = split_by_halves(rows, catalog);
//     split.scored.memory_kinds.at("allocated").balanced.median_ape    // on sources not fitted on
//
// Sources in order of their names go to the two halves in turn. Each half is scored with what the
// other taught: the memory facts whose source is "fitted-memory", each with one value for all
// stacks that have it, and the bands. What a half cannot teach stays at the default of MemoryFacts.
#pragma once

#include "core/calibrate/validation.hpp"

#include <array>

namespace headroom {

struct FittedFact {
    std::string_view key; // "allocator_factor"
    double value = 0.0;
};

/// What some sources teach.
struct MemoryLesson {
    std::vector<std::string> sources;
    std::vector<FittedFact> facts;
    BandFactors allocated, reserved, process;
};

struct MemorySplit {
    std::array<MemoryLesson, 2> lessons;
    MemoryLesson all;        // what all sources teach: the values to ship
    ValidationReport scored; // every row with the lesson of the half that it is not in
};

/// Bands of the catalog's calibration that leave a fifth of the measured values outside: of
/// allocated memory, and of reserved and process memory together.
Calibration earn_memory_bands(std::span<const Measurement> rows, Catalog catalog);

MemorySplit split_by_halves(std::span<const Measurement> rows, const Catalog& catalog);

} // namespace headroom
