// A header that sees above itself: what check_dependencies.sh has to find.
#include "core/model/plan.hpp"
