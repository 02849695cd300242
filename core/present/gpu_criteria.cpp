#include "core/present/gpu_criteria.hpp"

#include "core/cost/money.hpp"
#include "core/present/money_text.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

CriteriaCell number(double value, std::string text) {
    if (!(value > 0.0) || !std::isfinite(value)) return {"–", unknown, false};
    return {std::move(text), value, false};
}

CriteriaCell teraflops(const GpuSpec& gpu, Precision precision) {
    const double value = gpu.peak_of(precision) / units::TFLOP_per_s;
    return number(value, significant(value, 3));
}

/// The larger of both low precisions of 8 bits.
CriteriaCell eight_bits(const GpuSpec& gpu) {
    const bool blocks = gpu.peak_of(Precision::mxfp8) > gpu.peak_of(Precision::fp8);
    return teraflops(gpu, blocks ? Precision::mxfp8 : Precision::fp8);
}

CriteriaCell sixteen_bits(const GpuSpec& gpu) {
    const bool has_bf16 = gpu.peak_of(Precision::bf16) > FlopRate{};
    CriteriaCell cell = teraflops(gpu, has_bf16 ? Precision::bf16 : Precision::fp16);
    if (!has_bf16 && std::isfinite(cell.sort_key)) cell.text += " fp16";
    return cell;
}

CriteriaCell gigabytes(ByteRate rate) {
    const double value = rate / units::GB_per_s;
    return number(value, significant(value, 3));
}

/// "8", "72", or "–" where the cards of a node only share PCIe.
CriteriaCell domain_of(const GpuSpec& gpu) {
    return number(gpu.scale_up_domain, fmt::format("{}", gpu.scale_up_domain));
}

std::vector<CriteriaCell> cells_of(const GpuPoint& point, Language language) {
    const GpuSpec& gpu = point.scenario.cluster.gpu;
    const ClusterSpec& cluster = point.scenario.cluster;
    const Estimate& e = point.estimate;
    const Currency& currency = point.scenario.funding.currency;
    const bool is_legal = e.verdict != Verdict::not_legal;
    const double step = is_legal ? e.step.total.expected / units::s : 0.0;
    const double spare = is_legal ? e.memory.headroom / units::GiB : -unknown;
    const double bandwidth = gpu.memory_bandwidth.value / units::TB_per_s;
    const PurchaseCost cost =
        purchase_cost(point.scenario, point.scenario.funding.purchase, e.step.total.expected);
    const bool has_price = cost.priced == Priced::yes;
    const double a_million = is_legal && has_price
                                 ? cost.per_useful_hour * static_cast<double>(cluster.gpus()) *
                                       e.step.total.expected / tokens_per_step(point.scenario) *
                                       1e6 / units::USD
                                 : 0.0;
    return {{gpu_label(gpu), unknown, false},
            {verdict_word(e.verdict, language), static_cast<double>(e.verdict), false},
            {is_legal ? gib_number(e.memory.headroom) : "–", is_legal ? spare : unknown, false},
            number(step, seconds(e.step.total)),
            number(gpu.memory.value / units::GiB, gib_number(gpu.memory.value)),
            number(bandwidth, significant(bandwidth, 3)),
            sixteen_bits(gpu),
            eight_bits(gpu),
            teraflops(gpu, Precision::nvfp4),
            gigabytes(cluster.intra_node.peak.value),
            domain_of(gpu),
            gigabytes(cluster.inter_node.peak.value),
            number(has_price ? cost.per_paid_hour / units::USD_per_hour : 0.0,
                   per_hour(cost.per_paid_hour, currency)),
            number(a_million, in_currency(a_million * units::USD, currency))};
}

std::vector<CriteriaColumn> columns_in(Language language) {
    const auto column = [language](Criterion criterion, const Words& title, const Words& full,
                                   bool is_number = true, bool more_is_better = true) {
        return CriteriaColumn{criterion, std::string(say(title, language)),
                              std::string(say(full, language)), is_number, more_is_better};
    };
    using enum Criterion;
    return {column(gpu, {"GPU", "GPU"}, {"GPU", "GPU"}, false),
            column(workload, {"verdict", "판정"}, {"verdict", "판정"}, false, false),
            column(workload, {"spare, GiB", "여유, GiB"}, {"VRAM to spare, GiB", "VRAM 여유, GiB"}),
            column(workload, {"step", "스텝"}, {"time of one step", "한 스텝의 시간"}, true, false),
            column(memory, {"GiB", "GiB"}, {"VRAM, GiB", "VRAM, GiB"}),
            column(memory, {"TB/s", "TB/s"}, {"bandwidth, TB/s", "대역폭, TB/s"}),
            column(precisions, {"16 bit", "16비트"}, {"16 bit, TFLOP/s", "16비트, TFLOP/s"}),
            column(precisions, {"fp8", "fp8"}, {"fp8, TFLOP/s", "fp8, TFLOP/s"}),
            column(precisions, {"fp4", "fp4"}, {"fp4, TFLOP/s", "fp4, TFLOP/s"}),
            column(scaling, {"node, GB/s", "노드, GB/s"}, {"in a node, GB/s", "노드 안, GB/s"}),
            column(scaling, {"domain", "도메인"}, {"GPUs of one switch", "스위치 하나의 GPU 수"}),
            column(scaling, {"net, GB/s", "망, GB/s"}, {"between nodes, GB/s", "노드 사이, GB/s"}),
            column(cost, {"hour", "시간당"}, {"one GPU hour", "GPU 한 시간"}, true, false),
            column(cost, {"1M tokens", "토큰 100만"}, {"a million tokens", "토큰 100만 개"}, true,
                   false)};
}

/// Only GPUs that the plan runs on are compared.
void mark_best(CriteriaTable& table, std::span<const GpuPoint> points) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const CriteriaColumn& column = table.columns[c];
        if (!column.is_number) continue;
        CriteriaCell* best = nullptr;
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            const Verdict verdict = points[r].estimate.verdict;
            CriteriaCell& cell = table.rows[r].cells[c];
            const bool runs = verdict == Verdict::fits || verdict == Verdict::tight;
            if (!runs || !std::isfinite(cell.sort_key)) continue;
            if (best == nullptr || (column.more_is_better ? cell.sort_key > best->sort_key
                                                          : cell.sort_key < best->sort_key))
                best = &cell;
        }
        if (best != nullptr) best->is_best = true;
    }
}

} // namespace

CriteriaTable criteria_table(const Scenario& focused, std::span<const GpuPoint> points,
                             Language language) {
    CriteriaTable table;
    table.columns = columns_in(language);
    table.subtitle = settings_line(focused, language);
    for (const GpuPoint& point : points) {
        const GpuSpec& gpu = point.scenario.cluster.gpu;
        table.rows.push_back({gpu.id, gpu.id == focused.cluster.gpu.id, cells_of(point, language)});
    }
    mark_best(table, points);
    return table;
}

std::string criterion_name(Criterion criterion, Language language) {
    constexpr std::array names{Words{"", ""},
                               Words{"Workload", "작업"},
                               Words{"VRAM and bandwidth", "VRAM과 대역폭"},
                               Words{"Tensor Core precisions, dense", "텐서 코어 정밀도"},
                               Words{"Scaling and interconnect", "확장과 연결망"},
                               Words{"Cost", "비용"}};
    return std::string(say(names[static_cast<std::size_t>(criterion)], language));
}

std::string criterion_word(Criterion criterion, Language language) {
    constexpr std::array names{Words{"", ""},
                               Words{"Workload", "작업"},
                               Words{"VRAM", "VRAM"},
                               Words{"Tensor Core", "텐서 코어"},
                               Words{"Scaling", "확장"},
                               Words{"Cost", "비용"}};
    return std::string(say(names[static_cast<std::size_t>(criterion)], language));
}

TableView plain_table(const CriteriaTable& table, Language language) {
    TableView plain;
    for (const CriteriaColumn& column : table.columns) {
        const std::string criterion = criterion_name(column.criterion, language);
        plain.columns.push_back(criterion.empty() ? column.full : criterion + ": " + column.full);
    }
    for (const CriteriaRow& row : table.rows) {
        std::vector<std::string> cells;
        for (const CriteriaCell& cell : row.cells)
            cells.push_back(cell.text);
        plain.rows.push_back(std::move(cells));
    }
    return plain;
}

} // namespace headroom
