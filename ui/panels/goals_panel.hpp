// What the team asked for, and whether the present plan gives it: one line for each goal.
//
//     layout->addWidget(new GoalsPanel(session));
//
// Follows the session by itself. GoalsDialog edits them, as text with units ("7 days", "$5k").
#pragma once

#include "core/present/goals_text.hpp"
#include "ui/session.hpp"

#include <QDialog>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace headroom {

class FormFoot;

class GoalsPanel final : public QWidget {
    Q_OBJECT
  public:
    explicit GoalsPanel(Session& session, QWidget* parent = nullptr);

  private:
    struct Line {
        QWidget* row;
        QLabel *glyph, *goal, *value;
    };
    Line makeLine();
    void refresh();
    void show(const Line& line, const GoalResult& result);

    Session& session_;
    std::vector<Line> lines_;
    QLabel* none_;
};

class GoalsDialog final : public QDialog {
    Q_OBJECT
  public:
    GoalsDialog(const Goals& goals, QWidget* parent = nullptr);
    const Goals& goals() const { return goals_; }

    void accept() override;

  private:
    QLineEdit* addField(const QString& label, const QString& example, const std::string& value);
    Problems readFields();

    Goals goals_;
    QLineEdit* margin_ = nullptr;
    QLineEdit* step_time_ = nullptr;
    QLineEdit* duration_ = nullptr;
    QLineEdit* budget_ = nullptr;
    QLineEdit* tokens_ = nullptr;
    FormFoot* foot_ = nullptr;
};

} // namespace headroom
