#include "app/probe/library.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <glob.h>

namespace headroom::probe {
namespace {

std::string environment(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

void add_matches(const std::string& pattern, std::vector<std::string>& paths) {
    glob_t found{};
    if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
        paths.insert(paths.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
    globfree(&found);
}

} // namespace

bool Library::open(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle_ == nullptr) continue;
        name_ = name.substr(name.rfind('/') + 1);
        return true;
    }
    return false;
}

void* Library::address(const char* symbol) const {
    return handle_ != nullptr ? dlsym(handle_, symbol) : nullptr;
}

std::vector<std::string> library_names(const std::string& name) {
    const std::string folder = environment("HEADROOM_PROBE_LIBDIR");
    return {folder.empty() ? name : folder + "/" + name};
}

std::vector<std::string> cuda_library_names(const std::string& name,
                                            const std::vector<std::string>& wheels) {
    std::vector<std::string> names = library_names(name);
    if (!environment("HEADROOM_PROBE_LIBDIR").empty()) return names;
    for (const std::string& root :
         {environment("CUDA_HOME"), environment("CUDA_PATH"), std::string("/usr/local/cuda")})
        if (!root.empty()) names.push_back(root + "/lib64/" + name);
    for (const char* const variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
        const std::string root = environment(variable);
        if (root.empty()) continue;
        for (const std::string& wheel : wheels)
            add_matches(root + "/lib/python3*/site-packages/nvidia/" + wheel + "/lib/" + name,
                        names);
        add_matches(root + "/lib/" + name, names);
    }
    return names;
}

} // namespace headroom::probe
