// The text of a file at one of its lines, to see and to mend what is wrong there.
//
//     auto* editor = new FileEditor("/home/team/plan.json", 14, this);
//     connect(editor, &FileEditor::saved, this, [&] { openFile(path); });
//     editor->open();
//
// Saving replaces the file whole or not at all; what goes wrong is said and the text stays. What is
// not UTF-8, or too long for a text field, is shown but not to be changed here.
#pragma once

#include <QDialog>

class QLabel;
class QPlainTextEdit;

namespace headroom {

class FileEditor final : public QDialog {
    Q_OBJECT
  public:
    FileEditor(const QString& path, int line, QWidget* parent = nullptr);

    QPlainTextEdit* text() const { return text_; }
    /// What was said about reading or saving, "" for nothing.
    QString message() const;
    bool save();

  signals:
    void saved();

  private:
    void load();
    void goTo(int line);
    QWidget* makeButtons();

    QString path_;
    QPlainTextEdit* text_;
    QLabel* message_;
};

} // namespace headroom
