// The process that the window and people start. It opens no GPU library; it starts a worker for
// each part, passes its lines on, and ends it when it is cancelled, silent or too slow.
//
//     return Supervisor(options).run();      // the exit status; the last line is on stdout
//
// Whatever a worker does, there is exactly one last line, `done` or `error`, in bounded time: a
// process that sleeps in the GPU's kernel driver does not even die by SIGKILL, so nobody ever
// waits for one without a limit.
#pragma once

#include "app/probe/options.hpp"
#include "app/probe/outcome.hpp"
#include "app/probe/plan.hpp"
#include "app/probe/report_file.hpp"

#include <string>
#include <string_view>

namespace headroom::probe {

class Supervisor {
  public:
    explicit Supervisor(const Options& options);

    int run();

  private:
    struct Outcome {
        Exit exit = Exit::done;
        std::string error_line; // as the last line will say it
    };

    Outcome run_parts();
    Outcome run_part(Part part, int device, double limit_s);
    void run_collectives();
    Outcome count_devices(int& devices);
    int finish(const Outcome& outcome);
    void say(std::string_view line);
    double seconds_left() const;

    Options options_;
    Plan plan_;
    ReportFile report_;
    double started_ = 0.0;
    bool reader_gone_ = false;
    int device_lines_ = 0;
    bool swallow_ = false; // lines are counted, not passed on
};

} // namespace headroom::probe
