// headroom-probe: measures the GPU at hand; JSON lines on stdout. docs/probe.md.
#include "app/probe/json_line.hpp"
#include "app/probe/options.hpp"
#include "app/probe/outcome.hpp"
#include "app/probe/supervisor.hpp"

#include <cstdio>
#include <string>
#include <vector>

int main(int count, char** arguments) {
    using namespace headroom::probe;
    std::string wrong;
    const std::optional<Options> options =
        parse_options(std::vector<std::string>(arguments + 1, arguments + count), wrong);
    if (!options) {
        std::puts(JsonLine("error").text("code", "arguments").text("message", wrong).str().c_str());
        return static_cast<int>(Exit::bad_arguments);
    }
    if (options->help) std::fputs(usage.data(), stdout);
    if (options->version) std::puts(HEADROOM_VERSION);
    if (options->help || options->version) return static_cast<int>(Exit::done);
    return Supervisor(*options).run();
}
