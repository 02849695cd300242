#include "core/formats/shell_arithmetic.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

namespace headroom {

namespace {

using Whole = std::optional<std::int64_t>;
constexpr int deepest = 32;

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

Whole combined(char sign, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    switch (sign) {
    case '+': return __builtin_add_overflow(a, b, &result) ? Whole() : result;
    case '-': return __builtin_sub_overflow(a, b, &result) ? Whole() : result;
    case '*': return __builtin_mul_overflow(a, b, &result) ? Whole() : result;
    default: break;
    }
    if (b == 0 || (a == std::numeric_limits<std::int64_t>::min() && b == -1)) return std::nullopt;
    return sign == '/' ? a / b : a % b;
}

class Evaluation {
  public:
    Evaluation(std::string_view text, const ShellLookup& lookup) : text_(text), lookup_(lookup) {}

    Whole whole() {
        const Whole value = sum();
        return next() == '\0' ? value : std::nullopt;
    }

  private:
    char next() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
            ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    Whole sum();
    Whole product();
    Whole value();
    Whole named(std::string_view name) const;

    std::string_view text_;
    const ShellLookup& lookup_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

Whole Evaluation::sum() {
    Whole left = product();
    while (left && (next() == '+' || next() == '-')) {
        const char sign = text_[at_++];
        const Whole right = product();
        left = right ? combined(sign, *left, *right) : std::nullopt;
    }
    return left;
}

Whole Evaluation::product() {
    Whole left = value();
    while (left && (next() == '*' || next() == '/' || next() == '%')) {
        const char sign = text_[at_++];
        const Whole right = value();
        left = right ? combined(sign, *left, *right) : std::nullopt;
    }
    return left;
}

Whole Evaluation::value() {
    if (++depth_ > deepest) return std::nullopt;
    Whole found;
    const char c = next();
    if (c == '(') {
        ++at_;
        found = sum();
        if (next() != ')') return std::nullopt;
        ++at_;
    } else if (c == '-') {
        ++at_;
        const Whole negated = value();
        found = negated ? combined('-', 0, *negated) : std::nullopt;
    } else {
        if (c == '$') ++at_;
        const bool braced = at_ < text_.size() && text_[at_] == '{';
        if (braced) ++at_;
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_name(text_[at_]))
            ++at_;
        found = named(text_.substr(begin, at_ - begin));
        if (braced && next() != '}') return std::nullopt;
        if (braced) ++at_;
    }
    --depth_;
    return found;
}

Whole Evaluation::named(std::string_view name) const {
    if (name.empty()) return std::nullopt;
    std::string digits(name);
    if (std::isdigit(static_cast<unsigned char>(name[0])) == 0) digits = lookup_(name).value_or("");
    std::int64_t number = 0;
    const auto [end, failed] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || failed != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return number;
}

} // namespace

std::optional<std::int64_t> shell_arithmetic(std::string_view expression,
                                             const ShellLookup& lookup) {
    return Evaluation(expression, lookup).whole();
}

} // namespace headroom
