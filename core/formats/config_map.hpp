// Keys and values in the order in which they are written, as YAML, JSON or TOML.
//
//     ConfigMap file;
//     file.add("bf16", true);
//     file.map("fsdp_config").add("offload_params", false);
//     to_yaml(file)          // "bf16: true\nfsdp_config:\n  offload_params: false\n"
//
// Text is quoted wherever a reader of the syntax might take it for something else: 'no' stays text.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom {

class ConfigMap {
  public:
    struct Text {
        std::string value;
    };
    using Texts = std::vector<std::string>;
    /// A number, true or false as it is written; text; a list of texts; a map.
    using Value = std::variant<std::string, Text, Texts, std::unique_ptr<ConfigMap>>;
    struct Entry {
        std::string key;
        Value value;
    };

    void add(std::string key, bool value) { put(std::move(key), value ? "true" : "false"); }
    void add(std::string key, int value) { add(std::move(key), std::int64_t{value}); }
    void add(std::string key, std::int64_t value) { put(std::move(key), std::to_string(value)); }
    void add(std::string key, double value);
    void add(std::string key, std::string_view text) {
        put(std::move(key), Text{std::string(text)});
    }
    void add(std::string key, const char* text) { add(std::move(key), std::string_view(text)); }
    void add(std::string key, Texts list) { put(std::move(key), std::move(list)); }
    /// The map under a key, made where there is none yet.
    ConfigMap& map(std::string_view key);

    const std::deque<Entry>& entries() const { return entries_; }

  private:
    void put(std::string key, Value value) {
        entries_.push_back({std::move(key), std::move(value)});
    }

    std::deque<Entry> entries_;
};

std::string to_yaml(const ConfigMap& map);
std::string to_json(const ConfigMap& map);
/// Tables of one level: what stands outside of a table comes first.
std::string to_toml(const ConfigMap& map);

} // namespace headroom
