#include "core/io/catalog_reader.hpp"

#include "core/io/catalog_files.hpp"
#include "core/io/text_file.hpp"

#include <array>
#include <cstdlib>
#include <unistd.h>

namespace headroom {

namespace {

struct PresetFile {
    const char* name;
    void (*read)(ObjectReader&, CatalogBuilder&);
};

/// Each after those that it refers to.
constexpr std::array preset_files{
    PresetFile{"sources.json", read_sources},     PresetFile{"links.json", read_links},
    PresetFile{"gpus.json", read_gpus},           PresetFile{"models.json", read_models},
    PresetFile{"prices.json", read_prices},       PresetFile{"onprem.json", read_owned_hardware},
    PresetFile{"instances.json", read_instances}, PresetFile{"frameworks.json", read_stacks},
    PresetFile{"scores.json", read_scores},       PresetFile{"calibration.json", read_calibration},
};

constexpr std::int64_t newest_format = 1;

void read_preset_file(const std::filesystem::path& directory, const PresetFile& file,
                      CatalogBuilder& builder, Problems& problems) {
    const auto text = read_text_file(directory / file.name, problems);
    if (!text) return;
    const std::optional<Json> root = parse_json(*text, file.name, problems);
    if (!root) return;
    ReadLog log;
    log.file = file.name;
    {
        ObjectReader object(JsonCursor(*root, "", log));
        if (const auto format = object.required("format"))
            format->integer({newest_format, newest_format});
        file.read(object, builder);
    }
    problems.insert(problems.end(), log.problems.begin(), log.problems.end());
}

std::filesystem::path program_directory() {
    std::array<char, 4096> path{};
    const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
    if (length <= 0) return {};
    return std::filesystem::path(std::string(path.data(), static_cast<std::size_t>(length)))
        .parent_path();
}

} // namespace

bool CatalogBuilder::knows(std::string_view source) const {
    return known_.contains(std::string(source));
}

std::vector<std::string_view> CatalogBuilder::sources() const {
    std::vector<std::string_view> ids;
    for (const Source& source : catalog.sources)
        ids.push_back(source.id);
    return ids;
}

CitationId CatalogBuilder::cite(const std::string& source, const std::string& where) {
    const auto next = static_cast<CitationId>(catalog.citations.size());
    const auto [found, added] = cited_.emplace(source + '\n' + where, next);
    if (added) catalog.citations.push_back({source, where});
    return found->second;
}

void CatalogBuilder::add_source(Source source) {
    known_.insert(source.id);
    catalog.sources.push_back(std::move(source));
}

CatalogResult read_catalog(const std::filesystem::path& directory) {
    CatalogResult result;
    std::error_code unreachable;
    if (!std::filesystem::is_directory(directory, unreachable)) {
        result.problems.push_back(error(directory.string(), "there is no such folder of presets"));
        return result;
    }
    CatalogBuilder builder;
    for (const PresetFile& file : preset_files)
        read_preset_file(directory, file, builder, result.problems);
    result.catalog = std::move(builder.catalog);
    return result;
}

std::filesystem::path presets_directory() {
    if (const char* chosen = std::getenv("HEADROOM_PRESETS"); chosen != nullptr && *chosen != '\0')
        return chosen;
    std::error_code ignored;
    const std::filesystem::path installed =
        program_directory() / ".." / "share" / "headroom" / "presets";
    if (std::filesystem::is_directory(installed, ignored))
        return std::filesystem::weakly_canonical(installed, ignored);
    return HEADROOM_SOURCE_PRESETS;
}

} // namespace headroom
