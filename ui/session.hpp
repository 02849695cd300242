// The one mutable object of the window: the present plan, how it came to be, and what it answers.
//
//     session.beginDrag(Axis::sequence);
//     session.moveAxis(Axis::sequence, 16384);       // evaluated at once: microseconds
//     session.endDrag();                             // one step of undo for the whole drag
//     session.pin();                                 // A, to compare the next plan with
//     connect(&session, &Session::changed, page, [&] { page->show(session.points()); });
//
// Controls change the session, pages listen to changed(), which comes at most once per frame
// however many changes were made. Everything computed belongs to the present plan; while that is
// not legal, points() and shown() keep the last legal one and isStale() says so. Opening a file is
// a step of undo like any other, and a file with errors changes nothing. Pinned plans are part of
// each step, so no pin is ever lost to a slip. Not thread-safe.
#pragma once

#include "core/explore/sweep.hpp"
#include "core/present/views.hpp"

#include <QObject>
#include <QString>
#include <QTimer>

#include <array>
#include <bitset>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// What one slider shows: its positions, what each of them would do, and which one is in use.
struct AxisState {
    std::vector<double> values;
    std::vector<Verdict> cells; // as many as values
    int index = 0;
    bool applies = true;
};

/// What became of a file: opened, or every reason why not.
struct OpenOutcome {
    bool opened = false;
    Problems problems;          // warnings too, when it was opened
    bool can_be_mended = false; // not opened only because the plan is not legal: openToMend()
};

/// A plan kept to be compared with others.
struct Pin {
    std::string name;
    Scenario scenario;

    bool operator==(const Pin&) const = default;
};
using Pins = std::vector<Pin>;

/// "A", "B", ... of a pinned plan.
QString pinLetter(std::size_t place);

class Session final : public QObject {
    Q_OBJECT
  public:
    Session(Catalog catalog, Scenario start, QObject* parent = nullptr);
    ~Session() override;

    // What is given.
    const Catalog& catalog() const { return catalog_; }
    const Scenario& scenario() const { return present().scenario; }
    const std::vector<std::string>& gpusInView() const { return gpus_in_view_; }
    Language language() const { return language_; }
    QString file() const { return present().file; } // "" before the first save
    bool isDirty() const;
    const Pins& pins() const { return *present().pins; }
    bool isLocked(Axis axis) const;
    /// Whether other sliders keep the tokens of a step: the batches give way to the sequence.
    bool holdsTokens() const { return held_.tokens_per_step; }
    /// Before anything was changed since the file was opened or saved.
    const Scenario& savedScenario() const;

    // What follows from it.
    const Estimate& estimate() const { return estimate_; }
    const AxisState& axis(Axis axis) const { return axes_[static_cast<std::size_t>(axis)]; }
    Estimate estimateAt(Axis axis, double value) const;
    /// The plan at that position, for saying why it is not legal.
    Scenario scenarioAt(Axis axis, double value) const;
    const std::vector<GpuPoint>& points() const { return points_; }
    const Scenario& shown() const { return shown_; } // the plan that points() belong to
    bool isStale() const { return estimate_.verdict == Verdict::not_legal; }

    // Changes.
    void beginDrag(Axis axis);
    void endDrag();
    /// A locked axis stays where it is.
    void moveAxis(Axis axis, double value);
    void setLocked(Axis axis, bool locked);
    /// Locks the global batch too, until either is freed.
    void holdTokens(bool hold);
    /// One step of undo; what does not change anything is not a step.
    void setScenario(Scenario next);
    void setModel(const ModelSpec& model);
    void setGpu(const std::string& id);
    void setGoals(const Goals& goals);
    void setGpusInView(std::vector<std::string> ids);
    void setLanguage(Language language) { language_ = language; }

    /// The pinned plans as charts take them.
    std::vector<PinnedPlan> pinned() const;

    // Pinned plans, by their place: 0 is A. Each change is a step of undo (session_pins.cpp).
    /// Keeps the plan; one that is not legal cannot be compared and is not pinned.
    void pin();
    void unpin(std::size_t place);
    void renamePin(std::size_t place, const std::string& name);
    void movePin(std::size_t from, std::size_t to);
    /// The pinned plan becomes the present one, which takes its place.
    void swapWithPin(std::size_t place);
    void returnToPin(std::size_t place);

    /// What came before the present plan was never the user's work: no undo leads there.
    void forgetHistory();
    bool canUndo() const { return at_ > 0; }
    bool canRedo() const { return at_ + 1 < history_.size(); }
    void undo();
    void redo();

    // Files (session_files.cpp).
    /// A scenario, or a foreign file (Hugging Face config.json) whose model the plan takes over.
    OpenOutcome open(const QString& path);
    /// Opens a scenario even though its plan is not legal.
    OpenOutcome openToMend(const QString& path);
    std::optional<Problem> save(const QString& path);
    /// From now on every change is kept in this file too; see recover().
    void autosaveTo(const QString& path);
    /// Takes up what autosave kept there; false when there is nothing usable.
    bool recover(const QString& path);
    /// Writes what autosave still holds back.
    std::optional<Problem> flush();

  signals:
    void changed();
    void settled(); // after changed(), unless a drag is still going on
    /// After settled(), or when a drag has rested a little: for what need not move in each frame.
    void rested();

  private:
    /// A step of undo. `unscaled` is the model that the size slider starts from.
    struct Step {
        Scenario scenario;
        ModelSpec unscaled;
        QString file;
        std::string unknown_keys;
        std::shared_ptr<const Pins> pins; // shared by all steps that did not change them

        bool operator==(const Step&) const = default;
    };
    struct Drag {
        Axis axis;
        Step before;
        bool moved = false;
    };

    const Step& present() const { return history_[at_]; }
    void commit(Step next);
    void commitPins(Pins pins);
    void replacePresent(Step next);
    void recompute();
    void findPositions(Axis axis);
    void mergeModelSizes(std::vector<double>& sizes, const Scenario& origin) const;
    void announce();
    void emitFrame();
    Scenario originOf(Axis axis) const;
    OpenOutcome openScenario(const QString& path, bool to_mend = false);
    OpenOutcome openForeign(const QString& path);

    Catalog catalog_;
    std::vector<Step> history_;
    std::size_t at_ = 0;
    std::optional<Drag> drag_;
    std::map<QString, Scenario> saved_; // by file; "" is the plan the program started with
    std::vector<std::string> gpus_in_view_;
    std::bitset<axis_count> locked_;
    Held held_;
    Language language_ = Language::english;

    Estimate estimate_;
    std::array<AxisState, axis_count> axes_;
    std::vector<GpuPoint> points_;
    Scenario shown_;

    QTimer frame_;
    QTimer rest_;
    QTimer autosave_;
    QString autosave_path_;
};

} // namespace headroom
