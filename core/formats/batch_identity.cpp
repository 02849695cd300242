#include "core/formats/batch_identity.hpp"

#include <fmt/format.h>

namespace headroom {

namespace {

constexpr const char* micro_key = "training.micro_batch";
constexpr const char* steps_key = "training.accumulation";
constexpr const char* global_key = "training.global_batch";
constexpr const char* follows = "micro batch x accumulation x data-parallel ranks";
constexpr double largest_batch = 1e15;

/// Where to complain of one of the numbers.
std::string place_of(const Draft& draft, const char* key) {
    if (const auto answer = draft.answer(key)) return fmt::format("--answer {}={}", key, *answer);
    return draft.where(key);
}

std::optional<std::int64_t> number(const Draft& draft, const char* key) {
    const auto value = draft.whole(key);
    return value && *value > 0 ? value : std::nullopt;
}

void settle_steps(Draft& draft, std::int64_t global, std::int64_t micro, std::int64_t ranks) {
    const double unit = static_cast<double>(micro) * static_cast<double>(ranks);
    if (unit > static_cast<double>(global) || global % (micro * ranks) != 0)
        return draft.report(error(place_of(draft, global_key),
                                  fmt::format("{} is not a multiple of {} x {} = {} (micro batch x "
                                              "data-parallel ranks)",
                                              global, micro, ranks, unit)));
    draft.assume(steps_key, json_text(global / (micro * ranks)), follows);
}

void settle_micro(Draft& draft, std::int64_t global, std::int64_t steps, std::int64_t ranks) {
    const double unit = static_cast<double>(steps) * static_cast<double>(ranks);
    if (unit > static_cast<double>(global) || global % (steps * ranks) != 0)
        return draft.report(
            error(place_of(draft, global_key),
                  fmt::format("{} is not a multiple of {} x {} = {} (accumulation x "
                              "data-parallel ranks)",
                              global, steps, ranks, unit)));
    draft.assume(micro_key, json_text(global / (steps * ranks)), follows);
}

void settle_global(Draft& draft, std::int64_t micro, std::int64_t steps, std::int64_t ranks) {
    const double batch =
        static_cast<double>(micro) * static_cast<double>(steps) * static_cast<double>(ranks);
    if (batch > largest_batch)
        return draft.report(
            error(place_of(draft, micro_key),
                  fmt::format("{} x {} x {} sequences in one step", micro, steps, ranks)));
    draft.assume(global_key, json_text(batch), follows);
}

/// However many GPUs there are, each takes micro batch x accumulation of the whole.
void check_share(Draft& draft, std::int64_t global, std::int64_t micro, std::int64_t steps) {
    const double share = static_cast<double>(micro) * static_cast<double>(steps);
    if (share > static_cast<double>(global) || global % (micro * steps) != 0)
        draft.report(error(place_of(draft, global_key),
                           fmt::format("{} is not a multiple of {} x {} = {} (micro batch x "
                                       "accumulation)",
                                       global, micro, steps, share)));
}

/// The accumulation, where the file or the user says it; one that was only assumed makes room for
/// what the other two numbers say.
std::optional<std::int64_t> steps_of(Draft& draft, bool others_known) {
    if (draft.was_given(steps_key) || draft.answer(steps_key)) return number(draft, steps_key);
    if (others_known) {
        draft.drop(steps_key);
        return std::nullopt;
    }
    const auto& ask = draft.result().ask;
    if (!ask.contains(steps_key) && !ask.contains(global_key) && !number(draft, global_key))
        draft.assume(steps_key, "1", "one micro batch for each step");
    return number(draft, steps_key);
}

} // namespace

void settle_batch(Draft& draft) {
    // An answered batch counts for more than what would follow.
    if (draft.answer(global_key) && !draft.was_given(steps_key)) return;
    const auto micro = number(draft, micro_key);
    const auto global = number(draft, global_key);
    const auto steps = steps_of(draft, micro && global);
    const auto ranks = draft.data_parallel();
    if (!ranks) {
        if (micro && steps && global) check_share(draft, *global, *micro, *steps);
        return;
    }
    if (micro && steps && global) {
        const double batch =
            static_cast<double>(*micro) * static_cast<double>(*steps) * static_cast<double>(*ranks);
        if (batch != static_cast<double>(*global))
            draft.report(error(place_of(draft, global_key),
                               fmt::format("{} != {} x {} x {} = {} ({})", *global, *micro, *steps,
                                           *ranks, batch, follows)));
    } else if (micro && global) {
        settle_steps(draft, *global, *micro, *ranks);
    } else if (steps && global) {
        settle_micro(draft, *global, *steps, *ranks);
    } else if (micro && steps) {
        settle_global(draft, *micro, *steps, *ranks);
    }
}

} // namespace headroom
