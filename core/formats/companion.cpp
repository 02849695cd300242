#include "core/formats/companion.hpp"

#include "core/formats/config_text.hpp"
#include "core/formats/deepspeed.hpp"
#include "core/formats/foreign_json.hpp"
#include "core/formats/hf_config.hpp"
#include "core/formats/model_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace fs = std::filesystem;

namespace {

/// Whether a path, with its links followed, is inside of a folder.
bool is_inside(const fs::path& path, const fs::path& folder) {
    std::error_code failed;
    const fs::path inner = fs::weakly_canonical(path, failed);
    if (failed) return false;
    const fs::path outer = fs::weakly_canonical(folder, failed);
    if (failed) return false;
    return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first ==
           outer.end();
}

bool stays_inside(const fs::path& written) {
    return !written.is_absolute() && !written.lexically_normal().string().starts_with("..") &&
           written.string().find("://") == std::string::npos;
}

/// Beside the importing file, or in the current folder.
std::optional<fs::path> beside(const ConfigFile& file, const fs::path& written) {
    const fs::path own = file.path.has_parent_path() ? file.path.parent_path() : fs::path(".");
    for (const fs::path& folder : {own, fs::path(".")}) {
        std::error_code failed;
        const fs::path candidate = folder / written;
        if (fs::is_regular_file(candidate, failed) && is_inside(candidate, folder))
            return candidate;
    }
    return std::nullopt;
}

/// One of the files that were opened together.
std::optional<fs::path> among(const std::vector<fs::path>& files, const fs::path& written) {
    const auto found = std::ranges::find_if(
        files, [&](const fs::path& one) { return one.filename() == written.filename(); });
    return found == files.end() ? std::nullopt : std::optional(*found);
}

} // namespace

std::optional<fs::path> find_companion(FormatInput& in, const JsonCursor& named) {
    const std::optional<std::string> text = named.text();
    if (!text) return std::nullopt;
    if (const auto answer = in.draft.answer("file:" + *text)) return fs::path(*answer);
    const fs::path written(*text);
    if (auto opened = among(in.files, written)) return opened;
    if (!stays_inside(written))
        named.warning(fmt::format("\"{}\" is not followed: it is outside of the file's folder",
                                  text->substr(0, 100)));
    else if (auto found = beside(in.file, written))
        return found;
    return std::nullopt;
}

namespace {

/// What a framework's own file says, by its name; false where it is none of them.
bool assume_shipped(Draft& draft, const std::string& named,
                    std::span<const ShippedConfig> shipped) {
    const std::string stem = fs::path(named).stem().string();
    const auto found = std::ranges::find(shipped, stem, &ShippedConfig::name);
    if (found == shipped.end()) return false;
    const std::string why = fmt::format("as the {}.json that comes with the framework", stem);
    draft.assume("training.zero_stage", json_text(found->stage), why);
    draft.assume("training.offload", json_text(found->offload), why);
    return true;
}

void read_engine(FormatInput& in, const ConfigFile& config) {
    FormatInput inner(config, in.draft, in.files);
    report_repeated_keys(config.root, inner.log, Severity::error);
    read_deepspeed_engine(inner, DeepSpeedRole::companion);
    Problems& problems = in.log.problems;
    problems.insert(problems.end(), inner.log.problems.begin(), inner.log.problems.end());
}

} // namespace

bool follow_deepspeed(FormatInput& in, std::string_view key,
                      std::span<const ShippedConfig> shipped) {
    const auto named = in.keys.find(key);
    if (!named) return false;
    ConfigFile config;
    if (named->json().is(Json::Type::object)) {
        config.name = in.file.name;
        config.pointer = named->pointer();
        config.root = named->json();
        read_engine(in, config);
        return true;
    }
    const auto path = find_companion(in, *named);
    if (!path) {
        if (assume_shipped(in.draft, named->json().text, shipped)) return true;
        in.draft.ask("file:" + named->json().text, reason::other_file);
        return false;
    }
    config.path = *path;
    config.name = path->string();
    const auto text = read_config_text(*path, config.name, in.log.problems);
    auto root = text ? parse_foreign_json(*text, config.name, in.log.problems) : std::nullopt;
    if (!root) return false;
    config.root = std::move(*root);
    read_engine(in, config);
    return true;
}

void give_model(FormatInput& in, std::string_view key) {
    const auto named = in.keys.value(key);
    const std::optional<std::string> name = named ? named->text() : std::nullopt;
    if (!name) return in.draft.ask("model", named ? reason::other_file : reason::absent);
    if (const std::string id = catalog_model(*name, in.draft.catalog()); !id.empty())
        return in.draft.assume("model", json_text(id), fmt::format("matched by name: {}", *name));
    const fs::path config = fs::path(*name) / "config.json";
    const auto found = stays_inside(config) ? beside(in.file, config) : std::nullopt;
    if (!found || in.draft.result().model) {
        in.draft.ask("model", fmt::format("\"{}\" is not in the catalog; its config.json says it",
                                          name->substr(0, 100)));
        return;
    }
    Problems& problems = in.log.problems;
    const std::string shown = found->string();
    const auto text = read_config_text(*found, shown, problems);
    const auto root = text ? parse_foreign_json(*text, shown, problems) : std::nullopt;
    if (root) read_hf_config(*root, shown, in.draft.result());
}

} // namespace headroom
