// "${a.b}" inside of a tree, as OmegaConf resolves it: the value at that path.
#pragma once

#include "core/io/json_reader.hpp"

namespace headroom {

/// Replaces texts that are one reference, and those that hold references to scalars. What refers to
/// itself is an error; what is not in the file (${oc.env:HOME}) stays as it is.
void resolve_interpolations(Json& root, ReadLog& log);

} // namespace headroom
