#include "ui/widgets/file_editor.hpp"

#include "ui/widgets/paint.hpp"

#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QStringDecoder>
#include <QTextBlock>
#include <QVBoxLayout>

namespace headroom {

namespace {

constexpr qint64 longest_text = 1 << 20;
constexpr int editor_width = 760, editor_height = 520;

} // namespace

FileEditor::FileEditor(const QString& path, int line, QWidget* parent)
    : QDialog(parent), path_(path), text_(new QPlainTextEdit), message_(new QLabel) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(QFileInfo(path).fileName());
    resize(editor_width, editor_height);
    text_->setFont(monospaceFont());
    text_->setLineWrapMode(QPlainTextEdit::NoWrap);
    text_->setAccessibleName(tr("Text of %1").arg(QFileInfo(path).fileName()));
    message_->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(text_, 1);
    column->addWidget(message_);
    column->addWidget(makeButtons());
    load();
    goTo(line);
}

QWidget* FileEditor::makeButtons() {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Save)->setText(tr("Save and try again"));
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons->button(QDialogButtonBox::Save), &QPushButton::clicked, this,
            &FileEditor::save);
    connect(text_, &QPlainTextEdit::modificationChanged, buttons->button(QDialogButtonBox::Save),
            &QWidget::setEnabled);
    buttons->button(QDialogButtonBox::Save)->setEnabled(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

QString FileEditor::message() const { return message_->text(); }

void FileEditor::load() {
    QFile file(path_);
    if (!file.open(QIODevice::ReadOnly)) {
        message_->setText(file.errorString());
        text_->setReadOnly(true);
        return;
    }
    const QByteArray bytes = file.read(longest_text);
    QStringDecoder decoder(QStringDecoder::Utf8);
    text_->setPlainText(decoder(bytes));
    if (decoder.hasError())
        message_->setText(tr("The file is not UTF-8 and cannot be changed here."));
    else if (!file.atEnd())
        message_->setText(tr("The file is too long to be changed here; its beginning is shown."));
    text_->setReadOnly(!message_->text().isEmpty());
}

void FileEditor::goTo(int line) {
    if (line <= 0) return;
    const QTextBlock block = text_->document()->findBlockByNumber(line - 1);
    if (!block.isValid()) return;
    text_->setTextCursor(QTextCursor(block));
    QTextEdit::ExtraSelection wrong;
    wrong.cursor = text_->textCursor();
    wrong.format.setBackground(themeOf(*this).no.ground);
    wrong.format.setProperty(QTextFormat::FullWidthSelection, true);
    text_->setExtraSelections({wrong});
    text_->centerCursor();
}

bool FileEditor::save() {
    QSaveFile file(path_);
    const QByteArray bytes = text_->toPlainText().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        message_->setText(tr("Not saved: %1. The file is as it was.").arg(file.errorString()));
        setTextColour(message_, themeOf(*this).no.text);
        return false;
    }
    accept();
    emit saved();
    return true;
}

} // namespace headroom
