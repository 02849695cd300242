#include "core/cost/data_parallel_time.hpp"

#include <algorithm>

namespace headroom {

namespace {

struct Traffic {
    const StepContext& context;
    const TimeFacts& facts = context.scenario.stack.time;
    const RankShare& share = context.share;

    /// The exposed part of `all` behind `window`, of which the stack can use its overlap.
    /// Contention for memory and processors never lets all of it hide.
    Seconds exposed(Seconds all, Seconds window) const {
        const double hidden = 1.0 - never_hidden(context);
        const double overlap = facts.data_overlap.value;
        return std::max((1.0 - overlap * hidden) * all, all - overlap * window);
    }
    Seconds of(Collective kind, double count, double bytes, const CommGroup& group) const {
        if (count <= 0.0) return Seconds{};
        return collective_time(kind, count * bytes * units::B, group, context.network);
    }
    /// Dense and expert gradients, over their own groups.
    Seconds reduce(Collective kind, const CommGroup& group) const {
        const double bytes = facts.gradient_reduce_bytes.value;
        return of(kind, share.trained_parameters, bytes, group) +
               of(kind, share.trained_expert_parameters, bytes, share.expert_replicas);
    }
    Seconds gather(const CommGroup& group) const {
        const double bytes = facts.parameter_gather_bytes.value;
        return of(Collective::all_gather, share.parameters, bytes, group) +
               of(Collective::all_gather, share.expert_parameters, bytes, share.expert_replicas);
    }
};

/// Once a step: gradients behind the last backward pass, weights behind the next forward one.
DataParallelTime once_a_step(const Traffic& traffic, const OverlapWindow& window, int stage) {
    const CommGroup& group = traffic.context.share.data_group;
    if (stage == 0) {
        const Seconds all = traffic.reduce(Collective::all_reduce, group);
        return {traffic.exposed(all, window.backward), {Seconds{}, all}};
    }
    const int scatters = stage == 2 ? traffic.context.share.micro_batches : 1;
    const Seconds scatter = traffic.reduce(Collective::reduce_scatter, group);
    const Seconds gather = traffic.gather(group);
    const bool adapters = has_adapters(traffic.context.scenario.training.task);
    const Seconds gathered = adapters ? Seconds{} : gather;
    return {scatters * traffic.exposed(scatter, window.backward) +
                traffic.exposed(gathered, window.forward),
            {gathered, scatter}};
}

/// ZeRO-3: weights come for forward and again for backward, gradients leave, each micro batch.
DataParallelTime each_micro_batch(const Traffic& traffic, const OverlapWindow& window) {
    const RankShare& share = traffic.context.share;
    const TrainingPlan& plan = traffic.context.scenario.training;
    const Seconds gather = traffic.gather(share.shard_group);
    const Seconds scatter = traffic.reduce(Collective::reduce_scatter, share.shard_group);
    const Seconds replicas = traffic.of(
        Collective::all_reduce, share.trained_parameters / std::max(share.shard_group.ranks, 1),
        traffic.facts.gradient_reduce_bytes.value, share.replica_group);
    const double count = share.micro_batches;
    // Without synchronising, whole gradients are kept and scattered once (needs the stack's help).
    const bool kept = plan.no_sync &&
                      traffic.context.scenario.stack.memory.unsharded_gradients_under_no_sync.value;
    const double scatters = kept ? 1.0 : count;
    const Seconds forward = traffic.exposed(gather, window.forward);
    const Seconds backward_gather_only = traffic.exposed(gather, window.backward);
    const Seconds backward = traffic.exposed(gather + scatter, window.backward);
    // The replicas' all-reduce follows the last scatter behind the same pass.
    const Seconds last = traffic.exposed(gather + scatter + replicas, window.backward);
    return {count * forward + (scatters - 1.0) * backward + last +
                (count - scatters) * backward_gather_only,
            {gather, gather + scatter + replicas}};
}

} // namespace

DataParallelTime data_parallel_time(const StepContext& context, const OverlapWindow& window) {
    if (context.share.data_group.ranks <= 1) return {};
    const Traffic traffic{context};
    const int stage = context.scenario.training.zero_stage;
    return stage == 3 ? each_micro_batch(traffic, window) : once_a_step(traffic, window, stage);
}

} // namespace headroom
