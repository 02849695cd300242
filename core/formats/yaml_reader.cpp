#include "core/formats/yaml_reader.hpp"

#include "core/formats/config_text.hpp"
#include "core/formats/yaml_scalar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

namespace headroom {

namespace {

/// Ends the parser's work from inside of an event.
struct Stop {
    int line;
    std::string reason;
};

constexpr std::string_view merge_key = "<<";

/// A subtree and how many values it has.
struct Subtree {
    Json value;
    std::size_t size = 1;
};

/// Takes yaml-cpp's events and builds the tree.
class TreeBuilder : public YAML::EventHandler {
  public:
    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ > 1)
            throw Stop{line_of(mark), "a second document; a configuration is one"};
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        add(mark, anchor, {scalar_value("", line_of(mark)), 1}, "");
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override;
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(mark, tag, anchor, Json::Type::list);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(mark, tag, anchor, Json::Type::object);
    }
    void OnMapEnd() override {
        settle_members(open_.back().tree.value);
        close();
    }

    bool has_document() const { return documents_ > 0; }
    Json take() { return std::move(root_); }

  private:
    struct Open {
        Subtree tree;
        YAML::anchor_t anchor;
        int line;
        std::optional<std::string> key; // of the value that comes next
        int key_line = 0;
    };

    static int line_of(const YAML::Mark& mark) { return mark.line + 1; }
    static void check_tag(const std::string& tag, int line);
    static void settle_members(Json& object);
    static void merge(Json& object, const Json& merged);
    void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
              Json::Type type);
    void close();
    void add(const YAML::Mark& mark, YAML::anchor_t anchor, Subtree tree, std::string_view written);
    void put(Subtree tree, int line);
    bool expects_key() const {
        return !open_.empty() && open_.back().tree.value.is(Json::Type::object) &&
               !open_.back().key;
    }

    int documents_ = 0;
    std::size_t total_ = 0;
    Json root_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, Subtree> anchors_;
};

void TreeBuilder::check_tag(const std::string& tag, int line) {
    constexpr std::array plain{"str", "int", "float", "bool", "null", "map", "seq"};
    constexpr std::string_view prefix = "tag:yaml.org,2002:";
    if (tag.empty() || tag == "?" || tag == "!") return;
    const bool known = tag.starts_with(prefix) &&
                       std::ranges::find(plain, tag.substr(prefix.size())) != plain.end();
    if (!known)
        throw Stop{line, fmt::format("the tag \"{}\" is not accepted: nothing is made or run from "
                                     "a configuration",
                                     tag.substr(0, 60))};
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
    const int line = line_of(mark);
    check_tag(tag, line);
    const bool text = tag == "!" || tag == "tag:yaml.org,2002:str";
    Json scalar;
    if (text) {
        scalar.type = Json::Type::text;
        scalar.line = line;
        scalar.text = value;
    } else {
        scalar = scalar_value(value, line);
    }
    add(mark, anchor, {std::move(scalar), 1}, value);
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
    const int line = line_of(mark);
    if (std::ranges::any_of(open_, [&](const Open& one) { return one.anchor == anchor; }))
        throw Stop{line, "an alias refers to the value that contains it"};
    if (expects_key()) throw Stop{line, "an alias as a key is not accepted"};
    const Subtree& meant = anchors_[anchor];
    if (total_ + meant.size > config_limits::values)
        throw Stop{line,
                   fmt::format("the aliases expand to more than {} values", config_limits::values)};
    put(meant, line);
}

void TreeBuilder::open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       Json::Type type) {
    const int line = line_of(mark);
    check_tag(tag, line);
    if (expects_key()) throw Stop{line, "a key has to be a word"};
    if (open_.size() >= config_limits::depth)
        throw Stop{line, fmt::format("nested deeper than {} levels", config_limits::depth)};
    Open container{{}, anchor, line, {}, 0};
    container.tree.value.type = type;
    container.tree.value.line = line;
    open_.push_back(std::move(container));
}

void TreeBuilder::close() {
    Open closed = std::move(open_.back());
    open_.pop_back();
    total_ -= closed.tree.size - 1; // counted again as a whole
    if (closed.anchor != 0) anchors_[closed.anchor] = closed.tree;
    put(std::move(closed.tree), closed.line);
}

void TreeBuilder::add(const YAML::Mark& mark, YAML::anchor_t anchor, Subtree tree,
                      std::string_view written) {
    const int line = line_of(mark);
    if (anchor != 0) anchors_[anchor] = tree;
    if (!expects_key()) return put(std::move(tree), line);
    if (written.size() > config_limits::key) throw Stop{line, "a key of more than 256 bytes"};
    open_.back().key = std::string(written);
    open_.back().key_line = line;
}

void TreeBuilder::put(Subtree tree, int line) {
    total_ += tree.size;
    if (total_ > config_limits::values)
        throw Stop{line, fmt::format("more than {} values", config_limits::values)};
    if (open_.empty()) {
        root_ = std::move(tree.value);
        return;
    }
    Open& parent = open_.back();
    parent.tree.size += tree.size;
    if (parent.tree.value.is(Json::Type::list)) {
        parent.tree.value.items.push_back(std::move(tree.value));
        return;
    }
    parent.tree.value.members.push_back(
        {std::move(*parent.key), parent.key_line, std::move(tree.value), 0, false});
    parent.key.reset();
}

/// Of equal keys the last one stays, in the place of the first; merge keys are applied.
void TreeBuilder::settle_members(Json& object) {
    keep_last_of_equal_keys(object);
    const auto found = std::ranges::find(object.members, merge_key, &Json::Member::key);
    if (found == object.members.end()) return;
    const Json merged = std::move(found->value);
    object.members.erase(found);
    if (!merged.is(Json::Type::list)) return merge(object, merged);
    for (const Json& one : merged.items)
        merge(object, one);
}

/// What is there already counts: explicit keys, and those of maps merged before.
void TreeBuilder::merge(Json& object, const Json& merged) {
    if (!merged.is(Json::Type::object))
        throw Stop{merged.line, "<< merges a map, or a list of maps"};
    for (const Json::Member& member : merged.members)
        if (object.find(member.key) == nullptr) object.members.push_back(member);
}

/// The line, of those around an error, that is indented by a tab; 0 for none.
int line_with_tab(std::string_view text, int line) {
    for (int at = 1; at <= line + 1 && !text.empty(); ++at) {
        const std::string_view one = text.substr(0, text.find('\n'));
        const std::size_t blank = std::min(one.find_first_not_of(" \t"), one.size());
        if (at >= line - 1 && one.substr(0, blank).find('\t') != std::string_view::npos) return at;
        text.remove_prefix(std::min(one.size() + 1, text.size()));
    }
    return 0;
}

Stop stop_of(const YAML::Exception& failed, std::string_view text) {
    const int line = failed.mark.is_null() ? 1 : failed.mark.line + 1;
    if (const int tab = line_with_tab(text, line); tab > 0)
        return {tab, "a tab at the start of the line; YAML is indented by blanks"};
    return {line, "not YAML: " + failed.msg};
}

} // namespace

std::optional<Json> parse_yaml(std::string_view text, std::string_view name, Problems& problems) {
    if (!has_short_lines(text, name, problems)) return std::nullopt;
    const auto refuse = [&](const Stop& stop) {
        problems.push_back(error(fmt::format("{}:{}", name, stop.line), stop.reason));
        return std::nullopt;
    };
    std::istringstream stream{std::string(text)};
    TreeBuilder builder;
    try {
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const Stop& stop) {
        return refuse(stop);
    } catch (const YAML::Exception& failed) {
        return refuse(stop_of(failed, text));
    }
    if (!builder.has_document()) {
        problems.push_back(error(std::string(name), "the file is empty but for remarks"));
        return std::nullopt;
    }
    return builder.take();
}

} // namespace headroom
