// Binds the verdict bar to the session, and the ways out of a plan that is not legal to its axes.
//
//     column->addWidget(new VerdictPanel(session));
#pragma once

#include "ui/panels/remedies.hpp"
#include "ui/session.hpp"
#include "ui/widgets/verdict_bar.hpp"

namespace headroom {

class VerdictPanel final : public QWidget {
    Q_OBJECT
  public:
    explicit VerdictPanel(Session& session, QWidget* parent = nullptr);

    const VerdictBar& bar() const { return *bar_; }
    /// Of the present plan, for the status bar.
    const std::vector<std::string>& caveats() const { return caveats_; }

  private:
    void refresh();
    void showObjections(const VerdictView& view);
    void apply(int objection, int remedy);

    Session& session_;
    VerdictBar* bar_;
    std::vector<Objection> objections_;
    std::vector<std::string> caveats_;
};

} // namespace headroom
