// A JSON library in a header: what check_dependencies.sh has to find.
#include <nlohmann/json.hpp>
