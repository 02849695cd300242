// A shared library opened at run time, and its functions.
//
//     Library blas;
//     if (blas.open({"libopenblas.so.0"})) blas.get(sgemm, "cblas_sgemm");
//
// Never closed: the process ends by _exit, and a GPU library may not survive being unloaded.
#pragma once

#include <string>
#include <vector>

namespace headroom::probe {

class Library {
  public:
    /// The first that opens, of names that the loader or the user's environment points at.
    bool open(const std::vector<std::string>& names);
    bool is_open() const { return handle_ != nullptr; }
    /// What opened, without its folder.
    const std::string& name() const { return name_; }

    /// False when the library does not have it.
    template <class Function>
    bool get(Function*& function, const char* symbol) const {
        function = reinterpret_cast<Function*>(address(symbol));
        return function != nullptr;
    }
    bool has(const char* symbol) const { return address(symbol) != nullptr; }

  private:
    void* address(const char* symbol) const;

    void* handle_ = nullptr;
    std::string name_;
};

/// Where libraries of this name may lie: HEADROOM_PROBE_LIBDIR alone when it is set (tests).
std::vector<std::string> library_names(const std::string& name);
/// The same, and the folders of a CUDA toolkit or of Python wheels that the environment names.
std::vector<std::string> cuda_library_names(const std::string& name,
                                            const std::vector<std::string>& wheels);

} // namespace headroom::probe
