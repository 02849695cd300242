#include "ui/panels/export_dialog.hpp"

#include "ui/widgets/paint.hpp"

#include <QButtonGroup>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>

namespace headroom {

namespace {

constexpr int preview_width = 520, preview_dpi = 96;
constexpr double mm_per_inch = 25.4;
constexpr std::array endings{"png", "svg", "pdf"};

constexpr auto width_key = "export/width_mm";
constexpr auto dpi_key = "export/dpi";
constexpr auto format_key = "export/format";
constexpr auto theme_key = "export/theme";
constexpr auto ground_key = "export/ground";
constexpr auto folder_key = "export/folder";

QString startFolder() {
    const QString usual = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QSettings().value(folder_key, usual).toString();
}

} // namespace

ExportDialog::ExportDialog(const ChartWidget& chart, ExportContext context, QWidget* parent)
    : QDialog(parent), picture_(chart.still()), context_(std::move(context)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export chart"));
    auto* grid = new QGridLayout(this);
    grid->setHorizontalSpacing(24);
    grid->addWidget(makePreview(), 0, 0);
    grid->addWidget(makeForm(), 0, 1);
    grid->addWidget(makeButtons(), 1, 0, 1, 2);
    restoreChoices();
    setFile(QDir(startFolder()).filePath(context_.name + QStringLiteral(".png")));
    followFormat();
}

QWidget* ExportDialog::makePreview() {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(new QLabel(tr("Preview, as it will be on paper")));
    preview_ = new QLabel;
    preview_->setFrameShape(QFrame::Box);
    preview_->setAccessibleName(tr("Preview, as it will be on paper"));
    size_ = new QLabel;
    note_ = new QLabel;
    note_->setWordWrap(true);
    column->addWidget(preview_);
    column->addWidget(size_);
    column->addWidget(note_);
    column->addStretch();
    return box;
}

QWidget* ExportDialog::makeForm() {
    auto* box = new QWidget;
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    width_ = addNumber(form, tr("&Width"), tr(" mm"), 60, 400, 160);
    dpi_ = addNumber(form, tr("&Resolution"), tr(" DPI"), 72, 1200, 300);
    format_ = addRadios(form, tr("Format"),
                        {QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("PDF")}, 0);
    theme_ = addRadios(form, tr("Theme"), {tr("light, for paper"), tr("as shown")}, 0);
    ground_ = addRadios(form, tr("Ground"), {tr("opaque"), tr("transparent")}, 0);
    file_ = new QLineEdit;
    file_->setAccessibleName(tr("File"));
    file_->setMinimumWidth(280);
    auto* browse_button = new QPushButton(tr("Browse…"));
    browse_button->setAutoDefault(false); // Enter exports
    auto* line = new QHBoxLayout;
    line->addWidget(file_, 1);
    line->addWidget(browse_button);
    form->addRow(tr("File"), line);
    connect(browse_button, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(width_, &QSpinBox::valueChanged, this, &ExportDialog::refreshPreview);
    connect(dpi_, &QSpinBox::valueChanged, this, &ExportDialog::refreshPreview);
    connect(theme_, &QButtonGroup::idClicked, this, &ExportDialog::refreshPreview);
    connect(ground_, &QButtonGroup::idClicked, this, &ExportDialog::refreshPreview);
    connect(format_, &QButtonGroup::idClicked, this, &ExportDialog::followFormat);
    connect(file_, &QLineEdit::textChanged, this, &ExportDialog::refreshPreview);
    return box;
}

QSpinBox* ExportDialog::addNumber(QFormLayout* form, const QString& label, const QString& unit,
                                  int low, int high, int value) {
    auto* box = new QSpinBox;
    box->setRange(low, high);
    box->setValue(value);
    box->setSuffix(unit);
    box->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    form->addRow(label, box);
    return box;
}

QButtonGroup* ExportDialog::addRadios(QFormLayout* form, const QString& label,
                                      const QStringList& texts, int checked) {
    auto* group = new QButtonGroup(this);
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    for (int i = 0; i < texts.size(); ++i) {
        auto* button = new QRadioButton(texts[i]);
        button->setAccessibleName(QStringLiteral("%1: %2").arg(label, texts[i]));
        button->setChecked(i == checked);
        group->addButton(button, i);
        row->addWidget(button);
    }
    row->addStretch();
    form->addRow(label, box);
    return group;
}

QWidget* ExportDialog::makeButtons() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto* promise = new QLabel(tr("Written whole or not at all; the old file stays if it fails."));
    auto* copy_button = new QPushButton(tr("Copy to clipboard"));
    auto* cancel = new QPushButton(tr("Cancel"));
    auto* write_button = new QPushButton(tr("Export"));
    copy_button->setAutoDefault(false);
    cancel->setAutoDefault(false);
    write_button->setDefault(true);
    row->addWidget(promise, 1);
    for (QPushButton* button : {copy_button, cancel, write_button})
        row->addWidget(button);
    connect(copy_button, &QPushButton::clicked, this, &ExportDialog::copy);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(write_button, &QPushButton::clicked, this, &ExportDialog::accept);
    return box;
}

StillOptions ExportDialog::options() const {
    StillOptions options;
    options.width_mm = width_->value();
    options.dpi = dpi_->value();
    options.theme = theme_->checkedId() == 0 ? Theme::light() : context_.theme;
    options.language = context_.language;
    options.transparent = ground_->checkedId() == 1;
    return options;
}

QString ExportDialog::file() const { return file_->text().trimmed(); }
void ExportDialog::setFile(const QString& path) { file_->setText(path); }

void ExportDialog::restoreChoices() {
    const QSettings settings;
    width_->setValue(settings.value(width_key, width_->value()).toInt());
    dpi_->setValue(settings.value(dpi_key, dpi_->value()).toInt());
    for (const auto& [group, key] :
         {std::pair{format_, format_key}, {theme_, theme_key}, {ground_, ground_key}})
        if (QAbstractButton* button = group->button(settings.value(key, 0).toInt()))
            button->setChecked(true);
}

void ExportDialog::keepChoices() const {
    QSettings settings;
    settings.setValue(width_key, width_->value());
    settings.setValue(dpi_key, dpi_->value());
    settings.setValue(format_key, format_->checkedId());
    settings.setValue(theme_key, theme_->checkedId());
    settings.setValue(ground_key, ground_->checkedId());
    settings.setValue(folder_key, QFileInfo(file()).absolutePath());
}

void ExportDialog::followFormat() {
    const QFileInfo named(file());
    const QString ending = QLatin1String(endings[static_cast<std::size_t>(format_->checkedId())]);
    setFile(named.dir().filePath(named.completeBaseName() + QLatin1Char('.') + ending));
    dpi_->setEnabled(format_->checkedId() == 0);
    refreshPreview();
}

void ExportDialog::refreshPreview() {
    StillOptions screen = options();
    const QSizeF paper = stillSizeMm(*picture_, screen);
    const int pixels_wide =
        static_cast<int>(std::lround(paper.width() / mm_per_inch * dpi_->value()));
    const int pixels_high =
        static_cast<int>(std::lround(paper.height() / mm_per_inch * dpi_->value()));
    screen.dpi = preview_dpi;
    const QPixmap image = QPixmap::fromImage(stillImage(*picture_, screen));
    preview_->setPixmap(image.scaledToWidth(preview_width, Qt::SmoothTransformation));
    QString size = tr("%1 × %2 mm").arg(paper.width(), 0, 'f', 0).arg(paper.height(), 0, 'f', 0);
    if (format_->checkedId() == 0) size += tr(", %1 × %2 pixels").arg(pixels_wide).arg(pixels_high);
    size_->setText(size);
    note_->setText(QFileInfo::exists(file()) ? tr("This file exists and will be replaced.")
                                             : QString());
    setTextColour(note_, themeOf(*this).tight.text);
}

void ExportDialog::browse() {
    const QString ending = QLatin1String(endings[static_cast<std::size_t>(format_->checkedId())]);
    const QString path = QFileDialog::getSaveFileName(this, tr("Export chart"), file(),
                                                      QStringLiteral("*.%1").arg(ending), nullptr,
                                                      QFileDialog::DontConfirmOverwrite);
    if (!path.isEmpty()) setFile(path);
}

void ExportDialog::copy() {
    QGuiApplication::clipboard()->setImage(stillImage(*picture_, options()));
}

std::optional<Problem> ExportDialog::write() {
    auto problem = writeStill(*picture_, QFileInfo(file()).filesystemFilePath(), options());
    if (!problem) return std::nullopt;
    note_->setText(toQt(to_line(*problem)));
    setTextColour(note_, themeOf(*this).no.text);
    return problem;
}

void ExportDialog::accept() {
    if (write()) return;
    keepChoices();
    QDialog::accept();
}

} // namespace headroom
