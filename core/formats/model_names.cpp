#include "core/formats/model_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>

namespace headroom {

namespace {

/// What a name may begin with, and the id that takes the size: "llama-2-7b" -> "llama2-" + "7b".
struct Prefix {
    std::string_view spelled, id;
};
constexpr std::array prefixes{
    Prefix{"meta-llama-3.1-", "llama3.1-"},
    Prefix{"meta-llama-3-", "llama3-"},
    Prefix{"llama-2-", "llama2-"},
    Prefix{"llama2-", "llama2-"},
    Prefix{"llama-3-", "llama3-"},
    Prefix{"llama-3.1-", "llama3.1-"},
    Prefix{"llama-3.2-", "llama3.2-"},
    Prefix{"llama-3.3-", "llama3.3-"},
    Prefix{"llama-4-scout-17b-16e", "llama4-scout"},
    Prefix{"llama-4-maverick-17b-128e", "llama4-maverick"},
    Prefix{"llama-", "llama1-"},
    Prefix{"mistral-7b-v0.1", "mistral-7b"},
    Prefix{"mistral-7b-v0.2", "mistral-7b"},
    Prefix{"mistral-7b-instruct-v0.3", "mistral-7b-v0.3"},
    Prefix{"mistral-nemo-2407", "mistral-nemo-12b"},
    Prefix{"mistral-nemo", "mistral-nemo-12b"},
    Prefix{"mistral-small-24b-2501", "mistral-small-24b"},
    Prefix{"mistral-large-instruct-2407", "mistral-large-2"},
    Prefix{"mistral-large-2407", "mistral-large-2"},
    Prefix{"mistral-large-2411", "mistral-large-2"},
    Prefix{"mixtral-8x7b-v0.1", "mixtral-8x7b"},
    Prefix{"mixtral-8x22b-v0.1", "mixtral-8x22b"},
    Prefix{"qwen2.5-coder-", "qwen2.5-"},
    Prefix{"qwen2.5-math-", "qwen2.5-"},
    Prefix{"qwen3-coder-30b-a3b", "qwen3-30b-a3b"},
    Prefix{"gemma-2-", "gemma2-"},
    Prefix{"gemma-3-", "gemma3-"},
    Prefix{"phi-3.5-mini", "phi-3-mini"},
    Prefix{"phi-3-mini-", "phi-3-mini"},
    Prefix{"phi-3-medium-", "phi-3-medium"},
    Prefix{"deepseek-v2.5", "deepseek-v2"},
    Prefix{"deepseek-v3.1", "deepseek-v3"},
    Prefix{"deepseek-v3-0324", "deepseek-v3"},
    Prefix{"kimi-k2-0905", "kimi-k2"},
    Prefix{"yi-1.5-", "yi-"},
    Prefix{"olmo-2-1124-", "olmo2-"},
    Prefix{"olmo-2-0325-", "olmo2-"},
    Prefix{"tinyllama-1.1b-intermediate-step-1431k-3t", "tinyllama-1.1b"},
    Prefix{"tinyllama-v1.1", "tinyllama-1.1b"},
    Prefix{"tinyllama-1.1b-chat-v1.0", "tinyllama-1.1b"},
    Prefix{"bert-base-uncased", "bert-base"},
    Prefix{"bert-base-cased", "bert-base"},
    Prefix{"bert-large-uncased", "bert-large"},
    Prefix{"bloom", "bloom-176b"},
};

/// Endings that name a tune, a format or a date: the dimensions are those of the base model.
constexpr std::array endings{
    "-hf",   "-instruct", "-chat",    "-base",    "-it",   "-bf16", "-fp16", "-fp8",
    "-awq",  "-gptq",     "-nvfp4",   "-4bit",    "-bnb",  "-sft",  "-dpo",  "-thinking",
    "-2507", "-2407",     "-2411",    "-2412",    "-2501", "-2512", "-0905", "-4k",
    "-8k",   "-32k",      "-128k",    "-1m",      "-v0.1", "-v0.2", "-v0.3", "-v1.0",
    "-v1",   "-v2",       "-deduped", "-unsloth", "-pt"};

std::string lower_name(std::string_view name) {
    while (name.ends_with('/'))
        name.remove_suffix(1);
    std::string lower(name.substr(name.rfind('/') + 1));
    for (char& c : lower)
        c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

/// The id that the catalog has under this name or the habits of its spelling; "" for none.
std::string listed(std::string_view name, const Catalog& catalog) {
    for (const Prefix& prefix : prefixes) {
        if (!name.starts_with(prefix.spelled)) continue;
        std::string id = std::string(prefix.id) + std::string(name.substr(prefix.spelled.size()));
        if (catalog.find_model(id) != nullptr) return id;
    }
    if (name == "llama-30b") return "llama1-33b";
    return catalog.find_model(name) != nullptr ? std::string(name) : "";
}

/// "8b" after "llama3.1-": torchtune writes "llama3_1_8b", "qwen2_5_0_5b", "phi4_14b".
std::string dotted_version(std::string_view builder) {
    static const std::regex version("^(llama3|qwen2)_([0-9])_(.*)$");
    static const std::regex fraction("^(.*)_([0-9])_([0-9]+b)(.*)$");
    std::string name(builder);
    std::smatch parts;
    if (std::regex_match(name, parts, version))
        name = parts[1].str() + "." + parts[2].str() + "_" + parts[3].str();
    std::smatch more;
    if (std::regex_match(name, more, fraction))
        name = more[1].str() + "_" + more[2].str() + "." + more[3].str() + more[4].str();
    std::ranges::replace(name, '_', '-');
    return name;
}

constexpr std::array flavors{
    TorchtitanFlavor{"llama3", "8B", "llama3-8b"},
    TorchtitanFlavor{"llama3", "8B_flex", "llama3-8b"},
    TorchtitanFlavor{"llama3", "8B_varlen", "llama3-8b"},
    TorchtitanFlavor{"llama3", "70B", "llama3-70b"},
    TorchtitanFlavor{"llama3", "405B", "llama3.1-405b"},
    TorchtitanFlavor{"llama4", "17bx16e", "llama4-scout"},
    TorchtitanFlavor{"llama4", "17bx16e_irope", "llama4-scout"},
    TorchtitanFlavor{"llama4", "17bx128e", "llama4-maverick"},
    TorchtitanFlavor{"llama4", "17bx128e_irope", "llama4-maverick"},
    TorchtitanFlavor{"deepseek_v3", "16B", "deepseek-v2-lite"},
    TorchtitanFlavor{"deepseek_v3", "236B", "deepseek-v2"},
    TorchtitanFlavor{"deepseek_v3", "671B", "deepseek-v3"},
    TorchtitanFlavor{"qwen3", "0.6B", "qwen3-0.6b"},
    TorchtitanFlavor{"qwen3", "1.7B", "qwen3-1.7b"},
    TorchtitanFlavor{"qwen3", "4B", "qwen3-4b"},
    TorchtitanFlavor{"qwen3", "8B", "qwen3-8b"},
    TorchtitanFlavor{"qwen3", "14B", "qwen3-14b"},
    TorchtitanFlavor{"qwen3", "32B", "qwen3-32b"},
    TorchtitanFlavor{"qwen3", "30B-A3B", "qwen3-30b-a3b"},
    TorchtitanFlavor{"qwen3", "235B-A22B", "qwen3-235b-a22b"},
    TorchtitanFlavor{"gpt_oss", "20b", "gpt-oss-20b"},
    TorchtitanFlavor{"gpt_oss", "120b", "gpt-oss-120b"},
};

} // namespace

std::string catalog_model(std::string_view given, const Catalog& catalog) {
    constexpr int most_endings = 4;
    std::string name = lower_name(given);
    for (int i = 0; i <= most_endings; ++i) {
        if (std::string id = listed(name, catalog); !id.empty()) return id;
        const auto ending = std::ranges::find_if(
            endings, [&](std::string_view one) { return name.ends_with(one); });
        if (ending == endings.end()) return {};
        name.resize(name.size() - std::string_view(*ending).size());
    }
    return {};
}

std::string torchtune_model(std::string_view builder, const Catalog& catalog) {
    constexpr std::array adapters{"qlora_", "lora_"};
    for (const std::string_view adapter : adapters)
        if (builder.starts_with(adapter)) builder.remove_prefix(adapter.size());
    std::string name = dotted_version(builder);
    if (name == "phi3-mini") return "phi-3-mini";
    if (name == "phi4-14b") return "phi-4";
    return catalog_model(name, catalog);
}

std::string torchtitan_model(std::string_view name, std::string_view flavor,
                             const Catalog& catalog) {
    const auto found = std::ranges::find_if(flavors, [&](const TorchtitanFlavor& one) {
        return one.name == name && one.flavor == flavor;
    });
    if (found == flavors.end() || catalog.find_model(found->id) == nullptr) return {};
    return std::string(found->id);
}

std::string torchtitan_flavors(std::string_view name) {
    std::string list;
    for (const TorchtitanFlavor& one : flavors)
        if (one.name == name) list.append(list.empty() ? "" : ", ").append(one.flavor);
    return list;
}

const TorchtitanFlavor* torchtitan_flavor(std::string_view id) {
    // Generations that differ in nothing but the positions they were trained on.
    constexpr std::array as_trained{std::pair{"llama3.1-8b", "llama3-8b"},
                                    std::pair{"llama3.1-70b", "llama3-70b"},
                                    std::pair{"llama3.3-70b", "llama3-70b"}};
    for (const auto& [later, first] : as_trained)
        if (id == later) id = first;
    const auto found = std::ranges::find(flavors, id, &TorchtitanFlavor::id);
    return found == flavors.end() ? nullptr : found;
}

} // namespace headroom
