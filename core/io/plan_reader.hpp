// The part of a scenario file that says what runs: "model", "cluster" and "training".
//
//     PlanReader reader(catalog, scenario);
//     const bool complete = reader.read(file);   // fills scenario's model, cluster, training,
//     stack reader.scale_model();                      // once the numbers are known to be sound
//
// Part of scenario_reader: others want read_scenario(). A measured run's conditions are read by it
// as well (decisions_reader.cpp), from the same three sections with the run's changes in them.
#pragma once

#include "core/io/field_reader.hpp"

#include <optional>

namespace headroom {

class PlanReader {
  public:
    PlanReader(const Catalog& catalog, Scenario& scenario)
        : catalog_(catalog), provenance_(catalog), scenario_(scenario) {}

    /// False when model or cluster are not known, so that nothing can be said of the plan.
    bool read(ObjectReader& file);
    /// To the "size" that the file asked for, as the model-size slider does it.
    void scale_model();

  private:
    bool read_model(const JsonCursor& cursor);
    void read_size(const JsonCursor& cursor);
    bool read_gpu(const JsonCursor& cursor, GpuSpec& gpu);
    bool read_cluster(const JsonCursor& cursor);
    void read_link(const std::optional<JsonCursor>& cursor, LinkSpec& link);
    void read_training(const JsonCursor& cursor);

    const Catalog& catalog_;
    CatalogProvenance provenance_;
    Scenario& scenario_;
    std::optional<double> size_; // that the model is to be scaled to
};

/// Numbers of the plan, the goals and the funding that are wrong by themselves. All that can be
/// said of a plan whose model or GPU is not known: a default is never among them.
Problems wrong_numbers(const Scenario& scenario);

} // namespace headroom
