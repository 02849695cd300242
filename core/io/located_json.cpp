#include "core/io/located_json.hpp"

#include "core/io/text_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

namespace headroom {

namespace {

/// Hands out characters and lets the handler see how many were taken.
class CountingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, std::size_t* taken) : at_(at), taken_(taken) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        ++at_;
        ++*taken_;
        return *this;
    }
    bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
    bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

  private:
    const char* at_;
    std::size_t* taken_;
};

/// A word that is no JSON number and where "null" stands for it now.
struct NotFinite {
    std::size_t at;
    std::string_view word;
};

/// Builds a Json from the parser's events.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
  public:
    TreeBuilder(std::string_view text, std::string_view name, Problems& problems,
                Strictness strictness, const std::vector<NotFinite>& not_finite,
                const std::size_t* taken)
        : text_(text), name_(name), problems_(problems), strictness_(strictness),
          not_finite_(not_finite), taken_(taken) {}

    bool null() override {
        constexpr std::size_t length = 4;
        Json& added = add(Json::Type::null, current_line());
        const std::size_t at = *taken_ - std::min(*taken_, length);
        const auto word = std::ranges::lower_bound(not_finite_, at, {}, &NotFinite::at);
        added.not_finite = word != not_finite_.end() && word->at == at;
        if (added.not_finite) report_not_finite(word->word, added.line);
        return true;
    }
    bool boolean(bool value) override {
        add(Json::Type::boolean, current_line()).boolean = value;
        return true;
    }
    bool number_integer(number_integer_t value) override {
        Json& added = add(Json::Type::integer, number_line());
        added.integer = value;
        added.number = static_cast<double>(value);
        return true;
    }
    bool number_unsigned(number_unsigned_t value) override {
        if (value <= static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max())) {
            return number_integer(static_cast<std::int64_t>(value));
        }
        add(Json::Type::number, number_line()).number = static_cast<double>(value);
        return true;
    }
    bool number_float(number_float_t value, const string_t& written) override {
        Json& added = add(Json::Type::number, number_line());
        added.number = value;
        added.text = written;
        return true;
    }
    bool string(string_t& value) override {
        add(Json::Type::text, current_line()).text = std::move(value);
        return true;
    }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::Type::object); }
    bool start_array(std::size_t) override { return open(Json::Type::list); }
    bool key(string_t& value) override {
        open_.back()->members.push_back({std::move(value), current_line(), {}, 0, false});
        return true;
    }
    bool end_object() override {
        settle_keys(*open_.back());
        open_.pop_back();
        return true;
    }
    bool end_array() override {
        open_.pop_back();
        return true;
    }
    bool parse_error(std::size_t position, const std::string& last,
                     const nlohmann::json::exception& reason) override;

    Json take() { return std::move(root_); }

  private:
    Json& add(Json::Type type, int line);
    bool open(Json::Type type);
    void settle_keys(Json& object);
    void report_not_finite(std::string_view word, int line);
    std::string pointer_of_last(std::size_t levels) const;
    std::string where(int line) const { return fmt::format("{}:{}", name_, line); }
    /// Line of the last character taken.
    int current_line() { return line_at(*taken_ == 0 ? 0 : *taken_ - 1); }
    /// A number is known to end only by the character after it, which may be a line break.
    int number_line() { return line_at(*taken_ < 2 ? 0 : *taken_ - 2); }
    int line_at(std::size_t offset);

    std::string_view text_;
    std::string_view name_;
    Problems& problems_;
    Strictness strictness_;
    const std::vector<NotFinite>& not_finite_; // in order
    const std::size_t* taken_;
    std::size_t counted_ = 0; // characters whose line breaks are in line_
    int line_ = 1;
    Json root_;
    // Open containers, outermost first. A container's address is stable while it is open: only
    // the innermost one grows.
    std::vector<Json*> open_;
};

int TreeBuilder::line_at(std::size_t offset) {
    for (; counted_ < std::min(offset, text_.size()); ++counted_) {
        if (text_[counted_] == '\n') ++line_;
    }
    return line_;
}

Json& TreeBuilder::add(Json::Type type, int line) {
    Json* place = &root_;
    if (!open_.empty()) {
        Json& parent = *open_.back();
        place = parent.is(Json::Type::list) ? &parent.items.emplace_back()
                                            : &parent.members.back().value;
    }
    place->type = type;
    place->line = line;
    return *place;
}

bool TreeBuilder::open(Json::Type type) {
    const int line = current_line();
    if (open_.size() == deepest_nesting) {
        problems_.push_back(
            error(where(line), fmt::format("nested deeper than {} levels", deepest_nesting)));
        return false;
    }
    open_.push_back(&add(type, line));
    return true;
}

/// The pointer of the last element of the `levels`-th open container, counted from outside; each
/// open container is the last element of the one around it.
std::string TreeBuilder::pointer_of_last(std::size_t levels) const {
    std::string pointer;
    for (std::size_t i = 0; i < levels; ++i) {
        const Json& outer = *open_[i];
        pointer += "/";
        pointer += outer.is(Json::Type::list) ? std::to_string(outer.items.size() - 1)
                                              : pointer_step(outer.members.back().key);
    }
    return pointer;
}

void TreeBuilder::report_not_finite(std::string_view word, int line) {
    const bool strict = strictness_ == Strictness::strict;
    problems_.push_back({strict ? Severity::error : Severity::note,
                         fmt::format("{}: {}", where(line), pointer_of_last(open_.size())),
                         fmt::format("{} is not a JSON number{}", word,
                                     strict ? "" : ", though Python writes it")});
}

void TreeBuilder::settle_keys(Json& object) {
    keep_last_of_equal_keys(object);
    if (strictness_ == Strictness::lenient) return;
    for (const Json::Member& member : object.members) {
        if (member.replaced_line == 0) continue;
        problems_.push_back(
            error(fmt::format("{}: {}/{}", where(member.line), pointer_of_last(open_.size() - 1),
                              pointer_step(member.key)),
                  fmt::format("key \"{}\" is there twice, first on line {}", member.key,
                              member.replaced_line)));
    }
}

/// "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error while parsing
/// object - unexpected end of input" without what the library says of itself.
std::string plain_reason(std::string_view what) {
    for (const std::string_view skipped : {"syntax error ", "parse error "}) {
        if (const auto found = what.find(skipped); found != std::string_view::npos) {
            what.remove_prefix(found + skipped.size());
            break;
        }
    }
    return std::string(what);
}

bool TreeBuilder::parse_error(std::size_t position, const std::string& last,
                              const nlohmann::json::exception& reason) {
    constexpr int number_overflow = 406;
    const int line = line_at(position == 0 ? 0 : position - 1);
    problems_.push_back(error(where(line), reason.id == number_overflow
                                               ? fmt::format("{} is too large for a number", last)
                                               : "not JSON " + plain_reason(reason.what())));
    return false;
}

constexpr std::string_view not_finite[] = {"-Infinity", "Infinity", "NaN"};

/// The word that is no number at the start of `text`; "" for none.
std::string_view word_at_start(std::string_view text) {
    for (const std::string_view word : not_finite)
        if (text.starts_with(word)) return word;
    return {};
}

/// The text with null for each NaN and Infinity outside of strings; `replaced` says where.
std::string without_not_finite(std::string_view text, std::vector<NotFinite>& replaced) {
    std::string clean;
    clean.reserve(text.size());
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view word = quoted ? std::string_view() : word_at_start(text.substr(i));
        if (!word.empty()) {
            replaced.push_back({clean.size(), word});
            clean += "null";
            i += word.size() - 1;
            continue;
        }
        if (text[i] == '"') quoted = !quoted;
        clean += text[i];
        if (quoted && text[i] == '\\' && i + 1 < text.size()) clean += text[++i];
    }
    return clean;
}

nlohmann::ordered_json to_library(const Json& value) {
    switch (value.type) {
    case Json::Type::null: return nullptr;
    case Json::Type::boolean: return value.boolean;
    case Json::Type::integer: return value.integer;
    case Json::Type::number: return value.number;
    case Json::Type::text: return value.text;
    case Json::Type::list: {
        auto list = nlohmann::ordered_json::array();
        for (const Json& item : value.items)
            list.push_back(to_library(item));
        return list;
    }
    case Json::Type::object: {
        auto object = nlohmann::ordered_json::object();
        for (const Json::Member& member : value.members)
            object[member.key] = to_library(member.value);
        return object;
    }
    }
    return nullptr;
}

} // namespace

const Json* Json::find(std::string_view key) const {
    const auto found = std::find_if(members.begin(), members.end(),
                                    [key](const Member& member) { return member.key == key; });
    return found == members.end() ? nullptr : &found->value;
}

void keep_last_of_equal_keys(Json& object) {
    std::vector<Json::Member>& members = object.members;
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {},
                             [&](std::size_t i) -> const std::string& { return members[i].key; });
    std::vector<bool> dropped(order.size());
    for (std::size_t i = 1; i < order.size(); ++i) {
        const Json::Member& first = members[order[i - 1]];
        Json::Member& second = members[order[i]];
        if (first.key != second.key) continue;
        second.replaced_line = first.replaced_line > 0 ? first.replaced_line : first.line;
        second.replaced_same = to_text(first.value) == to_text(second.value);
        dropped[order[i - 1]] = true;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (dropped[i]) continue;
        if (kept != i) members[kept] = std::move(members[i]);
        ++kept;
    }
    members.resize(kept);
}

std::optional<Json> parse_json(std::string_view given, std::string_view name, Problems& problems,
                               Strictness strictness) {
    if (!is_clean_text(given, name, problems)) return std::nullopt;
    std::vector<NotFinite> replaced;
    const std::string text = without_not_finite(given, replaced);
    std::size_t taken = 0;
    TreeBuilder builder(text, name, problems, strictness, replaced, &taken);
    const CountingIterator first(text.data(), &taken);
    const CountingIterator last(text.data() + text.size(), &taken);
    if (!nlohmann::json::sax_parse(first, last, &builder)) return std::nullopt;
    return builder.take();
}

std::string to_text(const Json& value) {
    return to_library(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string pointer_step(std::string_view key) {
    std::string step;
    for (const char c : key) {
        if (c == '~')
            step += "~0";
        else if (c == '/')
            step += "~1";
        else
            step += c;
    }
    return step;
}

} // namespace headroom
