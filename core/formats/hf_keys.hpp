// Keys of a config.json in the spellings that model families use for one thing.
//
//     HfKeys keys(cursor, result);
//     keys.whole("hidden_size", {"hidden_size", "n_embd", "d_model"}, model.hidden_size);
//     keys.finish();                       // what nobody asked for: ignored or unknown
//
// null is as good as absent. What is found is noted as given, what is filled in as assumed.
#pragma once

#include "core/formats/import.hpp"
#include "core/io/json_reader.hpp"

#include <initializer_list>
#include <span>

namespace headroom {

class HfKeys {
  public:
    /// Spellings of one key, the usual one first.
    class Names {
      public:
        Names(std::initializer_list<const char*> names) : names_(names) {}
        template <std::size_t N>
        Names(const std::array<const char*, N>& names) : names_(names.begin(), names.end()) {}
        std::span<const char* const> all() const { return names_; }
        const char* usual() const { return names_.front(); }

      private:
        std::vector<const char*> names_;
    };

    HfKeys(JsonCursor cursor, ImportResult& result) : cursor_(std::move(cursor)), result_(result) {}

    std::optional<JsonCursor> optional(const Names& names);
    bool has(const Names& names) { return optional(names).has_value(); }
    bool flag(const Names& names);
    std::optional<std::string> text(const Names& names);
    /// The key's value, or the object where it is missing, under the key's pointer.
    JsonCursor place(const char* name) const;

    /// A dimension that must be there and at least 1.
    void whole(std::string_view ours, const Names& names, int& target);
    /// A dimension with a fallback; said as assumed unless `why` is empty, an error where the
    /// fallback is 0 though a reason is given. Below 0: it cannot be told, because what it follows
    /// from is wrong, and that was said.
    void whole_or(std::string_view ours, const Names& names, int& target, int fallback,
                  std::string_view why, int lowest = 1);
    /// The same inside of an object of the config (MPT's ffn_config).
    void whole_inside(std::string_view ours, const char* object, const char* name, int& target);

    void given(const std::string& key, const JsonCursor& cursor);
    void assume(const std::string& key, std::string value_json, std::string why);
    void finish();

  private:
    JsonCursor cursor_;
    ImportResult& result_;
    std::vector<std::string_view> asked_;
};

/// How many of the dimensions that every config.json has are in this object.
int count_dimension_keys(const Json& object);
/// Keys around the language model's own object: ignored, since they are of its other parts.
void count_outer_keys(const Json& root, ImportResult& result);

} // namespace headroom
