// Single changes of a plan, sorted into the levels of the ladder.
//
//     for (const Move& move : moves_of(LadderLevel::sharding, scenario)) ...
//     Scenario lighter = moved(scenario, {MoveKind::zero_stage, 2});
//
// A move says where to go, not by how much: applying it twice is applying it once. Moves of the
// first four levels keep what is trained on what (model, sequence, global batch); those of the last
// redefine it. Not every move is legal; who applies one asks find_illegality().
#pragma once

#include "core/explore/axis.hpp"

#include <vector>

namespace headroom {

/// In the order in which a team should climb them: what costs least first.
enum class LadderLevel : std::uint8_t {
    precision,
    checkpointing,
    sharding,
    parallelism, // and offload
    redefine,
    count
};
inline constexpr std::size_t ladder_level_count = static_cast<std::size_t>(LadderLevel::count);

enum class MoveKind : std::uint8_t {
    precision, // as Axis::precision
    states,    // as States
    checkpointing,
    micro_batch, // the global batch stays: more or fewer passes
    flash_attention,
    fused_loss,
    zero_stage,
    zero_group,          // ranks that shard together; 0: all
    quantised_optimizer, // 8-bit AdamW
    tensor_parallel,     // with sequence parallel where it divides
    pipeline_parallel,
    virtual_stages,
    context_parallel,
    expert_parallel,
    offload,
    activation_offload,
    task,     // as Task: adapters instead of full fine-tuning
    sequence, // as many tokens a step
    global_batch,
    model_size,
    tokens, // of the whole run
    goals,  // those that the plan misses, moved to where it stands
    count
};

struct Move {
    MoveKind kind = MoveKind::precision;
    double value = 0.0;

    bool operator==(const Move&) const = default;
};

std::string_view name_of(LadderLevel level); // "precision", "checkpointing", ...
std::string_view name_of(MoveKind kind);
LadderLevel level_of(MoveKind kind);

Scenario moved(const Scenario& scenario, const Move& move);

/// What the moves of this kind say of a scenario now: moved(s, {kind, value_of(s, kind)}) is s.
double value_of(const Scenario& scenario, MoveKind kind);

/// Every move of a level of plan changes that differs from the plan, legal or not. Moves that
/// nobody makes are left out: higher precision, fp16 where there is bf16, TP across nodes,
/// parallelism that the stack has no code for.
std::vector<Move> moves_of(LadderLevel level, const Scenario& scenario);

} // namespace headroom
