#include "app/probe/options.hpp"

#include "app/probe/plan.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace headroom::probe {

const std::string_view usage =
    R"(Usage: headroom-probe [options]
Measures the GPU at hand and writes what it found as JSON lines (docs/probe.md).
  --effort quick|default|thorough   about 3, 20 or 90 seconds
  --device N|all                    which GPU; the first one unless said
  --backend auto|cuda|cpu           cpu measures the host processor alone
  --only a,b   --skip a,b           stages: facts context launch bandwidth host_link products
                                    sustained attention overlap peers collectives host disk
  --disk DIR                        also measure the disk under DIR (2 GiB, thorough effort)
  --output FILE                     also write everything to FILE
  --list                            name the GPUs, measure nothing
  --yes                             measure although another program is on the GPU
  --verbose                         keep what libraries write to stderr
)";

std::string_view name_of(Effort effort) {
    constexpr std::array names{std::string_view{"quick"}, std::string_view{"default"},
                               std::string_view{"thorough"}};
    return names[static_cast<std::size_t>(effort)];
}

namespace {

bool read_effort(const std::string& word, Options& options) {
    for (const Effort effort : {Effort::quick, Effort::standard, Effort::thorough}) {
        if (word != name_of(effort)) continue;
        options.effort = effort;
        return true;
    }
    return false;
}

bool read_backend(const std::string& word, Options& options) {
    const std::map<std::string, Backend> backends{
        {"auto", Backend::automatic}, {"cuda", Backend::cuda}, {"cpu", Backend::cpu}};
    const auto found = backends.find(word);
    if (found == backends.end()) return false;
    options.backend = found->second;
    return true;
}

bool read_device(const std::string& word, Options& options) {
    options.all_devices = word == "all";
    if (options.all_devices) return true;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, options.device);
    return error == std::errc() && stop == end && options.device >= 0 && options.device < 1024;
}

bool read_stages(const std::string& words, std::vector<std::string>& stages) {
    for (std::size_t begin = 0; begin <= words.size();) {
        const std::size_t end = std::min(words.find(',', begin), words.size());
        const std::string word = words.substr(begin, end - begin);
        if (!is_stage(word)) return false;
        stages.push_back(word);
        begin = end + 1;
    }
    return true;
}

bool read_path(const std::string& word, std::string& path) {
    path = word;
    return !word.empty();
}

bool read_flag(const std::string& name, Options& options) {
    const std::map<std::string, bool Options::*> flags{{"--list", &Options::list},
                                                       {"--verbose", &Options::verbose},
                                                       {"--yes", &Options::yes},
                                                       {"--help", &Options::help},
                                                       {"--version", &Options::version}};
    const auto found = flags.find(name);
    if (found == flags.end()) return false;
    options.*found->second = true;
    return true;
}

bool takes_value(const std::string& name) {
    constexpr std::array names{"--effort", "--backend", "--device", "--only",
                               "--skip",   "--disk",    "--output"};
    return std::ranges::find(names, name) != names.end();
}

bool read_value(const std::string& name, const std::string& value, Options& options) {
    if (name == "--effort") return read_effort(value, options);
    if (name == "--backend") return read_backend(value, options);
    if (name == "--device") return read_device(value, options);
    if (name == "--only") return read_stages(value, options.only);
    if (name == "--skip") return read_stages(value, options.skip);
    if (name == "--disk") return read_path(value, options.disk);
    return read_path(value, options.output);
}

} // namespace

std::optional<Options> parse_options(const std::vector<std::string>& arguments,
                                     std::string& wrong) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& name = arguments[i];
        if (read_flag(name, options)) continue;
        if (!takes_value(name)) {
            wrong = "unknown argument " + name;
            return std::nullopt;
        }
        const std::string value = i + 1 < arguments.size() ? arguments[++i] : "";
        if (!read_value(name, value, options)) {
            wrong = name + " does not take \"" + value + "\"";
            return std::nullopt;
        }
    }
    return options;
}

} // namespace headroom::probe
