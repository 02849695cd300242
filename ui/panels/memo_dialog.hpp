// Where the memo goes and in which form.
//
//     (new MemoDialog(session, this))->open();
//
// Written from the last legal plan and the pinned ones. A failed memo is said in the dialog, which
// stays open; the old file is as it was.
#pragma once

#include "ui/memo.hpp"
#include "ui/session.hpp"

#include <QDialog>

class QButtonGroup;
class QLabel;
class QLineEdit;

namespace headroom {

/// The last legal plan, the GPUs in view and the pinned plans.
MemoInput memoInput(const Session& session);
/// Assumptions and sources of the plan as plain text.
std::string assumptionsOf(const Session& session);
/// The plan as a scenario file.
std::string scenarioText(const Session& session);

class MemoDialog final : public QDialog {
    Q_OBJECT
  public:
    explicit MemoDialog(const Session& session, QWidget* parent = nullptr);

    void setFile(const QString& path);
    QString file() const;
    std::optional<Problem> write();

    void accept() override;

  private:
    void followFormat();
    void browse();

    const Session& session_;
    QButtonGroup* format_;
    QLineEdit* file_;
    QLabel* note_;
};

} // namespace headroom
