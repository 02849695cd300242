#include "ui/plan_searcher.hpp"

#include <algorithm>

namespace headroom {

/// Shared with the thread, which may outlive the wish for its answer.
struct PlanSearcher::Running {
    Scenario scenario;
    SearchSpace space;
    SearchProgress progress;
    std::shared_ptr<const SearchResult> result;
};

PlanSearcher::PlanSearcher(QObject* parent) : QObject(parent) {
    constexpr int watch_ms = 50;
    watch_.setInterval(watch_ms);
    connect(&watch_, &QTimer::timeout, this, &PlanSearcher::tell);
}

PlanSearcher::~PlanSearcher() { stop(); }

void PlanSearcher::start(const Scenario& scenario, const SearchSpace& space) {
    cancel();
    const auto running = std::make_shared<Running>();
    running->scenario = scenario;
    running->space = space;
    running_ = running;
    watch_.start();
    // The one before has been told to end; nobody waits for it in the GUI thread.
    thread_ = std::thread([this, running, before = std::move(thread_)]() mutable {
        if (before.joinable()) before.join();
        running->result = std::make_shared<const SearchResult>(
            search_plans(running->scenario, running->space, 0, &running->progress));
        // Of a search that another has replaced since, nobody wants to hear.
        QMetaObject::invokeMethod(
            this,
            [this, running] {
                if (running != running_) return;
                result_ = running->result;
                stop();
                emit finished();
            },
            Qt::QueuedConnection);
    });
}

void PlanSearcher::cancel() {
    if (running_) running_->progress.cancelled = true;
}

void PlanSearcher::stop() {
    cancel();
    if (thread_.joinable()) thread_.join();
    watch_.stop();
    running_.reset();
}

void PlanSearcher::tell() {
    if (!running_) return;
    const auto legal = static_cast<double>(running_->progress.legal);
    const auto done = static_cast<double>(running_->progress.done);
    emit progressed(legal > 0.0 ? std::min(1.0, done / legal) : 0.0);
}

} // namespace headroom
