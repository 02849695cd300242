#include "app/probe/run.hpp"

#include "app/probe/pipe.hpp"
#include "core/calibrate/probe_names.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>
#include <unistd.h>

namespace headroom::probe {
namespace {

volatile std::sig_atomic_t stop_asked = 0;

constexpr double unsteady_spread = 0.03;
constexpr int fewest_samples = 5;

std::string_view sentence_of(std::string_view reason) {
    if (reason == "other_effort") return "not part of this effort";
    if (reason == "not_asked") return "not asked for";
    if (reason == "not_measured")
        return "needs cuDNN; a product and a softmax are not flash attention";
    return "the host processor has no such thing";
}

} // namespace

void Doubts::add(std::string_view word) {
    if (std::ranges::find(words_, word) == words_.end()) words_.emplace_back(word);
}

void Doubts::add(const Doubts& other) {
    for (const std::string& word : other.words_)
        add(word);
}

void Doubts::add_from(const Summary& samples) {
    add_if(samples.samples < fewest_samples, "few_samples");
    add_if(samples.spread > unsteady_spread, "unsteady");
    add_if(samples.dropped > std::max(1, samples.samples / 10), "interrupted");
}

Run::Run(const Options& options, const Plan& plan, int device, int result_file)
    : options_(options), plan_(plan), device_(device), file_(result_file),
      deadline_(monotonic() + plan.stage_limit(1.0)) {
    std::signal(SIGTERM, [](int) { stop_asked = 1; });
    std::signal(SIGINT, SIG_IGN); // the supervisor hears it and decides
    std::thread([this] { guard(); }).detach();
}

void Run::guard() {
    for (;;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (monotonic() < deadline_) continue;
        fail({Exit::timed_out, "timeout", "no answer in the time allowed for this stage"});
        _exit(static_cast<int>(Exit::timed_out));
    }
}

bool Run::begin(std::string_view stage) {
    check();
    const std::optional<int> place = plan_.place(stage, device_);
    if (!place) {
        const std::string_view reason = why_not(stage, options_);
        skip(stage, reason, sentence_of(reason));
        return false;
    }
    const PlannedStage& planned = plan_.at(*place);
    budget_s_ = planned.budget_s;
    stage_ = planned.name.data(); // a literal of the table of stages
    deadline_ = monotonic() + plan_.stage_limit(budget_s_);
    emit(JsonLine("stage")
             .text("name", stage)
             .whole("index", *place)
             .whole("of", plan_.count())
             .number("budget_s", budget_s_)
             .number("before_s", plan_.budget_before(*place))
             .number("total_s", plan_.budget_before(plan_.count() + 1)));
    return true;
}

bool Run::stopping() { return stop_asked != 0; }

void Run::check() {
    if (stopping()) throw Failure{Exit::cancelled, "cancelled", "cancelled by the user"};
}

void Run::emit(const JsonLine& line) {
    // The supervisor reads all the time; when it does not, it is gone and so are we.
    constexpr double patience_s = 5.0;
    if (!write_whole(file_, line.str() + "\n", monotonic() + patience_s))
        _exit(static_cast<int>(Exit::internal));
}

void Run::skip(std::string_view name, std::string_view reason, std::string_view message) {
    emit(JsonLine("skipped").text("name", name).text("reason", reason).text("message", message));
}

void Run::fail(const Failure& failure) {
    emit(JsonLine("error")
             .text("code", failure.code)
             .text("stage", stage_.load())
             .text("message", failure.message));
}

JsonLine Run::result(std::string_view name, double value, const Summary& samples,
                     Doubts doubts) const {
    const ProbeResultKind* const kind = find_probe_result(name);
    if (kind == nullptr) throw Failure{Exit::internal, "internal", "unnamed result"};
    doubts.add_if(!(std::isfinite(value) && value > 0.0), "invalid");
    doubts.add_from(samples);
    JsonLine line("result");
    line.text("name", name).number("value", value).text("unit", kind->unit);
    line.number("rel_spread", samples.spread).whole("samples", samples.samples);
    line.whole("dropped", samples.dropped).flag("trust", doubts.trusted());
    line.words("doubts", doubts.words()).whole("device", device_);
    return line;
}

double Run::batch_seconds(int shapes, int batches) const {
    constexpr double shortest_s = 0.004, longest_s = 0.02;
    constexpr int warm_up_batches = 4;
    return std::clamp(budget_s_ / shapes / (batches + warm_up_batches), shortest_s, longest_s);
}

} // namespace headroom::probe
