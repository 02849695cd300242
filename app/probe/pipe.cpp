#include "app/probe/pipe.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <unistd.h>

namespace headroom::probe {

double monotonic() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

bool write_whole(int file, std::string_view text, double deadline) {
    // A pipe that poll() calls writable takes this much without blocking.
    constexpr std::size_t atomic_bytes = 4096;
    while (!text.empty()) {
        pollfd ready{file, POLLOUT, 0};
        if (poll(&ready, 1, 50) < 0 && errno != EINTR) return false;
        if ((ready.revents & (POLLERR | POLLNVAL)) != 0) return false;
        if ((ready.revents & POLLOUT) == 0) {
            if (monotonic() > deadline) return false;
            continue;
        }
        const ssize_t written = write(file, text.data(), std::min(text.size(), atomic_bytes));
        if (written < 0 && errno != EINTR && errno != EAGAIN) return false;
        if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace headroom::probe
