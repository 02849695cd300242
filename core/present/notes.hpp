// What stands around a chart in words: points that could not be drawn, and the footer of exports.
#pragma once

#include "core/present/views.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// "Not legal on H100 SXM: 32 heads do not divide by TP 3.": one note for each reason.
std::vector<std::string> illegal_notes(std::span<const GpuPoint> points, Language language);

/// "2 presets have no price."; "" when all have one.
std::string price_note(std::span<const GpuPoint> points, Language language);

/// Beside a GPU of a table: † where its preset is an estimate, of low confidence or announced, ‡
/// where no link between its GPUs is known and one is assumed; "" where the figures are solid.
std::string marks_of(const GpuSpec& gpu, bool link_assumed = false);

/// What the marks in a table of these rows mean, one footnote each.
std::vector<std::string> mark_notes(bool any_estimate, bool any_link_assumed, Language language);
std::vector<std::string> mark_notes(std::span<const GpuPoint> points, Language language);

struct Footer {
    std::string left, right;
};

/// Scenario and hash; validated runs, date of the presets, version.
Footer footer_of(const Scenario& scenario, const Catalog& catalog, Language language,
                 std::string_view scenario_hash);

} // namespace headroom
