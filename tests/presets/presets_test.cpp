// The presets as they are shipped: readable, sourced, plausible, and with the facts that matter.
#include "core/cost/collectives.hpp"
#include "core/io/measurements_csv.hpp"
#include "core/io/preset_check.hpp"
#include "core/io/text_file.hpp"
#include "core/io/unseen_errors.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace headroom {
namespace {

TEST(Presets, have_no_problems) {
    const PresetCheck check = check_presets(HEADROOM_SOURCE_DIR "/presets");
    for (const Problem& problem : check.problems)
        EXPECT_NE(problem.severity, Severity::error) << to_line(problem);
    EXPECT_EQ(check.scenarios, 5U);
}

TEST(Presets, hold_what_the_catalog_promises) {
    const Catalog& catalog = test_catalog();
    EXPECT_EQ(catalog.gpus.size(), 64U);
    EXPECT_EQ(catalog.links.size(), 36U);
    EXPECT_EQ(catalog.models.size(), 117U);
    EXPECT_EQ(catalog.prices.size(), 114U);
    EXPECT_GE(catalog.stacks.size(), 21U);
}

TEST(Presets, every_published_figure_of_a_gpu_cites_a_source) {
    for (const GpuSpec& gpu : test_catalog().gpus) {
        EXPECT_NE(gpu.memory.citation, 0U) << gpu.id;
        EXPECT_NE(gpu.memory_bandwidth.citation, 0U) << gpu.id;
        EXPECT_NE(gpu.sustained_bandwidth.citation, 0U) << gpu.id;
        EXPECT_NE(gpu.matmul_efficiency.citation, 0U) << gpu.id;
    }
}

/// Short names label marks of charts, where two alike could not be told apart.
TEST(Presets, short_names_differ) {
    std::set<std::string> names;
    for (const GpuSpec& gpu : test_catalog().gpus)
        EXPECT_TRUE(names.insert(gpu.short_name).second) << gpu.short_name;
}

struct GpuRow {
    const char* id;
    double memory_gib, bandwidth_gb, bf16_tflop, fp8_tflop;
    const char* link;
    int domain;
};

class KnownGpu : public testing::TestWithParam<GpuRow> {};

TEST_P(KnownGpu, has_dense_peaks_and_usable_memory) {
    const GpuRow& row = GetParam();
    const GpuSpec* gpu = test_catalog().find_gpu(row.id);
    ASSERT_NE(gpu, nullptr);
    EXPECT_NEAR(gpu->memory.value / units::GiB, row.memory_gib, 0.01);
    EXPECT_NEAR(gpu->memory_bandwidth.value / units::GB_per_s, row.bandwidth_gb, 0.1);
    EXPECT_NEAR(gpu->peak_of(Precision::bf16) / units::TFLOP_per_s, row.bf16_tflop, 0.1);
    EXPECT_NEAR(gpu->peak_of(Precision::fp8) / units::TFLOP_per_s, row.fp8_tflop, 0.1);
    EXPECT_EQ(gpu->scale_up_link, row.link);
    EXPECT_EQ(gpu->scale_up_domain, row.domain);
}

INSTANTIATE_TEST_SUITE_P(Rows, KnownGpu,
                         testing::Values(GpuRow{"a100-sxm4-80", 80.0, 2039, 312, 0, "nvlink3", 8},
                                         GpuRow{"h100-sxm", 79.65, 3350, 989.4, 1979, "nvlink4", 8},
                                         GpuRow{"h200-sxm", 140.4, 4800, 989.4, 1979, "nvlink4", 8},
                                         GpuRow{"b200-sxm", 179.06, 7700, 2250, 4500, "nvlink5", 8},
                                         GpuRow{"gb200", 185.03, 8000, 2500, 5000, "nvlink5", 72},
                                         GpuRow{"mi300x", 191.98, 5300, 1307.4, 2614.9,
                                                "xgmi-mi300", 8},
                                         GpuRow{"rtx-4090", 23.99, 1008, 165.2, 330.3, "", 0},
                                         GpuRow{"v100-sxm2-16", 15.78, 900, 0, 0, "nvlink2", 8}),
                         [](const auto& row) {
                             std::string name = row.param.id;
                             for (char& c : name)
                                 if (c == '-') c = '_';
                             return name;
                         });

TEST(Presets, guesses_are_marked_as_such) {
    const GpuSpec* card = test_catalog().find_gpu("rtx-4090");
    EXPECT_EQ(card->matmul_efficiency.confidence, Confidence::estimate);
    EXPECT_EQ(test_catalog().find_gpu("h100-sxm")->matmul_efficiency.confidence, Confidence::high);
}

/// Only of cards that were measured so: 8x H100 PCIe in training, 8x RTX PRO 6000 in NCCL tables.
TEST(Presets, peer_access_over_pcie_is_not_assumed) {
    EXPECT_FALSE(test_catalog().find_gpu("rtx-4090")->pcie_peer_access);
    EXPECT_FALSE(test_catalog().find_gpu("l40s")->pcie_peer_access);
    EXPECT_TRUE(test_catalog().find_gpu("h100-pcie")->pcie_peer_access);
    EXPECT_TRUE(test_catalog().find_gpu("rtx-pro-6000-server")->pcie_peer_access);
}

/// All-reduce bus bandwidth of eight cards over two sockets, measured (L40S) or by the same rule.
TEST(Presets, siblings_in_pcie_boxes_talk_at_one_rate) {
    for (const char* id : {"l40s", "l40", "l4", "a10", "a10g", "a40", "rtx-a6000", "rtx-6000-ada",
                           "rtx-3090", "rtx-4090"}) {
        const GpuSpec* gpu = test_catalog().find_gpu(id);
        const ClusterSpec cluster = usual_cluster(*gpu, 8, 1, test_catalog());
        EXPECT_NEAR(bus_bandwidth_inside(network_of(cluster), 8) / units::GB_per_s, 1.4, 0.05)
            << id;
        EXPECT_NEAR(bus_bandwidth_inside(network_of(cluster), 2) / units::GB_per_s, 20.0, 0.5)
            << id;
        EXPECT_TRUE(is_staged_through_host(cluster)) << id;
    }
}

/// Whose measurement it was can be looked up for each run that ships.
TEST(Presets, each_source_of_a_measured_step_time_is_cited) {
    const std::string source_dir = HEADROOM_SOURCE_DIR;
    Problems problems;
    const auto docs = read_text_file(source_dir + "/docs/measurements.md", problems);
    ASSERT_TRUE(docs.has_value());
    const std::string citations = docs->substr(docs->find("## Sources of the step times"));
    const MeasurementsResult runs =
        read_measurements_file(source_dir + "/presets/measurements/step_time.csv");
    ASSERT_GT(runs.rows.size(), 1500U);
    std::set<std::string> sources;
    for (const Measurement& row : runs.rows)
        sources.insert(row.source);
    for (const std::string& source : sources)
        EXPECT_NE(citations.find(source), std::string::npos) << source;
}

/// What was found on sources left out is about runs that ship, and no row of it is broken.
TEST(Presets, unseen_errors_are_of_shipped_sources) {
    const std::string source_dir = HEADROOM_SOURCE_DIR;
    const UnseenErrors unseen = read_unseen_errors(source_dir + "/presets/unseen_step_time.csv");
    EXPECT_TRUE(unseen.problems.empty());
    const MeasurementsResult runs =
        read_measurements_file(source_dir + "/presets/measurements/step_time.csv");
    std::map<std::string, int> complete;
    for (const Measurement& row : runs.rows)
        if (row.complete.value_or(false)) ++complete[row.source];
    EXPECT_GE(unseen.sources.size(), 16U);
    for (const SourceStatistics& source : unseen.sources) {
        EXPECT_LE(source.errors.n, complete[source.source]) << source.source;
        EXPECT_GT(source.errors.n, 0) << source.source;
        EXPECT_GE(source.errors.p90_ape, source.errors.median_ape) << source.source;
        EXPECT_LE(std::abs(source.errors.bias), source.errors.p90_ape) << source.source;
    }
}

TEST(Presets, nodes_have_a_disk_rate) {
    const GpuSpec* gpu = test_catalog().find_gpu("h100-sxm");
    const ClusterSpec cluster = usual_cluster(*gpu, 8, 1, test_catalog());
    EXPECT_NEAR(cluster.nvme.value / units::GB_per_s, 6.7, 1e-9);
    EXPECT_NE(cluster.nvme.citation, 0U);
}

TEST(Presets, prices_are_of_one_gpu) {
    double lowest = 1e9;
    for (const Price& price : test_catalog().prices) {
        if (price.instance != "p3.16xlarge") continue;
        lowest = price.on_demand.value / units::USD_per_hour;
    }
    EXPECT_NEAR(lowest, 24.48 / 8, 1e-9);
}

/// A tied embedding is one matrix: 0.6B, not 0.75B.
TEST(Presets, tied_embeddings_are_counted_once) {
    EXPECT_EQ(count_parameters(test_catalog().find_model("qwen3-0.6b")->spec).total, 596'049'920);
}

TEST(PresetCheck, names_a_folder_that_is_not_there) {
    const PresetCheck check = check_presets("/no/such/folder");
    ASSERT_EQ(check.problems.size(), 1U);
    EXPECT_EQ(to_line(check.problems[0]), "/no/such/folder: there is no such folder of presets");
}

TEST(PresetCheck, reports_a_rate_with_sparsity) {
    Catalog catalog = test_catalog();
    for (GpuSpec& gpu : catalog.gpus)
        if (gpu.id == "h100-sxm")
            gpu.peak[static_cast<std::size_t>(Precision::bf16)].value = 1979 * units::TFLOP_per_s;
    const Problems problems = check_catalog(catalog);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].severity, Severity::warning);
    EXPECT_EQ(to_line(problems[0]),
              "gpus.json: h100-sxm: fp8 is 1.00 x bf16 where tensor cores double it: one of them "
              "may be the rate with sparsity");
}

TEST(PresetCheck, reports_a_count_that_is_not_the_published_one) {
    Catalog catalog = test_catalog();
    for (ModelPreset& model : catalog.models)
        if (model.spec.id == "llama3.1-8b") model.spec.num_hidden_layers = 31;
    const Problems problems = check_catalog(catalog);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].where, "models.json: llama3.1-8b");
}

TEST(PresetCheck, reports_a_source_that_nothing_cites) {
    Catalog catalog = test_catalog();
    catalog.sources.push_back({"unused", SourceKind::paper, "Nobody", ""});
    const Problems problems = check_catalog(catalog);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(to_line(problems[0]), "sources.json: unused: nothing cites it");
}

} // namespace
} // namespace headroom
