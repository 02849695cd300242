#include "core/formats/recognise.hpp"

#include "core/formats/hf_config.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace headroom {

namespace {

bool has_any(const Json& root, std::initializer_list<const char*> keys) {
    return std::ranges::any_of(keys, [&](const char* key) { return root.find(key) != nullptr; });
}

bool only_generation_keys(const Json& root) {
    constexpr std::array keys{"do_sample",      "temperature",        "top_p",     "top_k",
                              "max_new_tokens", "repetition_penalty", "num_beams", "max_length"};
    return std::ranges::any_of(keys, [&](const char* key) { return root.find(key) != nullptr; });
}

/// Nothing but blank lines and lines that start with "#".
bool only_remarks(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t start = line.find_first_not_of(" \t\r");
        if (start != std::string_view::npos && (line[start] != '#' || line.starts_with("#!")))
            return false;
    }
    return true;
}

bool is_quantiser_report(const Json& root) {
    const Json* part = root.find("quantization");
    return part != nullptr && part->find("quant_algo") != nullptr;
}

} // namespace

Sniffed sniff_json(const Json& root) {
    const bool names_model = has_any(root, {"model_type", "architectures"});
    if (has_any(root, {"format"}) && has_any(root, {"training", "cluster"}))
        return {"headroom", "this is a scenario of Headroom: open it as it is"};
    if (has_any(root, {"zero_optimization"}) ||
        (has_any(root, {"train_batch_size", "train_micro_batch_size_per_gpu"}) && !names_model))
        return {"none", "this is a DeepSpeed configuration"};
    if (has_any(root, {"compute_environment", "distributed_type"}))
        return {"none", "this is an Accelerate configuration"};
    if (is_quantiser_report(root))
        return {"none", "this is a quantiser's report (hf_quant_config.json)"};
    if (has_any(root, {"weight_map"})) return {"none", "this is an index of weight files"};
    if (has_any(root, {"peft_type"})) return {"none", "this is an adapter's configuration (PEFT)"};
    if (has_any(root, {"tokenizer_class", "added_tokens", "added_tokens_decoder"}) &&
        !has_any(root, {"hidden_size"}))
        return {"none", "this is a tokenizer's configuration"};
    if (looks_like_hf_config(root)) return {"hf", ""};
    if (only_generation_keys(root)) return {"none", "these are the settings of text generation"};
    return {"none", ""};
}

Sniffed sniff_text(std::string_view text) {
    if (only_remarks(text)) return {"none", "the file is empty but for remarks"};
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    const std::string_view first = start == std::string_view::npos ? "" : text.substr(start);
    for (const std::string_view word :
         {"#!", "torchrun", "python", "accelerate", "deepspeed", "srun"})
        if (first.starts_with(word)) return {"none", "this is a launch script"};
    if (first.starts_with("[{")) return {"none", "this is a list of objects"};
    if (first.starts_with("[") && text.find(" = ") != std::string_view::npos)
        return {"none", "this is a TOML file"};
    if (text.find(": ") != std::string_view::npos || text.find(":\n") != std::string_view::npos)
        return {"none", "this is a YAML file"};
    return {"none", ""};
}

} // namespace headroom
