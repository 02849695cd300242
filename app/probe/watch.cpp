#include "app/probe/watch.hpp"

#include "app/probe/outcome.hpp"
#include "app/probe/pipe.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom::probe {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double grace_s = 1.0;   // from "please stop" to SIGKILL
constexpr double give_up_s = 2.0; // from SIGKILL to leaving it to init
constexpr std::size_t longest_line = 65536;

volatile std::sig_atomic_t signalled = 0;
bool stdin_open = true;

/// In the new process: dies with its parent, holds none of the window's pipes, leaves no core.
void settle_in(pid_t parent, bool keep_stderr) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(static_cast<int>(Exit::internal));
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, 0);
    if (!keep_stderr) dup2(nothing, 2);
    dup2(2, 1); // a library's chatter is never mistaken for a line
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    setpriority(PRIO_PROCESS, 0, 5);
    setenv("CUDA_MODULE_LOADING", "LAZY", 0);
    setenv("CUDA_CACHE_DISABLE", "1", 0); // nothing is written to ~/.nv
    setenv("NCCL_SOCKET_IFNAME", "lo", 0);
    signal(SIGPIPE, SIG_IGN);
}

} // namespace

void listen_for_stop() {
    const auto on_signal = [](int) { signalled = 1; };
    std::signal(SIGTERM, on_signal);
    std::signal(SIGINT, on_signal);
    std::signal(SIGHUP, on_signal);
    std::signal(SIGPIPE, SIG_IGN);
}

bool stop_was_asked() {
    pollfd input{stdin_open ? 0 : -1, POLLIN, 0};
    if (poll(&input, 1, 0) > 0) {
        std::array<char, 64> text{};
        const ssize_t count = read(0, text.data(), text.size());
        if (count > 0 && text[0] == 'c') signalled = 1;
        if (count <= 0) {
            stdin_open = false;
            if (std::getenv("HEADROOM_PROBE_PARENT") != nullptr) signalled = 1;
        }
    }
    return signalled != 0;
}

Watch::Watch(const std::function<void(int)>& work, bool keep_stderr)
    : last_heard_(monotonic()), kill_at_(never), give_up_at_(never) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw Failure{Exit::internal, "internal", "no pipe to a worker"};
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) {
        settle_in(parent, keep_stderr);
        close(ends[0]);
        work(ends[1]);
        _exit(static_cast<int>(Exit::internal));
    }
    close(ends[1]);
    file_ = ends[0];
    if (pid_ < 0) throw Failure{Exit::internal, "internal", "no process for a worker"};
}

Watch::~Watch() {
    if (file_ >= 0) close(file_);
}

bool Watch::read_lines(const OnLine& on_line) {
    std::array<char, 65536> block{};
    const ssize_t count = read(file_, block.data(), block.size());
    if (count < 0 && errno == EINTR) return true;
    if (count <= 0) return false;
    last_heard_ = monotonic();
    rest_.append(block.data(), static_cast<std::size_t>(count));
    for (std::size_t end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
        if (!too_long_ && end <= longest_line)
            reader_gone_ = !on_line(std::string_view(rest_).substr(0, end)) || reader_gone_;
        too_long_ = false;
        rest_.erase(0, end + 1);
    }
    if (rest_.size() > longest_line) {
        rest_.clear();
        too_long_ = true; // until its end comes
    }
    return true;
}

void Watch::ask_to_stop() {
    asked_ = true;
    kill(pid_, SIGTERM);
    kill_at_ = std::min(kill_at_, monotonic() + grace_s);
}

void Watch::kill_when_due() {
    const double now = monotonic();
    if (now < kill_at_ || give_up_at_ < never) return;
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);
    give_up_at_ = now + give_up_s;
}

Watch::Result Watch::ended(int wait_status) const {
    const bool signal = WIFSIGNALED(wait_status);
    const int status = signal ? WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
    if (asked_) return {End::cancelled, status};
    if (timed_out_ && signal) return {End::timed_out, status};
    return {signal ? End::killed : End::exited, status};
}

Watch::Result Watch::follow(const Limits& limits, const OnLine& on_line) {
    const double started = monotonic();
    bool open = true;
    for (;;) {
        pollfd lines{open ? file_ : -1, POLLIN, 0};
        poll(&lines, 1, open ? 20 : 2);
        if (lines.revents != 0) open = read_lines(on_line);
        int status = 0;
        if (!open && waitpid(pid_, &status, WNOHANG) == pid_) {
            kill(-pid_, SIGKILL); // whatever a library may have left in its group
            return ended(status);
        }
        const double now = monotonic();
        if (!asked_ && (stop_was_asked() || reader_gone_)) ask_to_stop();
        if (now - started > limits.total_s || now - last_heard_ > limits.silence_s || !open) {
            // Its pipe is closed, so it is about to end: a moment's patience, then the same.
            const double due = open ? now : now + grace_s;
            timed_out_ = timed_out_ || open;
            kill_at_ = std::min(kill_at_, due);
        }
        kill_when_due();
        if (now > give_up_at_) return {End::stuck, static_cast<int>(pid_)};
    }
}

} // namespace headroom::probe
