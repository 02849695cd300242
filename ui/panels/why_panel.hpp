// "Why this number": formula, the values put into it and the sources, for one term at a time.
//
//     dock->setWidget(new WhyPanel(session));
//     why->next();                       // F2: the next term that is not zero
#pragma once

#include "ui/session.hpp"

#include <QWidget>

#include <variant>

class QLabel;

namespace headroom {

class ChoiceBox;

class WhyPanel final : public QWidget {
    Q_OBJECT
  public:
    explicit WhyPanel(Session& session, QWidget* parent = nullptr);

    void next();

  protected:
    void changeEvent(QEvent* event) override;

  private:
    using Term = std::variant<MemoryTerm, StepTerm>;
    QLabel* addText(bool is_formula);
    void fillChoices();
    void refresh();
    void applyTheme();

    Session& session_;
    std::vector<Term> terms_; // in the order of the choices
    std::size_t at_ = 0;
    ChoiceBox* choice_;
    QLabel* heading_;
    QLabel* swatch_;
    QLabel* name_;
    QLabel* value_;
    QLabel* formula_;
    QLabel* substituted_;
    QLabel* sources_;
};

} // namespace headroom
