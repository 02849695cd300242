// The formats that a scenario can be written in: one writer for each.
#pragma once

#include "core/base/problem.hpp"
#include "core/model/scenario.hpp"

#include <set>
#include <string>
#include <string_view>

namespace headroom {

/// What a writer is given, and where it says what it wrote.
struct ExportPlan {
    explicit ExportPlan(const Scenario& of) : scenario(of), plan(of.training) {}

    const Scenario& scenario;
    const TrainingPlan& plan;
    std::set<std::string, std::less<>> carried; // "training.zero_stage", "model"
    Problems problems;

    void carry(std::initializer_list<const char*> keys) {
        carried.insert(keys.begin(), keys.end());
    }
    void refuse(std::string pointer, std::string message) {
        problems.push_back(error(std::move(pointer), std::move(message)));
    }
    int gpus() const { return scenario.cluster.gpus_per_node * scenario.cluster.nodes; }
};

std::string write_deepspeed(ExportPlan& out);
std::string write_accelerate(ExportPlan& out);
std::string write_megatron(ExportPlan& out);

} // namespace headroom
