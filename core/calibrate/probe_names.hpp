// What headroom-probe's results are called, what they count, and which number of the model each
// one teaches. The only place that knows: the probe writes these names, the fit and the window
// read them, docs/probe.md prints them.
//
//     find_probe_result("gemm_bf16_square_8k")->unit       // "TFLOP/s"
//     find_probe_result("all_reduce_n8_131072")->teaches   // "all_reduce_share"
//     probe_shape("square_8k")->m                          // 8192
//
// A name is a stem, or a stem and details: gemm_<dtype>_<shape>, all_reduce_n<ranks>_<bytes>. The
// details stand in the line again as numbers, so that nobody has to take names apart.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom {

/// One kind of result. `teaches` names a SiteParameter; empty: shown beside the others, no more.
struct ProbeResultKind {
    std::string_view stem;
    std::string_view unit;
    std::string_view stage;
    std::string_view teaches;
    bool detailed = false; // the stem is followed by "_" and details
};

inline constexpr std::array probe_result_kinds{
    ProbeResultKind{"usable_memory", "GiB", "context", "usable_memory"},
    ProbeResultKind{"cuda_context", "MiB", "context", "cuda_context"},
    ProbeResultKind{"module_memory", "MiB", "context", "cuda_context"},
    ProbeResultKind{"cublaslt_memory", "MiB", "products", "cuda_context"},
    ProbeResultKind{"nccl_memory", "MiB", "collectives", ""},
    ProbeResultKind{"kernel_gap", "us", "launch", "kernel_floor"},
    ProbeResultKind{"launch_host", "us", "launch", "host_floor"},
    ProbeResultKind{"hbm_read", "GB/s", "bandwidth", ""},
    ProbeResultKind{"hbm_write", "GB/s", "bandwidth", ""},
    ProbeResultKind{"hbm_copy", "GB/s", "bandwidth", ""},
    ProbeResultKind{"hbm_triad", "GB/s", "bandwidth", "hbm_fraction"},
    ProbeResultKind{"h2d_pinned", "GB/s", "host_link", "host_to_device"},
    ProbeResultKind{"d2h_pinned", "GB/s", "host_link", "device_to_host"},
    ProbeResultKind{"h2d_both", "GB/s", "host_link", "host_to_device"},
    ProbeResultKind{"d2h_both", "GB/s", "host_link", "device_to_host"},
    ProbeResultKind{"h2d_pageable", "GB/s", "host_link", ""},
    ProbeResultKind{"d2h_pageable", "GB/s", "host_link", ""},
    ProbeResultKind{"h2d_size", "GB/s", "host_link", "", true},
    ProbeResultKind{"d2h_size", "GB/s", "host_link", "", true},
    ProbeResultKind{"gemm", "TFLOP/s", "products", "eta_isolated", true},
    ProbeResultKind{"gemm_wgrad_fp32", "TFLOP/s", "products", "weight_gradient_rate", true},
    ProbeResultKind{"gemm_best", "TFLOP/s", "products", "", true},
    ProbeResultKind{"gemm_zeros", "TFLOP/s", "products", "", true},
    ProbeResultKind{"sustained_mix", "TFLOP/s", "sustained", "rate_per_power", true},
    ProbeResultKind{"sustained_pure", "TFLOP/s", "sustained", "", true},
    ProbeResultKind{"overlap_all_reduce", "ratio", "overlap", "never_hidden"},
    ProbeResultKind{"overlap_copy", "ratio", "overlap", ""},
    ProbeResultKind{"peer", "GB/s", "peers", "", true},
    ProbeResultKind{"all_reduce", "us", "collectives", "all_reduce_share", true},
    ProbeResultKind{"all_gather", "us", "collectives", "all_gather_share", true},
    ProbeResultKind{"reduce_scatter", "us", "collectives", "reduce_scatter_share", true},
    ProbeResultKind{"all_to_all", "us", "collectives", "all_to_all_share", true},
    ProbeResultKind{"host_triad", "GB/s", "host", ""},
    ProbeResultKind{"host_adam", "Gparam/s", "host", "cpu_adam"},
    ProbeResultKind{"host_adam_share", "Gparam/s", "host", ""},
    ProbeResultKind{"disk_read", "GB/s", "disk", "nvme_read"},
    ProbeResultKind{"disk_write", "GB/s", "disk", "nvme_write"},
    // The host processor as the thing measured (--backend cpu): never taken for a GPU.
    ProbeResultKind{"cpu_call", "us", "launch", ""},
    ProbeResultKind{"cpu_memory", "GB/s", "bandwidth", "", true},
    ProbeResultKind{"cpu_gemm", "TFLOP/s", "products", "", true},
    ProbeResultKind{"cpu_sustained", "TFLOP/s", "sustained", ""},
};

/// The kind with the longest stem that fits `name`; nullptr for a name that no probe writes.
constexpr const ProbeResultKind* find_probe_result(std::string_view name) {
    const ProbeResultKind* best = nullptr;
    for (const ProbeResultKind& kind : probe_result_kinds) {
        const bool fits =
            name.starts_with(kind.stem) &&
            (kind.detailed ? name.size() > kind.stem.size() + 1 && name[kind.stem.size()] == '_'
                           : name.size() == kind.stem.size());
        if (fits && (best == nullptr || kind.stem.size() > best->stem.size())) best = &kind;
    }
    return best;
}

/// One product y[m,n] = x[m,k] w[k,n] of training: forward, data gradient or weight gradient.
struct ProbeShape {
    std::string_view name;
    char pass = 'f'; // f, d, w
    long m = 0, n = 0, k = 0;
};

/// Large products pin eta, a short K pins K0, few tiles pin q.
inline constexpr std::array probe_shapes{
    ProbeShape{"square_8k", 'f', 8192, 8192, 8192},
    ProbeShape{"ffn_up", 'f', 8192, 14336, 4096},
    ProbeShape{"short_k", 'f', 4096, 8192, 1024},
    ProbeShape{"one_wave", 'f', 1024, 4096, 4096},
    ProbeShape{"ffn_up_dgrad", 'd', 8192, 4096, 14336},
    ProbeShape{"ffn_up_wgrad", 'w', 4096, 14336, 8192},
    ProbeShape{"tall", 'f', 16384, 3072, 3072},
    ProbeShape{"shorter_k", 'f', 8192, 8192, 512},
    ProbeShape{"few_tiles", 'f', 2048, 2560, 5120},
    ProbeShape{"square_4k", 'f', 4096, 4096, 4096},
    ProbeShape{"small", 'f', 512, 2048, 2048},
    ProbeShape{"small_wide", 'f', 1536, 4608, 1536},
};

constexpr const ProbeShape* probe_shape(std::string_view name) {
    const auto* const found = std::ranges::find(probe_shapes, name, &ProbeShape::name);
    return found == probe_shapes.end() ? nullptr : &*found;
}

} // namespace headroom
