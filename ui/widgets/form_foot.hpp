// The foot of a form: what is wrong with what was typed, and the buttons to take it or leave it.
//
//     foot_ = new FormFoot(tr("Apply"), *this);        // accept() and reject() of the dialog
//     form->addRow(foot_);
//     if (!problems.empty()) return foot_->showProblems(problems);
#pragma once

#include "core/base/problem.hpp"

#include <QWidget>

class QDialog;
class QLabel;

namespace headroom {

class FormFoot final : public QWidget {
    Q_OBJECT
  public:
    FormFoot(const QString& take, QDialog& dialog);

    /// One line for each, until the form is closed or asked again.
    void showProblems(const Problems& problems);

  private:
    QLabel* problems_;
};

} // namespace headroom
