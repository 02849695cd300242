// The words of both languages in one place: verdicts, terms, limiters, axes, reasons, caveats.
//
//     say({"fits", "들어감"}, language)
//     illegality_sentence(scenario, Language::english)  // "32 heads do not divide by TP 3."
//
// What views.hpp promises of them is there; here are the pieces that several views share.
#pragma once

#include "core/present/views.hpp"

#include <string>
#include <string_view>

namespace headroom {

struct Words {
    std::string_view english, korean;
};

constexpr std::string_view say(const Words& words, Language language) {
    return language == Language::korean ? words.korean : words.english;
}

/// The first reason why the plan is not legal, as a sentence with its numbers; "" for a legal plan.
std::string illegality_sentence(const Scenario& scenario, Illegality illegality, Language language);

/// "Llama-3.1 8B, sequence 8192, micro batch 1, bf16, full checkpointing, ZeRO 3, 8 GPUs".
std::string settings_line(const Scenario& scenario, Language language);

/// "checkpointing full", "ZeRO 3": one setting with its name.
std::string setting(const Scenario& scenario, Axis axis, Language language);

/// What charts and sentences call the GPU: its short name.
std::string gpu_label(const GpuSpec& gpu);

/// Memory peaks that the bands were earned on. What the allocator adds was seen in these same runs.
int memory_runs(const Calibration& calibration);

/// Whether numbers for this GPU rest on an estimate or an announcement (drawn hollow).
bool is_estimated(const Estimate& estimate);

} // namespace headroom
