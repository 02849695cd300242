#include "ui/panels/memo_dialog.hpp"

#include "core/base/short_hash.hpp"
#include "core/io/scenario_json.hpp"
#include "core/present/problem_text.hpp"
#include "ui/widgets/paint.hpp"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QStandardPaths>

namespace headroom {

namespace {

constexpr auto folder_key = "export/folder";
constexpr auto format_key = "memo/format";
constexpr std::array endings{"md", "html", "pdf"};

} // namespace

std::string scenarioText(const Session& session) {
    return write_scenario(session.shown(), session.catalog());
}

MemoInput memoInput(const Session& session) {
    return {session.shown(), session.points(), session.pinned(), short_hash(scenarioText(session))};
}

std::string assumptionsOf(const Session& session) {
    const MemoView memo = memo_view(memoInput(session), session.catalog(), session.language());
    std::string text = memo.title + "\n" + memo.subtitle + "\n";
    for (const MemoSection& section : memo.sections) {
        if (section.is_checklist || section.picture || (section.items.empty() && !section.table))
            continue;
        text += "\n" + section.title + "\n";
        for (const std::string& line : section.paragraphs)
            text += line + "\n";
        for (const std::string& line : section.items)
            text += "- " + line + "\n";
        if (!section.table) continue;
        for (const auto& row : section.table->rows) {
            text += "-";
            for (const std::string& cell : row)
                if (!cell.empty()) text.append(1, ' ').append(cell).append(1, ';');
            text += "\n";
        }
    }
    return text + "\n" + memo.footer + "\n";
}

MemoDialog::MemoDialog(const Session& session, QWidget* parent)
    : QDialog(parent), session_(session), format_(new QButtonGroup(this)), file_(new QLineEdit),
      note_(new QLabel) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Write memo"));
    auto* form = new QFormLayout(this);
    form->addRow(
        new QLabel(tr("Verdict, charts, comparison, assumptions, sources and checklist.")));
    auto* formats = new QHBoxLayout;
    const std::array names{tr("Markdown with pictures"), QStringLiteral("HTML"),
                           QStringLiteral("PDF")};
    for (int i = 0; i < static_cast<int>(names.size()); ++i) {
        auto* button = new QRadioButton(names[static_cast<std::size_t>(i)]);
        button->setAccessibleName(button->text());
        format_->addButton(button, i);
        formats->addWidget(button);
    }
    formats->addStretch();
    form->addRow(tr("Format"), formats);
    auto* browse_button = new QPushButton(tr("Browse…"));
    browse_button->setAutoDefault(false);
    auto* line = new QHBoxLayout;
    file_->setAccessibleName(tr("File"));
    file_->setMinimumWidth(360);
    line->addWidget(file_, 1);
    line->addWidget(browse_button);
    form->addRow(tr("File"), line);
    note_->setWordWrap(true);
    form->addRow(note_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Save)->setText(tr("Write"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    form->addRow(buttons);
    const QSettings settings;
    const QString usual = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    format_->button(std::clamp(settings.value(format_key).toInt(), 0, 2))->setChecked(true);
    setFile(QDir(settings.value(folder_key, usual).toString()).filePath(tr("memo.md")));
    connect(browse_button, &QPushButton::clicked, this, &MemoDialog::browse);
    connect(format_, &QButtonGroup::idClicked, this, &MemoDialog::followFormat);
    connect(buttons, &QDialogButtonBox::accepted, this, &MemoDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    followFormat();
}

void MemoDialog::setFile(const QString& path) { file_->setText(path); }
QString MemoDialog::file() const { return file_->text().trimmed(); }

void MemoDialog::followFormat() {
    const QFileInfo named(file());
    const QString ending = QLatin1String(endings[static_cast<std::size_t>(format_->checkedId())]);
    setFile(named.dir().filePath(named.completeBaseName() + QLatin1Char('.') + ending));
    note_->setText(QFileInfo::exists(file()) ? tr("This file exists and will be replaced.")
                                             : QString());
}

void MemoDialog::browse() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Write memo"), file(),
                                                      QStringLiteral("*.md *.html *.pdf"), nullptr,
                                                      QFileDialog::DontConfirmOverwrite);
    if (!path.isEmpty()) setFile(path);
}

std::optional<Problem> MemoDialog::write() {
    auto problem =
        writeMemo(memoInput(session_), session_.catalog(), QFileInfo(file()).filesystemFilePath(),
                  {.language = session_.language()});
    if (!problem) return std::nullopt;
    note_->setText(toQt(problem_line(*problem, session_.language())));
    setTextColour(note_, themeOf(*this).no.text);
    return problem;
}

void MemoDialog::accept() {
    if (write()) return;
    QSettings settings;
    settings.setValue(format_key, format_->checkedId());
    settings.setValue(folder_key, QFileInfo(file()).absolutePath());
    QDialog::accept();
}

} // namespace headroom
