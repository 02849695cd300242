#include "core/formats/draft.hpp"

#include "core/base/unit_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace headroom {

namespace {

struct KeyedQuestion {
    std::string_view key, text;
};
constexpr std::array questions{
    KeyedQuestion{"model", "Which model is trained? An id of the catalog, or a config.json."},
    KeyedQuestion{"training.task", "Is it pretrain, full_finetune, lora or qlora?"},
    KeyedQuestion{"training.sequence", "How many tokens has a sequence of the run?"},
    KeyedQuestion{"training.micro_batch", "How many sequences has a micro batch on one GPU?"},
    KeyedQuestion{"training.accumulation", "How many micro batches make one step?"},
    KeyedQuestion{"training.global_batch", "How many sequences has one step, over all GPUs?"},
    KeyedQuestion{"training.precision", "In which precision does it compute (bf16, fp16, ...)?"},
    KeyedQuestion{"training.states", "Which copies of the weights are kept: mixed, pure, "
                                     "fp32_sharded, autocast or megatron?"},
    KeyedQuestion{"training.optimizer", "Which optimizer (adamw, adamw_8bit, adafactor, ...)?"},
    KeyedQuestion{"training.zero_stage", "Which ZeRO stage, 0 to 3 (FSDP's full sharding is 3)?"},
    KeyedQuestion{"training.recompute", "What is recomputed: none, selective or full?"},
    KeyedQuestion{"training.framework", "Which framework runs it?"},
    KeyedQuestion{"cluster.gpus", "How many GPUs are there in all?"},
    KeyedQuestion{"recipe", "Which torchtune recipe is run (full_finetune_distributed, ...)?"},
    KeyedQuestion{"trainer", "Which trainer reads it: transformers, trl-sft, trl-dpo or other?"},
};

std::string question_of(const std::string& key) {
    for (const KeyedQuestion& one : questions)
        if (one.key == key) return std::string(one.text);
    if (key.starts_with("file:")) return fmt::format("Where is {}?", key.substr(5));
    return fmt::format("What is {}?", key);
}

} // namespace

std::string json_text(std::int64_t value) { return std::to_string(value); }
std::string json_text(double value) {
    return std::trunc(value) == value && std::abs(value) < 1e15
               ? json_text(static_cast<std::int64_t>(value))
               : exact_number(value);
}
std::string json_text(bool value) { return value ? "true" : "false"; }
std::string json_text(std::string_view value) {
    return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void Draft::give(const std::string& key, std::string value_json, std::string where) {
    result_.assumed.erase(key);
    result_.ask.erase(key);
    const auto [found, added] =
        result_.given.try_emplace(key, ImportResult::Given{value_json, where});
    if (!added && found->second.value_json != value_json)
        report(warning(std::move(where),
                       fmt::format("{} is {} here and {} in {}, which counts", key, value_json,
                                   found->second.value_json, found->second.where)));
}

void Draft::assume(const std::string& key, std::string value_json, std::string why) {
    if (result_.given.contains(key)) return;
    result_.ask.erase(key);
    result_.assumed.try_emplace(key, ImportResult::Assumed{std::move(value_json), std::move(why)});
}

void Draft::ask(const std::string& key, std::string_view why) {
    if (!knows(key))
        result_.ask.try_emplace(key, ImportResult::Question{std::string(why), question_of(key)});
}

void Draft::drop(const std::string& key) {
    result_.given.erase(key);
    result_.assumed.erase(key);
}

bool Draft::knows(const std::string& key) const {
    return answers_.contains(key) || result_.given.contains(key) || result_.assumed.contains(key);
}

std::optional<std::string> Draft::answer(const std::string& key) const {
    const auto found = answers_.find(key);
    return found == answers_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> Draft::value_json(const std::string& key) const {
    if (const auto found = result_.given.find(key); found != result_.given.end())
        return found->second.value_json;
    if (const auto found = result_.assumed.find(key); found != result_.assumed.end())
        return found->second.value_json;
    return std::nullopt;
}

std::optional<std::int64_t> Draft::whole(const std::string& key) const {
    const auto typed = answer(key);
    const auto text = typed ? typed : value_json(key);
    if (!text) return std::nullopt;
    const Parsed<double> value = parse_count(*text, true);
    constexpr double most = 1e15;
    if (!value || *value < 0.0 || *value > most || *value != std::floor(*value))
        return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

std::optional<std::string> Draft::text(const std::string& key) const {
    if (auto typed = answer(key)) return typed;
    const auto written = value_json(key);
    if (!written) return std::nullopt;
    const auto value = nlohmann::json::parse(*written, nullptr, false);
    return value.is_string() ? value.get<std::string>() : *written;
}

std::string Draft::where(const std::string& key) const {
    const auto found = result_.given.find(key);
    return found == result_.given.end() ? std::string() : found->second.where;
}

std::int64_t Draft::model_parallel() const {
    constexpr std::int64_t most = 1 << 20;
    std::int64_t ranks = 1;
    for (const char* degree :
         {"training.tensor_parallel", "training.pipeline_parallel", "training.context_parallel"}) {
        const std::int64_t count = whole(degree).value_or(1);
        if (count >= 1 && count <= most) ranks *= count;
    }
    return ranks;
}

std::optional<std::int64_t> Draft::data_parallel() const {
    const auto gpus = whole("cluster.gpus");
    const std::int64_t ranks = model_parallel();
    if (!gpus || *gpus < ranks || *gpus % ranks != 0) return std::nullopt;
    return *gpus / ranks;
}

} // namespace headroom
