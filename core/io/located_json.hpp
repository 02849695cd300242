// JSON that remembers where each value stands.
//
//     Problems problems;
//     if (std::optional<Json> root = parse_json(text, "gpus.json", problems))
//         root->find("gpus")->items[0].line;                    // 14
//
// Duplicate keys, nesting beyond `deepest_nesting`, NaN, numbers that overflow and text after the
// end are problems with their line. Never recurses on the input's nesting. Files of others may be
// read leniently: a bare NaN or Infinity, which Python writes, is a note instead of an error, and
// of two equal keys the last counts, as there (Json::Member::replaced_line).
#pragma once

#include "core/base/problem.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

inline constexpr std::size_t deepest_nesting = 64;

struct Json {
    enum class Type : std::uint8_t { null, boolean, integer, number, text, list, object };
    struct Member;

    Type type = Type::null;
    int line = 0; // below 0: of a change on the command line, see ReadLog::changes
    bool boolean = false;
    bool not_finite = false;     // of null: NaN or Infinity stood here
    std::int64_t integer = 0;    // of Type::integer
    double number = 0.0;         // of Type::integer and Type::number
    std::string text;            // of Type::text; of Type::number, as it was written
    std::vector<Json> items;     // of a list
    std::vector<Member> members; // of an object, in the file's order

    bool is(Type other) const { return type == other; }
    bool is_number() const { return is(Type::integer) || is(Type::number); }
    /// The member's value, or nullptr when there is none or this is not an object.
    const Json* find(std::string_view key) const;
};

struct Json::Member {
    std::string key;
    int line = 0; // of the key, as of a value
    Json value;
    int replaced_line = 0;      // of the same key before, which this one replaced; 0: none
    bool replaced_same = false; // it had the same value
};

enum class Strictness : std::uint8_t { strict, lenient };

/// `name` is how messages call the text. Empty when the text is not JSON at all.
std::optional<Json> parse_json(std::string_view text, std::string_view name, Problems& problems,
                               Strictness strictness = Strictness::strict);

/// Of equal keys the last stays and remembers the line of the one that it replaced.
void keep_last_of_equal_keys(Json& object);

/// Compact JSON text of a value, as messages and `import --json` show it.
std::string to_text(const Json& value);

/// A member name as one step of a JSON pointer: "~" and "/" escaped (RFC 6901).
std::string pointer_step(std::string_view key);

} // namespace headroom
