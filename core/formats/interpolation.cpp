#include "core/formats/interpolation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

constexpr int deepest_reference = 16;

/// The path inside of "${a.b}"; "" where the text is something else.
std::string_view reference_of(std::string_view text) {
    if (!text.starts_with("${") || !text.ends_with('}')) return {};
    const std::string_view path = text.substr(2, text.size() - 3);
    return path.find_first_of("${}:") == std::string_view::npos ? path : std::string_view();
}

const Json* at(const Json& root, std::string_view path) {
    const Json* value = &root;
    for (std::size_t begin = 0; begin <= path.size() && value != nullptr;) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        value = value->find(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return value;
}

class Resolver {
  public:
    Resolver(const Json& root, ReadLog& log) : root_(root), log_(log) {}

    /// What a text stands for in the end; nullptr where that is not in the file.
    const Json* meant(const Json& text, const std::string& pointer) {
        const Json* value = &text;
        for (int depth = 0; value != nullptr && value->is(Json::Type::text); ++depth) {
            const std::string_view path = reference_of(value->text);
            if (path.empty()) return value;
            if (depth == deepest_reference) {
                JsonCursor(text, pointer, log_).error("a circular reference: it refers to itself");
                return nullptr;
            }
            value = at(root_, path);
        }
        return value;
    }

  private:
    const Json& root_;
    ReadLog& log_;
};

/// Scalars alone are put in place, so that nothing can grow.
void resolve(Json& value, const std::string& pointer, Resolver& resolver) {
    for (std::size_t i = 0; i < value.items.size(); ++i)
        resolve(value.items[i], fmt::format("{}/{}", pointer, i), resolver);
    for (Json::Member& member : value.members)
        resolve(member.value, fmt::format("{}/{}", pointer, pointer_step(member.key)), resolver);
    if (!value.is(Json::Type::text) || reference_of(value.text).empty()) return;
    const Json* const meant = resolver.meant(value, pointer);
    const bool scalar = meant != nullptr && !meant->is(Json::Type::list) &&
                        !meant->is(Json::Type::object) && meant != &value;
    if (!scalar) return;
    const int line = value.line;
    value = Json(*meant);
    value.line = line;
}

} // namespace

void resolve_interpolations(Json& root, ReadLog& log) {
    const Json original = root;
    Resolver resolver(original, log);
    resolve(root, "", resolver);
}

} // namespace headroom
