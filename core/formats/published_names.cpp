#include "core/formats/model_names.hpp"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

struct Published {
    std::string_view id, name;
};
/// Names on the Hugging Face Hub, of the base model where there is one.
constexpr auto on_the_hub = std::to_array<Published>({
    {"gpt2", "openai-community/gpt2"},
    {"gpt2-medium", "openai-community/gpt2-medium"},
    {"gpt2-large", "openai-community/gpt2-large"},
    {"gpt2-xl", "openai-community/gpt2-xl"},
    {"opt-125m", "facebook/opt-125m"},
    {"opt-1.3b", "facebook/opt-1.3b"},
    {"opt-2.7b", "facebook/opt-2.7b"},
    {"opt-6.7b", "facebook/opt-6.7b"},
    {"opt-13b", "facebook/opt-13b"},
    {"opt-30b", "facebook/opt-30b"},
    {"opt-66b", "facebook/opt-66b"},
    {"bloom-560m", "bigscience/bloom-560m"},
    {"bloom-7b1", "bigscience/bloom-7b1"},
    {"bloom-176b", "bigscience/bloom"},
    {"pythia-70m", "EleutherAI/pythia-70m"},
    {"pythia-160m", "EleutherAI/pythia-160m"},
    {"pythia-410m", "EleutherAI/pythia-410m"},
    {"pythia-1b", "EleutherAI/pythia-1b"},
    {"pythia-1.4b", "EleutherAI/pythia-1.4b"},
    {"pythia-2.8b", "EleutherAI/pythia-2.8b"},
    {"pythia-6.9b", "EleutherAI/pythia-6.9b"},
    {"pythia-12b", "EleutherAI/pythia-12b"},
    {"mpt-7b", "mosaicml/mpt-7b"},
    {"mpt-30b", "mosaicml/mpt-30b"},
    {"llama1-7b", "huggyllama/llama-7b"},
    {"llama1-13b", "huggyllama/llama-13b"},
    {"llama1-33b", "huggyllama/llama-30b"},
    {"llama1-65b", "huggyllama/llama-65b"},
    {"llama2-7b", "meta-llama/Llama-2-7b-hf"},
    {"llama2-13b", "meta-llama/Llama-2-13b-hf"},
    {"llama2-70b", "meta-llama/Llama-2-70b-hf"},
    {"llama3-8b", "meta-llama/Meta-Llama-3-8B"},
    {"llama3-70b", "meta-llama/Meta-Llama-3-70B"},
    {"llama3.1-8b", "meta-llama/Llama-3.1-8B"},
    {"llama3.1-70b", "meta-llama/Llama-3.1-70B"},
    {"llama3.1-405b", "meta-llama/Llama-3.1-405B"},
    {"llama3.2-1b", "meta-llama/Llama-3.2-1B"},
    {"llama3.2-3b", "meta-llama/Llama-3.2-3B"},
    {"llama3.3-70b", "meta-llama/Llama-3.3-70B-Instruct"},
    {"llama4-scout", "meta-llama/Llama-4-Scout-17B-16E"},
    {"llama4-maverick", "meta-llama/Llama-4-Maverick-17B-128E"},
    {"mistral-7b", "mistralai/Mistral-7B-v0.1"},
    {"mistral-7b-v0.3", "mistralai/Mistral-7B-v0.3"},
    {"mistral-nemo-12b", "mistralai/Mistral-Nemo-Base-2407"},
    {"mistral-small-24b", "mistralai/Mistral-Small-24B-Base-2501"},
    {"mistral-large-2", "mistralai/Mistral-Large-Instruct-2407"},
    {"mixtral-8x7b", "mistralai/Mixtral-8x7B-v0.1"},
    {"mixtral-8x22b", "mistralai/Mixtral-8x22B-v0.1"},
    {"qwen2.5-0.5b", "Qwen/Qwen2.5-0.5B"},
    {"qwen2.5-1.5b", "Qwen/Qwen2.5-1.5B"},
    {"qwen2.5-3b", "Qwen/Qwen2.5-3B"},
    {"qwen2.5-7b", "Qwen/Qwen2.5-7B"},
    {"qwen2.5-14b", "Qwen/Qwen2.5-14B"},
    {"qwen2.5-32b", "Qwen/Qwen2.5-32B"},
    {"qwen2.5-72b", "Qwen/Qwen2.5-72B"},
    {"qwen3-0.6b", "Qwen/Qwen3-0.6B"},
    {"qwen3-1.7b", "Qwen/Qwen3-1.7B"},
    {"qwen3-4b", "Qwen/Qwen3-4B"},
    {"qwen3-8b", "Qwen/Qwen3-8B"},
    {"qwen3-14b", "Qwen/Qwen3-14B"},
    {"qwen3-32b", "Qwen/Qwen3-32B"},
    {"qwen3-30b-a3b", "Qwen/Qwen3-30B-A3B"},
    {"qwen3-235b-a22b", "Qwen/Qwen3-235B-A22B"},
    {"qwen3-coder-480b-a35b", "Qwen/Qwen3-Coder-480B-A35B-Instruct"},
    {"gemma-2b", "google/gemma-2b"},
    {"gemma-7b", "google/gemma-7b"},
    {"gemma2-2b", "google/gemma-2-2b"},
    {"gemma2-9b", "google/gemma-2-9b"},
    {"gemma2-27b", "google/gemma-2-27b"},
    {"gemma3-1b", "google/gemma-3-1b-pt"},
    {"gemma3-4b", "google/gemma-3-4b-pt"},
    {"gemma3-12b", "google/gemma-3-12b-pt"},
    {"gemma3-27b", "google/gemma-3-27b-pt"},
    {"phi-2", "microsoft/phi-2"},
    {"phi-3-mini", "microsoft/Phi-3-mini-4k-instruct"},
    {"phi-3-medium", "microsoft/Phi-3-medium-4k-instruct"},
    {"phi-4", "microsoft/phi-4"},
    {"phi-4-mini", "microsoft/Phi-4-mini-instruct"},
    {"deepseek-v2-lite", "deepseek-ai/DeepSeek-V2-Lite"},
    {"deepseek-v2", "deepseek-ai/DeepSeek-V2"},
    {"deepseek-v3", "deepseek-ai/DeepSeek-V3"},
    {"deepseek-r1", "deepseek-ai/DeepSeek-R1"},
    {"kimi-k2", "moonshotai/Kimi-K2-Base"},
    {"dbrx", "databricks/dbrx-base"},
    {"glm-4.5", "zai-org/GLM-4.5"},
    {"glm-4.5-air", "zai-org/GLM-4.5-Air"},
    {"gpt-oss-20b", "openai/gpt-oss-20b"},
    {"gpt-oss-120b", "openai/gpt-oss-120b"},
    {"falcon-7b", "tiiuae/falcon-7b"},
    {"falcon-40b", "tiiuae/falcon-40b"},
    {"falcon-180b", "tiiuae/falcon-180B"},
    {"yi-6b", "01-ai/Yi-6B"},
    {"yi-34b", "01-ai/Yi-34B"},
    {"olmo2-7b", "allenai/OLMo-2-1124-7B"},
    {"olmo2-13b", "allenai/OLMo-2-1124-13B"},
    {"olmo2-32b", "allenai/OLMo-2-0325-32B"},
    {"smollm2-135m", "HuggingFaceTB/SmolLM2-135M"},
    {"smollm2-360m", "HuggingFaceTB/SmolLM2-360M"},
    {"smollm2-1.7b", "HuggingFaceTB/SmolLM2-1.7B"},
    {"smollm3-3b", "HuggingFaceTB/SmolLM3-3B-Base"},
    {"tinyllama-1.1b", "TinyLlama/TinyLlama_v1.1"},
});

/// Builders of torchtune.models.
constexpr auto builders = std::to_array<TorchtuneBuilder>({
    {"llama2-7b", "llama2", "llama2_7b", true},
    {"llama2-13b", "llama2", "llama2_13b", true},
    {"llama2-70b", "llama2", "llama2_70b", true},
    {"llama3-8b", "llama3", "llama3_8b", true},
    {"llama3-70b", "llama3", "llama3_70b", true},
    {"llama3.1-8b", "llama3_1", "llama3_1_8b", true},
    {"llama3.1-70b", "llama3_1", "llama3_1_70b", true},
    {"llama3.1-405b", "llama3_1", "llama3_1_405b", true},
    {"llama3.2-1b", "llama3_2", "llama3_2_1b", true},
    {"llama3.2-3b", "llama3_2", "llama3_2_3b", true},
    {"llama3.3-70b", "llama3_3", "llama3_3_70b", true},
    {"gemma-2b", "gemma", "gemma_2b", true},
    {"gemma-7b", "gemma", "gemma_7b", true},
    {"gemma2-2b", "gemma2", "gemma2_2b", true},
    {"gemma2-9b", "gemma2", "gemma2_9b", true},
    {"gemma2-27b", "gemma2", "gemma2_27b", true},
    {"mistral-7b", "mistral", "mistral_7b", true},
    {"phi-3-mini", "phi3", "phi3_mini", true},
    {"phi-4", "phi4", "phi4_14b", true},
    {"qwen2.5-0.5b", "qwen2_5", "qwen2_5_0_5b", false},
    {"qwen2.5-1.5b", "qwen2_5", "qwen2_5_1_5b_base", false},
    {"qwen2.5-3b", "qwen2_5", "qwen2_5_3b", false},
    {"qwen2.5-7b", "qwen2_5", "qwen2_5_7b_base", false},
    {"qwen2.5-14b", "qwen2_5", "qwen2_5_14b_base", false},
    {"qwen2.5-32b", "qwen2_5", "qwen2_5_32b_base", false},
    {"qwen2.5-72b", "qwen2_5", "qwen2_5_72b_base", false},
    {"qwen3-0.6b", "qwen3", "qwen3_0_6b_base", false},
    {"qwen3-1.7b", "qwen3", "qwen3_1_7b_base", false},
    {"qwen3-4b", "qwen3", "qwen3_4b_base", false},
    {"qwen3-8b", "qwen3", "qwen3_8b_base", false},
    {"qwen3-14b", "qwen3", "qwen3_14b_base", false},
    {"qwen3-32b", "qwen3", "qwen3_32b", false},
});

} // namespace

std::string_view hub_name(std::string_view id) {
    const auto found = std::ranges::find(on_the_hub, id, &Published::id);
    return found == on_the_hub.end() ? std::string_view() : found->name;
}

const TorchtuneBuilder* torchtune_builder(std::string_view id) {
    const auto found = std::ranges::find(builders, id, &TorchtuneBuilder::id);
    return found == builders.end() ? nullptr : found;
}

} // namespace headroom
