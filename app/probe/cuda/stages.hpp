// The stages of the CUDA backend, each a function of an open GPU that writes its result lines.
// What each measures and how: docs/probe.md.
#pragma once

#include "app/probe/json_line.hpp"
#include "app/probe/run.hpp"

#include <functional>

namespace headroom::probe {

class CublasLt;
class Driver;
class Gpu;

/// Parts, for worker.cpp.
void list_gpus(Run& run);
void measure_gpu(Run& run);         // every stage of one device
void measure_collectives(Run& run); // of all devices, in a process of its own

JsonLine device_line(const Gpu& gpu, int index);

void measure_launch(Gpu& gpu);
void measure_bandwidth(Gpu& gpu);
void measure_host_link(Gpu& gpu);
void measure_products(Gpu& gpu, const CublasLt& blas);
void measure_sustained(Gpu& gpu, const CublasLt& blas);
void measure_overlap(Gpu& gpu, const CublasLt& blas);
void measure_peers(Gpu& gpu);

/// Runs a stage; when memory is short, once more with half of it; then it is skipped.
void with_memory(Gpu& gpu, const char* stage, const std::function<void()>& measure);

} // namespace headroom::probe
