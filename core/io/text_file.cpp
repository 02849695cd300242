#include "core/io/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace headroom {

namespace {

std::size_t line_of(std::string_view text, std::size_t offset) {
    return 1 + static_cast<std::size_t>(std::count(
                   text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

/// Length of the UTF-8 sequence at `offset`, 0 where there is none (RFC 3629: no overlong forms,
/// no surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text, std::size_t offset) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[offset + i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || offset + length > text.size()) return 0;
    const unsigned char second = byte(1);
    const unsigned char lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < lowest || second > highest) return 0;
    for (std::size_t i = 2; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    }
    return length;
}

std::optional<Problem> encoding_problem(std::string_view text, std::string_view name) {
    for (const std::string_view mark : {"\xFF\xFE", "\xFE\xFF"})
        if (text.starts_with(mark))
            return error(fmt::format("{}:1", name), "this is UTF-16; save the file as UTF-8");
    for (std::size_t offset = 0; offset < text.size();) {
        const std::size_t length = utf8_length(text, offset);
        const bool nul = text[offset] == '\0';
        if (length == 0 || nul) {
            return error(fmt::format("{}:{}", name, line_of(text, offset)),
                         nul ? "a NUL byte: this is not a text file"
                             : fmt::format("byte 0x{:02X} is not UTF-8; save the file as UTF-8",
                                           static_cast<unsigned char>(text[offset])));
        }
        offset += length;
    }
    return std::nullopt;
}

std::string too_large(std::uintmax_t size) {
    return fmt::format("{} bytes; files of more than {} MiB are not read", size,
                       largest_file / (1024 * 1024));
}

/// A file descriptor that closes itself; close() reports what closing said.
class Descriptor {
  public:
    explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    int get() const { return descriptor_; }
    bool close() { return ::close(std::exchange(descriptor_, -1)) == 0; }

  private:
    int descriptor_;
};

bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// The mode that the saved file gets: that of the file it replaces, else what umask leaves of 0666.
mode_t mode_for(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) return status.st_mode & 0777U;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666U & ~mask;
}

/// The rename itself is durable once the folder is synced; failing to is not a lost save.
void sync_folder(const std::filesystem::path& folder) {
    const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.get() >= 0) ::fsync(directory.get());
}

} // namespace

bool is_clean_text(std::string_view text, std::string_view name, Problems& problems) {
    if (text.size() > largest_file) {
        problems.push_back(error(std::string(name), too_large(text.size())));
        return false;
    }
    if (std::all_of(text.begin(), text.end(),
                    [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; })) {
        problems.push_back(error(std::string(name), "the file is empty"));
        return false;
    }
    if (const auto problem = encoding_problem(text, name)) {
        problems.push_back(*problem);
        return false;
    }
    return true;
}

std::optional<std::string> read_text_file(const std::filesystem::path& path, Problems& problems,
                                          std::string_view shown_as) {
    const std::string name = shown_as.empty() ? path.filename().string() : std::string(shown_as);
    const auto refuse = [&](std::string message) {
        problems.push_back(error(name, std::move(message)));
        return std::nullopt;
    };
    std::error_code failed;
    if (!std::filesystem::exists(path, failed)) return refuse("there is no such file");
    if (!std::filesystem::is_regular_file(path, failed)) return refuse("not a regular file");
    const std::uintmax_t size = std::filesystem::file_size(path, failed);
    if (failed) return refuse(failed.message());
    if (size > largest_file) return refuse(too_large(size));
    std::ifstream stream(path, std::ios::binary);
    std::string text(size, '\0');
    if (!stream.read(text.data(), static_cast<std::streamsize>(size))) {
        return refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
    }
    if (!is_clean_text(text, name, problems)) return std::nullopt;
    return text;
}

namespace {

/// A pipe or a device cannot be replaced, only written to.
std::optional<Problem> write_through(const std::filesystem::path& path, std::string_view text) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.get() >= 0 && write_all(file.get(), text) && file.close()) return std::nullopt;
    return error(path.string(), fmt::format("cannot write: {}", std::strerror(errno)));
}

} // namespace

std::optional<Problem> write_file(const std::filesystem::path& path, std::string_view text) {
    // A link stays a link: what it points to is replaced.
    std::error_code ignored;
    const std::filesystem::path target =
        std::filesystem::is_symlink(path, ignored) ? std::filesystem::weakly_canonical(path) : path;
    if (std::filesystem::is_other(target, ignored)) return write_through(target, text);
    const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
    std::string beside = (folder / ("." + target.filename().string() + ".XXXXXX")).string();
    if (!std::filesystem::is_directory(folder, ignored))
        return error(path.string(),
                     fmt::format("there is no folder \"{}\" to save it in", folder.string()));
    if (std::filesystem::is_directory(target, ignored))
        return error(path.string(), "this is a folder, not a file to save in");
    const bool exists = std::filesystem::exists(target, ignored);
    const auto failure = [&](const char* what) {
        return error(path.string(),
                     fmt::format("{}: {}; {}", what, std::strerror(errno),
                                 exists ? "the file is as it was before" : "nothing was written"));
    };
    Descriptor file(::mkstemp(beside.data()));
    if (file.get() < 0) return failure("cannot save here");
    const auto undo = [&](const char* what) {
        const Problem problem = failure(what);
        ::unlink(beside.c_str());
        return problem;
    };
    if (!write_all(file.get(), text)) return undo("cannot write");
    if (::fchmod(file.get(), mode_for(target)) != 0) return undo("cannot set permissions");
    if (::fsync(file.get()) != 0) return undo("cannot sync to the disk");
    if (!file.close()) return undo("cannot close");
    if (::rename(beside.c_str(), target.c_str()) != 0) return undo("cannot replace the file");
    sync_folder(folder);
    return std::nullopt;
}

} // namespace headroom
