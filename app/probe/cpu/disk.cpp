// The disk under a folder that the user named: sequential writes and reads past the page cache.
#include "app/probe/cpu/processors.hpp"
#include "app/probe/cpu/stages.hpp"
#include "app/probe/pipe.hpp"

#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <sys/vfs.h>
#include <unistd.h>

namespace headroom::probe {
namespace {

constexpr std::size_t file_bytes = std::size_t{2} << 30, block_bytes = std::size_t{1} << 20;
constexpr std::size_t alignment = 4096;
constexpr int threads = 8;
constexpr long tmpfs_magic = 0x01021994, overlay_magic = 0x794c7630, ramfs_magic = 0x858458f6;

/// A file without a name: it is gone with the process, whatever happens.
struct NamelessFile {
    explicit NamelessFile(const std::string& folder) {
        constexpr int flags = O_TMPFILE | O_RDWR | O_CLOEXEC;
        file = open(folder.c_str(), flags | O_DIRECT, 0600);
        direct = file >= 0;
        if (!direct) file = open(folder.c_str(), flags, 0600);
    }
    ~NamelessFile() {
        if (file >= 0) close(file);
    }
    NamelessFile(const NamelessFile&) = delete;
    NamelessFile& operator=(const NamelessFile&) = delete;

    int file = -1;
    bool direct = false;
};

struct Block {
    Block() : data(static_cast<unsigned char*>(std::aligned_alloc(alignment, block_bytes))) {
        for (std::size_t i = 0; data != nullptr && i < block_bytes; ++i)
            data[i] = static_cast<unsigned char>(i * 2654435761U >> 13U); // does not compress
    }
    ~Block() { std::free(data); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    unsigned char* data;
};

/// Bytes a second of one pass over the whole file; 0 when a call failed.
double pass(int file, bool writing) {
    std::atomic<bool> failed{false};
    const double started = monotonic();
    spread(threads, file_bytes / block_bytes, [&](std::size_t begin, std::size_t end) {
        const Block block;
        for (std::size_t i = begin; i < end && !failed && !Run::stopping(); ++i) {
            const auto at = static_cast<off_t>(i * block_bytes);
            const ssize_t moved = writing ? pwrite(file, block.data, block_bytes, at)
                                          : pread(file, block.data, block_bytes, at);
            if (moved != static_cast<ssize_t>(block_bytes)) failed = true;
        }
    });
    if (writing && fsync(file) != 0) failed = true;
    return failed ? 0.0 : static_cast<double>(file_bytes) / (monotonic() - started);
}

bool is_memory_or_overlay(const std::string& folder) {
    struct statfs where {};
    if (statfs(folder.c_str(), &where) != 0) return false;
    const auto type = static_cast<long>(where.f_type);
    return type == tmpfs_magic || type == overlay_magic || type == ramfs_magic;
}

void emit(Run& run, const char* name, bool direct, const std::vector<double>& rates) {
    std::vector<double> seconds;
    for (const double rate : rates)
        if (rate > 0.0) seconds.push_back(static_cast<double>(file_bytes) / rate);
    const Summary summary = summarise(seconds);
    Doubts doubts;
    doubts.add_if(!direct, "page_cache");
    run.emit(
        run.result(name, static_cast<double>(file_bytes) / summary.median / 1e9, summary, doubts)
            .whole("bytes", static_cast<long long>(file_bytes))
            .flag("direct", direct));
}

} // namespace

void measure_disk(Run& run) {
    if (!run.begin("disk")) return;
    const std::string& folder = run.options().disk;
    if (is_memory_or_overlay(folder))
        return run.skip("disk", "no_disk", "this folder lies in memory or on an overlay");
    const NamelessFile file(folder);
    if (file.file < 0) return run.skip("disk", "no_file", "no file can be made in this folder");
    std::vector<double> writes, reads;
    const double started = monotonic();
    for (int i = 0; i < 5 && (i == 0 || monotonic() - started < run.budget()); ++i) {
        writes.push_back(pass(file.file, true));
        run.check();
        reads.push_back(pass(file.file, false));
        run.check();
    }
    emit(run, "disk_write", file.direct, writes);
    emit(run, "disk_read", file.direct, reads);
}

} // namespace headroom::probe
