// A foreign configuration by its keys: tables say which key is which value of a scenario, what its
// absence means there, and who says so.
//
//     keys.apply(rows);                                 // ConfigRow: key -> path, default, source
//     if (keys.flag("bf16/enabled") && ...) ...         // traps by hand
//     keys.finish(ignored);                             // the others: ignored or unknown
//
// Absent, null, "auto" and ${interpolated} are different things: null is as good as absent, auto
// and interpolated values are asked for.
#pragma once

#include "core/formats/draft.hpp"
#include "core/io/json_reader.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A word of a framework and the JSON of ours for it.
struct WordRow {
    std::string_view word, value_json;
};

enum class ReadAs : std::uint8_t { whole, number, flag, word };

struct ConfigRow {
    /// "zero_optimization/stage"; spellings parted by |, the usual one first.
    std::string_view keys;
    const char* target; // path of a scenario
    ReadAs read = ReadAs::whole;
    /// JSON of the default; "?" where the key is asked for; "" where absence means nothing.
    std::string_view absent = {};
    std::string_view source = {}; // of the default
    std::span<const WordRow> words = {};
    std::int64_t lowest = 1;
    std::int64_t highest = std::numeric_limits<int>::max();
};

/// How messages spell a key: "/a/b", "--a-b" or "--a_b".
enum class KeyStyle : std::uint8_t { pointer, dashes, underscores };

class ConfigKeys {
  public:
    ConfigKeys(const Json& root, ReadLog& log, Draft& draft, KeyStyle style = KeyStyle::pointer,
               std::string pointer = "")
        : root_(root), log_(log), draft_(draft), style_(style), pointer_(std::move(pointer)) {}

    Draft& draft() const { return draft_; }
    ReadLog& log() const { return log_; }

    /// The value of the first spelling that is there and not null.
    std::optional<JsonCursor> find(std::string_view keys);
    bool has(std::string_view keys) { return find(keys).has_value(); }
    bool is_auto(std::string_view keys);
    /// Known only when it runs: ${...}, $1, {{...}}.
    bool is_open(std::string_view keys);
    /// Neither absent, auto nor open: there is a value to read.
    std::optional<JsonCursor> value(std::string_view keys);
    std::optional<std::int64_t> whole(std::string_view keys, std::int64_t lowest = 1,
                                      std::int64_t highest = std::numeric_limits<int>::max());
    std::optional<double> number(std::string_view keys);
    /// True, false and the words for them that people and frameworks write.
    std::optional<bool> flag(std::string_view keys);
    std::optional<std::string> word(std::string_view keys);
    /// Where a key stands, or would: for complaints and for Draft::give().
    JsonCursor place(std::string_view keys);
    std::string where(std::string_view keys);

    void apply(std::span<const ConfigRow> rows);
    void give(std::string_view keys, const std::string& target, std::string value_json);
    /// Says of keys that they were understood.
    void carry(std::initializer_list<std::string_view> keys);
    /// Counts what nobody asked for. `ignored` are the format's keys that change neither memory nor
    /// time, "lr*" and "*_token" by their beginning or end; those of all formats are known.
    void finish(std::span<const std::string_view> ignored);

  private:
    void apply(const ConfigRow& row);
    std::optional<std::string> read(const ConfigRow& row);
    const Json* at(std::string_view path) const;
    std::string pointer_of(std::string_view path) const;
    void count(const Json& object, const std::string& path,
               std::span<const std::string_view> ignored);
    bool was_asked(std::string_view path) const;
    bool was_asked_inside(const std::string& path) const;
    void report_unknown(const Json& object, const std::string& path, const std::string& key);

    const Json& root_;
    ReadLog& log_;
    Draft& draft_;
    KeyStyle style_;
    std::string pointer_;
    std::vector<std::string> asked_;
};

/// Words for true and false, as a flag; empty for others.
std::optional<bool> flag_of(const Json& value);

/// Keys that are there twice: an error to formats that refuse them, else the last counts.
void report_repeated_keys(const Json& root, ReadLog& log, Severity severity);

} // namespace headroom
