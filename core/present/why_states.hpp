// Model states and their temporary copies as sums of products. Internal to core/present.
//
//     WhyParts parts = state_parts(rank, stage, MemoryTerm::weights, Phase::forward_end);
//
// docs/model.md, "Memory: model states". Written apart from core/cost/memory_states.cpp on purpose:
// a test compares the two.
#pragma once

#include "core/cost/estimate.hpp"
#include "core/cost/memory_rank.hpp"
#include "core/present/why_parts.hpp"

namespace headroom {

WhyParts state_parts(const Rank& rank, const StageContent& stage, MemoryTerm term, Phase phase);

} // namespace headroom
