// A search for the best plans beside the window: started, watched and ended from the GUI thread.
//
//     PlanSearcher searcher;
//     connect(&searcher, &PlanSearcher::finished, page, [&] { show(searcher.result()); });
//     searcher.start(session.shown(), space);      // ends one that is still running
//     searcher.cancel();                           // finished() comes with what was found
//
// One search at a time, on a thread of its own that takes all cores; its answer arrives as a queued
// signal. The destructor ends what runs and waits for it, well below a tenth of a second.
#pragma once

#include "core/explore/search.hpp"

#include <QObject>
#include <QTimer>

#include <memory>
#include <thread>

namespace headroom {

class PlanSearcher final : public QObject {
    Q_OBJECT
  public:
    explicit PlanSearcher(QObject* parent = nullptr);
    ~PlanSearcher() override;

    void start(const Scenario& scenario, const SearchSpace& space);
    void cancel();
    bool isRunning() const { return running_ != nullptr; }
    /// What the last search that ended found; null before.
    const SearchResult* result() const { return result_.get(); }

  signals:
    void progressed(double share); // of the plans
    void finished();

  private:
    struct Running;

    void stop();
    void tell();

    std::shared_ptr<Running> running_;
    std::shared_ptr<const SearchResult> result_;
    std::thread thread_;
    QTimer watch_;
};

} // namespace headroom
