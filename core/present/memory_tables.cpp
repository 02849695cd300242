#include "core/present/memory_tables.hpp"

#include "core/cost/memory.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

constexpr std::array phase_words{
    Words{"loading the weights", "가중치 적재"}, Words{"end of forward", "순전파 끝"},
    Words{"start of backward", "역전파 시작"},   Words{"end of backward", "역전파 끝"},
    Words{"optimizer step", "옵티마이저 스텝"},
};
static_assert(phase_words.size() == phase_count);

constexpr std::size_t most_named = 5; // terms in one line

/// "optimizer states 31.5, gradients 10.5, and 3 more": the largest terms in GiB.
std::string alive(const MemoryBreakdown& phase, Language language) {
    std::vector<MemoryTerm> terms;
    for (std::size_t i = 0; i < MemoryBreakdown::size; ++i)
        if (phase[static_cast<MemoryTerm>(i)] > Bytes{})
            terms.push_back(static_cast<MemoryTerm>(i));
    std::ranges::stable_sort(terms, std::greater(),
                             [&](MemoryTerm term) { return phase[term] / units::GiB; });
    std::string text;
    for (std::size_t i = 0; i < std::min(terms.size(), most_named); ++i) {
        std::string size = gib_term(phase[terms[i]]);
        size.resize(size.size() - std::string_view(" GiB").size());
        text += fmt::format("{}{} {}", i == 0 ? "" : ", ", term_name(terms[i], language), size);
    }
    if (terms.size() > most_named)
        text += fmt::format(fmt::runtime(say({", and {} more", " 외 {}개"}, language)),
                            terms.size() - most_named);
    return text;
}

bool alike(const StageNeed& a, const StageNeed& b) {
    constexpr double shown = 1e-3;
    return a.phase == b.phase &&
           std::max(a.allocated, b.allocated) <= (1.0 + shown) * std::min(a.allocated, b.allocated);
}

} // namespace

std::string phase_name(Phase phase, Language language) {
    return std::string(say(phase_words[static_cast<std::size_t>(phase)], language));
}

TableView phase_table(const Estimate& estimate, Language language) {
    TableView table{{std::string(say({"phase", "단계"}, language)),
                     std::string(say({"allocated", "할당"}, language)),
                     std::string(say({"alive in it, in GiB", "그때 있는 것(GiB)"}, language))},
                    {}};
    if (estimate.verdict == Verdict::not_legal) return table;
    const MemoryEstimate& memory = estimate.memory;
    for (std::size_t i = 0; i < phase_count; ++i) {
        const auto phase = static_cast<Phase>(i);
        const bool peak = phase == memory.peak_phase;
        table.rows.push_back({phase_name(phase, language) + (peak ? " *" : ""),
                              gib_term(memory.phases[i].total()),
                              alive(memory.phases[i], language)});
    }
    return table;
}

std::vector<StageNeed> stage_needs(const Scenario& scenario) {
    std::vector<StageNeed> needs;
    for (int stage = 0; stage < scenario.training.pipeline_parallel; ++stage) {
        StageNeed need;
        need.stage = stage;
        const auto phases = stage_memory(scenario, stage);
        for (std::size_t i = 0; i < phases.size(); ++i)
            if (phases[i].total() > need.allocated)
                need = {stage, static_cast<Phase>(i), phases[i].total()};
        needs.push_back(need);
    }
    return needs;
}

TableView stage_table(const Scenario& scenario, const Estimate& estimate, Language language) {
    TableView table{{std::string(say({"stage", "스테이지"}, language)),
                     std::string(say({"allocated", "할당"}, language)),
                     std::string(say({"peak", "정점"}, language))},
                    {}};
    if (estimate.verdict == Verdict::not_legal || scenario.training.pipeline_parallel < 2)
        return table;
    const std::vector<StageNeed> needs = stage_needs(scenario);
    const int heaviest = estimate.memory.peak_stage;
    for (std::size_t first = 0, last = 0; first < needs.size(); first = ++last) {
        // The heaviest stage keeps a row of its own.
        const auto joins = [&](const StageNeed& other) {
            return alike(needs[first], other) && needs[first].stage != heaviest &&
                   other.stage != heaviest;
        };
        while (last + 1 < needs.size() && joins(needs[last + 1]))
            ++last;
        std::string stages = std::to_string(first + 1);
        if (last > first) stages += fmt::format("–{}", last + 1);
        if (needs[first].stage == heaviest) stages += " *";
        table.rows.push_back({std::move(stages), gib_term(needs[first].allocated),
                              phase_name(needs[first].phase, language)});
    }
    return table;
}

} // namespace headroom
