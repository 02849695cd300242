// Preloaded into the probe: whoever opens a socket is written down and refused.
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace {
int refuse() {
    if (const char* const log = std::getenv("HR_SOCKET_LOG")) {
        const int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
        if (write(file, "socket\n", 7) != 7) std::abort();
        close(file);
    }
    errno = EPERM;
    return -1;
}
} // namespace

extern "C" int socket(int, int, int) { return refuse(); }
extern "C" int connect(int, const void*, unsigned) { return refuse(); }
