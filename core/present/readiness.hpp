// The readiness checklist in words: what a memo prints and a dialog edits.
//
//     readiness_line(item, language)    // "Evidence: a short run ... was measured. (run 12, wiki)"
#pragma once

#include "core/model/decisions.hpp"
#include "core/present/views.hpp"

#include <string>

namespace headroom {

/// The item's own words, or the usual question of its topic.
std::string readiness_text(const ReadinessItem& item, Language language);
/// The same with its note in brackets.
std::string readiness_line(const ReadinessItem& item, Language language);
std::string topic_name(ReadinessTopic topic, Language language);

} // namespace headroom
