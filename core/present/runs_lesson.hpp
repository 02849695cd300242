// What a team's measured runs teach about its site, in words: the factors, the band of the present
// plan before and after, how far the lesson can be trusted, and what to measure next.
//
//     const RunsLesson lesson = runs_lesson(scenario, Language::english);
//     lesson.factors.rows[2]      // "communication", "these runs do not say", "21 %", "1.00", ...
//     scenario.site = Shared(lesson.site);          // "Use as calibration"
//
// Nothing is used by itself. `site` keeps what a probe measured on the same GPU.
#pragma once

#include "core/calibrate/logged_run.hpp"
#include "core/present/views.hpp"

#include <string>
#include <vector>

namespace headroom {

struct RunsLesson {
    bool teaches = false; // a run on this GPU measured a step or memory
    TableView factors;
    std::vector<std::string> sentences;
    SiteCalibration site;
};

/// `today` dates a new calibration ("2026-12-01").
RunsLesson runs_lesson(const Scenario& scenario, Language language, std::string_view today = {});

/// "median of 47 steps, spread 1.2 %, after 5 of warm-up; from a Megatron-LM log": a run's notes.
std::string words_of_log(const LoggedRun& logged, Language language);

} // namespace headroom
