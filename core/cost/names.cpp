// The spelling of every enumeration of core/cost, in the order of its enumerators: what tables,
// golden files and `estimate --json` write.
#include "core/base/names.hpp"

#include "core/cost/estimate.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// One name for each enumerator before `count`, or it does not compile.
template <class Enum>
using NamesOf = std::array<std::string_view, static_cast<std::size_t>(Enum::count)>;

template <class Enum>
constexpr bool all_named(const NamesOf<Enum>& names) {
    return std::ranges::none_of(names, &std::string_view::empty);
}

} // namespace

std::string_view name_of(MemoryTerm term) {
    constexpr NamesOf<MemoryTerm> names{"weights",          "autocast copies",
                                        "gradients",        "unsharded gradients",
                                        "optimizer states", "optimizer temporaries",
                                        "activations",      "working set",
                                        "attention scores", "routing imbalance",
                                        "logits",           "gathered parameters",
                                        "buckets",          "workspace"};
    static_assert(all_named<MemoryTerm>(names));
    return name_in(names, term);
}

std::string_view name_of(StepTerm term) {
    constexpr NamesOf<StepTerm> names{"matmul",
                                      "attention",
                                      "elementwise",
                                      "recompute",
                                      "head",
                                      "optimizer",
                                      "tensor communication",
                                      "data communication",
                                      "context communication",
                                      "expert exchange",
                                      "pipeline communication",
                                      "pipeline bubble",
                                      "offload",
                                      "launch",
                                      "data loading",
                                      "stragglers",
                                      "memory pressure"};
    static_assert(all_named<StepTerm>(names));
    return name_in(names, term);
}

/// As `estimate --json` spells verdicts.
std::string_view name_of(Verdict verdict) {
    constexpr std::array<std::string_view, 4> names{"fits", "tight", "does not fit", "not legal"};
    return name_in(names, verdict);
}

std::string_view name_of(Phase phase) {
    constexpr NamesOf<Phase> names{"load", "forward end", "backward start", "backward end",
                                   "optimizer step"};
    static_assert(all_named<Phase>(names));
    return name_in(names, phase);
}

std::string_view name_of(Limiter limiter) {
    constexpr NamesOf<Limiter> names{"matmul",
                                     "attention",
                                     "memory bandwidth",
                                     "launch",
                                     "tensor communication",
                                     "data communication",
                                     "pipeline bubble",
                                     "expert exchange",
                                     "offload",
                                     "data loading"};
    static_assert(all_named<Limiter>(names));
    return name_in(names, limiter);
}

std::string_view name_of(Caveat caveat) {
    constexpr NamesOf<Caveat> names{"outside validated regime",
                                    "assumed memory facts",
                                    "assumed time facts",
                                    "estimated gpu preset",
                                    "announced gpu",
                                    "unmeasured efficiency",
                                    "no price",
                                    "link assumed",
                                    "staged through host",
                                    "lengths vary",
                                    "routing imbalance assumed",
                                    "near capacity slowdown",
                                    "host memory exceeded",
                                    "host memory unknown",
                                    "precision falls back",
                                    "calibration of another gpu",
                                    "calibration of other links"};
    static_assert(all_named<Caveat>(names));
    return name_in(names, caveat);
}

} // namespace headroom
