// The memo after the meeting, without its form: what Markdown, HTML and PDF are written from.
//
//     const MemoView memo = memo_view(input, Language::english);
//     for (const MemoSection& section : memo.sections) ...   // verdict, charts, comparison, ...
//
// Everything a reader needs to check or repeat the plan: scenario, verdict, charts, comparison with
// pinned plans, assumptions, sources with confidence, preset date, and the checklist of readiness,
// which is for people to fill in and never scored.
#pragma once

#include "core/present/views.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headroom {

enum class MemoPicture : std::uint8_t { trade_off, bars };

struct MemoSection {
    std::string title{};
    std::vector<std::string> paragraphs{};
    std::vector<std::string> items{}; // a list
    std::optional<TableView> table{}; // with its columns' titles
    std::optional<MemoPicture> picture{};
    bool is_checklist = false;  // items have a box to tick
    std::vector<bool> ticked{}; // of a checklist, item by item
};

struct MemoView {
    std::string title, subtitle, footer;
    std::vector<MemoSection> sections;
};

/// The scenario is legal and `points` belong to it.
struct MemoInput {
    Scenario scenario;
    std::vector<GpuPoint> points;
    std::vector<PinnedPlan> pins;
    std::string hash; // core/base/short_hash.hpp, of the scenario's JSON
};

MemoView memo_view(const MemoInput& input, const Catalog& catalog, Language language);

} // namespace headroom
