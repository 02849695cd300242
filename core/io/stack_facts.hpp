// The facts of a training stack as files name them: one row each, for presets/frameworks.json and
// for "facts" of a scenario.
//
//     {"residual_bytes", &MemoryFacts::residual_bytes, 1, 8},        // add a fact: add a row
#pragma once

#include "core/io/field_reader.hpp"
#include "core/model/stack.hpp"

#include <span>
#include <variant>

namespace headroom {

using FactMember =
    std::variant<Sourced<double> MemoryFacts::*, Sourced<bool> MemoryFacts::*,
                 States MemoryFacts::*, LossPath MemoryFacts::*, Sourced<double> TimeFacts::*,
                 Sourced<bool> TimeFacts::*, Sourced<bool> PlanFacts::*>;

struct StackFact {
    std::string_view key;
    FactMember member;
    double lowest = 0.0; // of numbers
    double highest = 1e15;
};

std::span<const StackFact> stack_facts();

/// Reads a "facts" object into the stack; unknown facts are errors with the nearest known one.
void read_facts(const JsonCursor& cursor, Provenance& provenance, Stack& stack);

/// The struct that holds a fact: memory, time or plans.
template <class Stack, class Fact, class Facts>
auto& fact_of(Stack& stack, Fact Facts::*member) {
    if constexpr (std::is_same_v<Facts, MemoryFacts>)
        return stack.memory.*member;
    else if constexpr (std::is_same_v<Facts, TimeFacts>)
        return stack.time.*member;
    else
        return stack.plans.*member;
}

} // namespace headroom
