// The keys of a site calibration, once, for its reader and its writer. See spec_fields.hpp.
#pragma once

#include "core/io/spec_fields.hpp"

namespace headroom {

template <class Visit, class... Target>
requires Are<SiteTarget, Target...>
void for_each_field(Visit&& visit, Target&... target) {
    visit(Field{.key = "gpu", .always = true}, target.gpu...);
    visit(Field{"sm", 0, 4096}, target.sm...);
    visit(Field{"power_cap"}, target.power_cap...);
    visit(Field{"ranks_per_node", 0, field_limits::gpus_per_node}, target.ranks_per_node...);
    visit(Field{"intra_node"}, target.intra_node...);
}

template <class Visit, class... Memory>
requires Are<SiteMemory, Memory...>
void for_each_field(Visit&& visit, Memory&... memory) {
    visit(Field{"use"}, memory.use...);
    visit(Field{"process"}, memory.process...);
    visit(Field{"process_sd"}, memory.process_sd...);
    visit(Field{"process_runs", 0, 1e9}, memory.process_runs...);
    visit(Field{"activations_ln", -2, 2}, memory.activations_ln...);
    visit(Field{"activations_sd", 0, 10}, memory.activations_sd...);
    visit(Field{"activation_runs", 0, 1e9}, memory.activation_runs...);
    visit(Field{"slack_ln", 0, 5}, memory.slack_ln...);
    visit(Field{"slack_sd", 0, 10}, memory.slack_sd...);
    visit(Field{"slack_runs", 0, 1e9}, memory.slack_runs...);
}

/// The words of a calibration; its parts are lists and objects of their own.
template <class Visit, class... Site>
requires Are<SiteCalibration, Site...>
void for_each_field(Visit&& visit, Site&... site) {
    visit(Field{.key = "name", .always = true}, site.name...);
    visit(Field{"id"}, site.id...);
    visit(Field{.key = "created", .always = true}, site.created...);
    visit(Field{"note"}, site.note...);
    visit(Field{"on"}, site.on...);
}

} // namespace headroom
