#include "core/model/model_spec.hpp"

namespace headroom {

ParameterCounts count_parameters(const ModelSpec& model) {
    ParameterCounts counts;
    counts.total =
        std::int64_t{12} * model.num_hidden_layers * model.hidden_size * model.hidden_size;
    counts.active = counts.total;
    return counts;
}

} // namespace headroom
