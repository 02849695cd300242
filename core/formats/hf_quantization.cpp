#include "core/formats/hf_quantization.hpp"

#include <fmt/format.h>

namespace headroom {

namespace {

/// Keys of a quantization_config; those that nobody asks for are of no interest here.
class Keys {
  public:
    explicit Keys(const JsonCursor& object) : object_(object) {}

    std::string text(const char* key) const {
        const auto found = optional(key);
        return found ? found->text().value_or("") : "";
    }
    bool flag(const char* key) const {
        const auto found = optional(key);
        return found && found->boolean().value_or(false);
    }
    std::optional<JsonCursor> optional(const char* key) const {
        const Json* value = object_.json().find(key);
        if (value == nullptr || (value->is(Json::Type::null) && !value->not_finite))
            return std::nullopt;
        return JsonCursor(*value, fmt::format("{}/{}", object_.pointer(), key), object_.log());
    }

  private:
    const JsonCursor& object_;
};

/// GPTQ and AWQ store groups of 128 weights in 4 bits, or 8 bits; other widths exist.
std::string_view grouped_format(const Keys& keys) {
    constexpr IntRange widths{2, 8};
    const auto bits = keys.optional("bits");
    if (!bits) return "int4_g128";
    const auto width = bits->integer(widths);
    if (!width || *width == 4) return "int4_g128";
    if (*width == 8) return "int8";
    bits->warning(
        fmt::format("{} bits are none of the formats here (4 or 8); counted as 16 bit", *width));
    return {};
}

} // namespace

std::string_view stored_format(const JsonCursor& quantization) {
    if (!quantization.json().is(Json::Type::object)) {
        quantization.mismatch("an object");
        return {};
    }
    const Keys keys(quantization);
    const std::string method = keys.text("quant_method");
    if (method == "fp8") return "fp8";
    if (method == "mxfp4") return "mxfp4";
    if (method == "modelopt") return keys.text("quant_algo").starts_with("NVFP4") ? "nvfp4" : "fp8";
    if (method == "gptq" || method == "awq") return grouped_format(keys);
    if (keys.flag("load_in_8bit") || keys.flag("_load_in_8bit")) return "int8";
    if (keys.flag("load_in_4bit") || keys.flag("_load_in_4bit"))
        return keys.text("bnb_4bit_quant_type") == "fp4" ? "fp4" : "nf4";
    quantization.warning("its weights are quantised in a way that is not known here; counted as "
                         "16 bit");
    return {};
}

} // namespace headroom
