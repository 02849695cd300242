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
constexpr double nvme_bytes = 28.0; // as many read as written
constexpr double element_bytes_16bit = 2.0;
/// Kept per token and element of the hidden size, without recompute (Korthikanti et al. 2022,
/// arXiv 2205.05198, eq. 2, less the score terms) and with it (the layer's input).
constexpr double kept_bytes = 34.0;
constexpr double kept_bytes_full_recompute = 2.0;

/// Copies share memory and copy engines with compute: as much of them shows as of collectives.
Seconds behind(const StepContext& context, Seconds copy, Seconds window) {
    const double shows = never_hidden(context);
    return std::max(shows * copy, copy - window);
}

/// The link as copies reach it, where the site measured that.
ByteRate up(const StepContext& context) {
    const ByteRate measured = context.site.host_to_device;
    return measured > ByteRate{} ? measured : context.network.host;
}
ByteRate down(const StepContext& context) {
    const ByteRate measured = context.site.device_to_host;
    return measured > ByteRate{} ? measured : context.network.host;
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
    const Bytes moved = element_bytes_16bit * parameters * units::B;
    const double ranks = context.scenario.cluster.gpus_per_node;
    const Seconds update = context.site.cpu_adam > 0.0
                               ? parameters * ranks / context.site.cpu_adam * units::s
                               : cpu_adam_bytes * parameters * ranks * units::B / node_memory_rate;
    copies.last_backward += moved / down(context);
    copies.after += update + moved / up(context);
}

/// Sharded weights come up for forward and backward of each micro batch.
void add_parameters(const StepContext& context, Copies& copies) {
    const RankShare& share = context.share;
    const Bytes shard = element_bytes_16bit * (share.parameters + share.expert_parameters) /
                        std::max(share.shard_group.ranks, 1) * units::B;
    copies.forward += shard / up(context);
    copies.backward += shard / up(context);
}

void add_disks(const StepContext& context, Copies& copies) {
    const ClusterSpec& cluster = context.scenario.cluster;
    const auto rate = [&cluster](ByteRate measured) {
        return measured > ByteRate{} ? measured : cluster.nvme.value;
    };
    const Bytes each_way =
        0.5 * nvme_bytes * updated_parameters(context) * cluster.gpus_per_node * units::B;
    copies.after +=
        each_way / rate(context.site.nvme_read) + each_way / rate(context.site.nvme_write);
}

/// Kept activations go down in forward and come back in backward.
void add_activations(const StepContext& context, Copies& copies) {
    const Scenario& scenario = context.scenario;
    const double kept = scenario.training.recompute.mode == RecomputeMode::full
                            ? kept_bytes_full_recompute
                            : kept_bytes / scenario.training.tensor_parallel;
    const Bytes all = kept * context.share.tokens * scenario.model.hidden_size *
                      context.share.fullest.total() * units::B;
    copies.forward += all / down(context);
    copies.backward += all / up(context);
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
