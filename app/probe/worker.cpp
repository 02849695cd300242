#include "app/probe/worker.hpp"

#include "app/probe/cpu/stages.hpp"
#include "app/probe/cuda/stages.hpp"
#include "app/probe/run.hpp"

#include <exception>
#include <new>
#include <unistd.h>

namespace headroom::probe {
namespace {

void run_part(Run& run, Part part) {
    const bool processor = run.options().backend == Backend::cpu;
    switch (part) {
    case Part::list: list_gpus(run); break;
    case Part::device: processor ? measure_processor(run) : measure_gpu(run); break;
    case Part::collectives: measure_collectives(run); break;
    case Part::host: measure_host(run); break;
    }
}

} // namespace

void run_worker(const Options& options, const Plan& plan, Part part, int device, int result_file) {
    Run run(options, plan, device, result_file);
    Exit exit = Exit::done;
    try {
        run_part(run, part);
    } catch (const Failure& failure) {
        run.fail(failure);
        exit = failure.exit;
    } catch (const std::bad_alloc&) {
        run.fail({Exit::no_memory, "out_of_memory", "the host has not enough memory"});
        exit = Exit::no_memory;
    } catch (const std::exception& error) {
        run.fail({Exit::internal, "internal", error.what()});
        exit = Exit::internal;
    }
    _exit(static_cast<int>(exit));
}

} // namespace headroom::probe
