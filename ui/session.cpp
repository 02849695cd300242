#include "ui/session.hpp"

#include "core/explore/strips.hpp"

#include <algorithm>

namespace headroom {

namespace {

constexpr std::size_t most_steps = 500;
constexpr int autosave_delay_ms = 400; // one write for a burst of changes
constexpr int rest_ms = 120;           // longer than any frame of a drag that goes on

/// Position of the value in use; the nearest one where a typed value was rounded by the plan.
int index_of(double value, const std::vector<double>& values) {
    const auto nearer = [value](double a, double b) {
        return std::abs(a - value) < std::abs(b - value);
    };
    return static_cast<int>(std::ranges::min_element(values, nearer) - values.begin());
}

} // namespace

Session::Session(Catalog catalog, Scenario start, QObject* parent)
    : QObject(parent), catalog_(std::move(catalog)), gpus_in_view_(catalog_.default_view) {
    frame_.setSingleShot(true);
    frame_.setInterval(0);
    connect(&frame_, &QTimer::timeout, this, &Session::emitFrame);
    rest_.setSingleShot(true);
    rest_.setInterval(rest_ms);
    connect(&rest_, &QTimer::timeout, this, &Session::rested);
    autosave_.setSingleShot(true);
    autosave_.setInterval(autosave_delay_ms);
    connect(&autosave_, &QTimer::timeout, this, &Session::flush);
    saved_[{}] = start;
    shown_ = start;
    ModelSpec model = start.model;
    history_.push_back({std::move(start), std::move(model), {}, {}, std::make_shared<Pins>()});
    recompute();
}

Session::~Session() { flush(); }

bool Session::isDirty() const {
    const auto saved = saved_.find(file());
    return saved == saved_.end() || saved->second != scenario();
}

const Scenario& Session::savedScenario() const {
    const auto saved = saved_.find(file());
    return saved == saved_.end() ? history_.front().scenario : saved->second;
}

Scenario Session::originOf(Axis axis) const {
    Scenario origin = drag_ && drag_->axis == axis ? drag_->before.scenario : scenario();
    if (axis == Axis::model_size) origin.model = present().unscaled;
    return origin;
}

Scenario Session::scenarioAt(Axis axis, double value) const {
    Scenario moved = scenario();
    set_axis(moved, originOf(axis), axis, value, held_);
    return moved;
}

Estimate Session::estimateAt(Axis axis, double value) const {
    return evaluate(scenarioAt(axis, value));
}

void Session::beginDrag(Axis axis) {
    endDrag();
    drag_ = Drag{axis, present()};
}

void Session::endDrag() {
    if (!drag_) return;
    // A drag that came back to where it began leaves no step behind.
    if (drag_->moved && present() == drag_->before) {
        history_.pop_back();
        --at_;
    }
    drag_.reset();
    recompute();
    announce();
}

bool Session::isLocked(Axis axis) const {
    return locked_.test(static_cast<std::size_t>(axis)) ||
           (axis == Axis::global_batch && holdsTokens());
}

void Session::setLocked(Axis axis, bool locked) {
    locked_.set(static_cast<std::size_t>(axis), locked);
    if (axis == Axis::global_batch && !locked && holdsTokens()) return holdTokens(false);
    announce();
}

void Session::holdTokens(bool hold) {
    held_.tokens_per_step = hold;
    recompute();
    announce();
}

void Session::moveAxis(Axis axis, double value) {
    if (isLocked(axis)) return;
    Step next = present();
    next.scenario = scenarioAt(axis, value);
    if (drag_ && drag_->axis != axis) endDrag();
    if (drag_ && drag_->moved) {
        replacePresent(std::move(next));
        return;
    }
    if (drag_) drag_->moved = !(next == present());
    commit(std::move(next));
}

void Session::setScenario(Scenario next) {
    endDrag();
    Step step = present();
    if (next.model != step.scenario.model) step.unscaled = next.model;
    step.scenario = std::move(next);
    commit(std::move(step));
}

void Session::setModel(const ModelSpec& model) {
    Scenario next = scenario();
    next.model = model;
    setScenario(std::move(next));
}

void Session::setGpu(const std::string& id) {
    const GpuSpec* gpu = catalog_.find_gpu(id);
    if (gpu == nullptr || id == scenario().cluster.gpu.id) return;
    setScenario(on_gpu(scenario(), *gpu, catalog_));
}

void Session::setGoals(const Goals& goals) {
    Scenario next = scenario();
    next.goals = goals;
    setScenario(std::move(next));
}

void Session::setGpusInView(std::vector<std::string> ids) {
    gpus_in_view_ = std::move(ids);
    recompute();
    announce();
}

void Session::forgetHistory() {
    endDrag();
    history_ = {present()};
    at_ = 0;
    announce();
}

void Session::undo() {
    endDrag();
    if (!canUndo()) return;
    --at_;
    recompute();
    announce();
}

void Session::redo() {
    endDrag();
    if (!canRedo()) return;
    ++at_;
    recompute();
    announce();
}

void Session::commit(Step next) {
    if (next == present()) return;
    history_.resize(at_ + 1, history_.front());
    history_.push_back(std::move(next));
    if (history_.size() > most_steps) history_.erase(history_.begin());
    at_ = history_.size() - 1;
    recompute();
    announce();
}

void Session::replacePresent(Step next) {
    if (next == present()) return;
    history_[at_] = std::move(next);
    recompute();
    announce();
}

void Session::recompute() {
    estimate_ = evaluate(scenario());
    std::vector<StripJob> jobs;
    for (const Axis axis : all_axes) {
        findPositions(axis);
        jobs.push_back({originOf(axis), axis, this->axis(axis).values, held_});
    }
    auto cells = strips(jobs);
    for (std::size_t i = 0; i < axis_count; ++i)
        axes_[i].cells = std::move(cells[i]);
    if (isStale()) return;
    shown_ = scenario();
    std::vector<std::string> ids = gpus_in_view_;
    const std::string& own = shown_.cluster.gpu.id;
    if (std::ranges::find(ids, own) == ids.end()) ids.push_back(own);
    points_ = across_gpus(shown_, ids, catalog_);
}

void Session::findPositions(Axis axis) {
    AxisState& state = axes_[static_cast<std::size_t>(axis)];
    // Under the mouse the positions stay where they are, whatever the value in use.
    const bool held = drag_ && drag_->axis == axis;
    if (!held) {
        state.values = axis_values(axis, scenario());
        if (axis == Axis::model_size) mergeModelSizes(state.values, originOf(axis));
    }
    state.applies = axis_applies(axis, scenario());
    state.index = index_of(get_axis(scenario(), axis), state.values);
}

void Session::mergeModelSizes(std::vector<double>& sizes, const Scenario& origin) const {
    // A model is built of whole layers and heads, so it only comes near the size asked for. A
    // position that would build the model in use again would be a step to nowhere.
    const double present_size = get_axis(scenario(), Axis::model_size);
    const double unscaled = get_axis(origin, Axis::model_size);
    std::erase_if(sizes, [&](double size) {
        if (size == present_size || size == unscaled) return false;
        const double built = get_axis(scenarioAt(Axis::model_size, size), Axis::model_size);
        return built == present_size || built == unscaled;
    });
    const auto place = std::ranges::lower_bound(sizes, unscaled);
    if (place == sizes.end() || *place != unscaled) sizes.insert(place, unscaled);
}

void Session::emitFrame() {
    emit changed();
    if (drag_) return rest_.start();
    rest_.stop();
    emit settled();
    emit rested();
}

void Session::announce() {
    frame_.start();
    if (!autosave_path_.isEmpty()) autosave_.start();
}

} // namespace headroom
