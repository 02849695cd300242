#include "core/cost/offload_time.hpp"

#include "core/cost/data_parallel_time.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// CPU Adam streams gradient (4 read), master and two moments (12 read, 12 written) and the 16-bit
/// weight (2 written) per parameter (ZeRO-Offload, arXiv 2101.06840, sec. 5.1).
constexpr double cpu_adam_bytes = 30.0;
/// Assumed: what both sockets of a node stream in an update, half of 16 DDR4-3200 channels.
constexpr ByteRate node_memory_rate = 200.0 * units::GB_per_s;
/// States that cross the disks each step: 12 bytes of states read and written, 2 of weights.
constexpr double nvme_bytes = 28.0;
constexpr double element_bytes_16bit = 2.0;
/// Kept per token and element of the hidden size, without recompute (Korthikanti et al. 2022,
/// arXiv 2205.05198, eq. 2, less the score terms) and with it (the layer's input).
constexpr double kept_bytes = 34.0;
constexpr double kept_bytes_full_recompute = 2.0;

/// Copies share memory and copy engines with compute: as much of them shows as of collectives.
Seconds behind(const StepContext& context, Seconds copy, Seconds window) {
    const double shows = context.scenario.calibration.step_constants.never_hidden.value;
    return std::max(shows * copy, copy - window);
}

/// Copies by when they run, so that those of one pass share its window.
struct Copies {
    Seconds forward, backward; // of each micro batch
    Seconds last_backward;     // once a step
    Seconds after;             // nothing runs beside it
};

/// Gradients down while backward still runs, update, weights up.
void add_optimizer(const StepContext& context, Copies& copies) {
    const double parameters = updated_parameters(context);
    const Seconds copy = element_bytes_16bit * parameters * units::B / context.network.host;
    const Seconds update = cpu_adam_bytes * parameters * context.scenario.cluster.gpus_per_node *
                           units::B / node_memory_rate;
    copies.last_backward += copy;
    copies.after += update + copy;
}

/// Sharded weights come up for forward and backward of each micro batch.
void add_parameters(const StepContext& context, Copies& copies) {
    const RankShare& share = context.share;
    const Bytes shard = element_bytes_16bit * (share.parameters + share.expert_parameters) /
                        std::max(share.shard_group.ranks, 1) * units::B;
    copies.forward += shard / context.network.host;
    copies.backward += shard / context.network.host;
}

void add_disks(const StepContext& context, Copies& copies) {
    const ClusterSpec& cluster = context.scenario.cluster;
    copies.after += nvme_bytes * updated_parameters(context) * cluster.gpus_per_node * units::B /
                    cluster.nvme.value;
}

/// Kept activations go down in forward and come back in backward.
void add_activations(const StepContext& context, Copies& copies) {
    const Scenario& scenario = context.scenario;
    const double kept = scenario.training.recompute.mode == RecomputeMode::full
                            ? kept_bytes_full_recompute
                            : kept_bytes / scenario.training.tensor_parallel;
    const Bytes all = kept * context.share.tokens * scenario.model.hidden_size *
                      context.share.fullest.total() * units::B;
    copies.forward += all / context.network.host;
    copies.backward += all / context.network.host;
}

} // namespace

double updated_parameters(const StepContext& context) {
    const RankShare& share = context.share;
    if (context.scenario.training.zero_stage == 0)
        return share.trained_parameters + share.trained_expert_parameters;
    return share.trained_parameters / std::max(share.shard_group.ranks, 1) +
           share.trained_expert_parameters / std::max(share.expert_replicas.ranks, 1);
}

Seconds offload_time(const StepContext& context, const OverlapWindow& window) {
    const TrainingPlan& plan = context.scenario.training;
    if (plan.offload == Offload::none && !plan.activation_offload) return Seconds{};
    Copies copies;
    if (plan.offload != Offload::none) add_optimizer(context, copies);
    if (plan.offload == Offload::optimizer_and_parameters || plan.offload == Offload::nvme)
        add_parameters(context, copies);
    if (plan.offload == Offload::nvme) add_disks(context, copies);
    if (plan.activation_offload) add_activations(context, copies);
    const double count = context.share.micro_batches;
    return count * behind(context, copies.forward, window.forward) +
           (count - 1.0) * behind(context, copies.backward, window.backward) +
           behind(context, copies.backward + copies.last_backward, window.backward) + copies.after;
}

} // namespace headroom
