// One worker process under watch: started, listened to, ended, whatever it does.
//
//     Watch watch([&](int result_file) { run_worker(..., result_file); });
//     const Watch::End end = watch.follow(limits, on_line, stop_asked);
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace headroom::probe {

/// Whether the user asked to stop: a signal, "cancel" on stdin, or its end where a window is the
/// parent. Looks at stdin without waiting.
bool stop_was_asked();
void listen_for_stop(); // installs the signal handlers

class Watch {
  public:
    enum class End { exited, killed, timed_out, cancelled, stuck };
    struct Result {
        End end = End::exited;
        int status = 0; // exit status, or the signal
    };
    struct Limits {
        double total_s = 0.0;
        double silence_s = 0.0;
    };
    using OnLine = std::function<bool(std::string_view)>; // false: nobody reads any more

    /// Starts a process that runs `work` with the file its lines belong in. `work` never returns.
    explicit Watch(const std::function<void(int)>& work, bool keep_stderr);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    Result follow(const Limits& limits, const OnLine& on_line);

  private:
    bool read_lines(const OnLine& on_line); // false at the end of the file
    void ask_to_stop();
    void kill_when_due();
    Result ended(int wait_status) const;

    pid_t pid_ = -1;
    int file_ = -1;
    std::string rest_; // of a line whose end has not come
    bool too_long_ = false;
    bool asked_ = false, timed_out_ = false, reader_gone_ = false;
    double last_heard_ = 0.0, kill_at_ = 0.0, give_up_at_ = 0.0;
};

} // namespace headroom::probe
