// core/io must not know how plans are explored: what check_dependencies.sh has to find.
#include "core/explore/axis.hpp"
