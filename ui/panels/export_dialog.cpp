#include "ui/panels/export_dialog.hpp"

#include "core/io/text_file.hpp"
#include "core/present/problem_text.hpp"
#include "ui/panels/chart_clipboard.hpp"
#include "ui/panels/text_table.hpp"
#include "ui/widgets/paint.hpp"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>

namespace headroom {

namespace {

constexpr int preview_width = 520, preview_height = 420, preview_dpi = 96;
constexpr double mm_per_inch = 25.4;
constexpr std::array endings{"png", "svg", "pdf"};

constexpr auto width_key = "export/width_mm";
constexpr auto dpi_key = "export/dpi";
constexpr auto text_key = "export/text_percent";
constexpr auto format_key = "export/format";
constexpr auto theme_key = "export/theme";
constexpr auto ground_key = "export/ground";
constexpr auto height_key = "export/height_mm";
constexpr auto beside_key = "export/beside";
constexpr auto folder_key = "export/folder";

/// A heading within the form, in small capitals where the script has them.
QLabel* section(const QString& title) {
    auto* label = new QLabel(title.toUpper());
    label->setFont(scaledFont(label->font(), type_scale::section, QFont::Bold));
    return label;
}

QString startFolder() {
    const QString usual = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QSettings().value(folder_key, usual).toString();
}

} // namespace

ExportDialog::ExportDialog(std::vector<ExportContent> contents, std::size_t shown,
                           ExportContext context, QWidget* parent)
    : QDialog(parent), contents_(std::move(contents)), context_(std::move(context)) {
    for (const ExportContent& content : contents_)
        frames_.push_back(content.picture->frame());
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export chart"));
    auto* grid = new QGridLayout(this);
    grid->setHorizontalSpacing(24);
    grid->addWidget(makePreview(), 0, 0);
    grid->addWidget(makeForm(), 0, 1);
    grid->addWidget(makeButtons(), 1, 0, 1, 2);
    content_->setCurrentIndex(static_cast<int>(shown));
    restoreChoices();
    followContent();
}

ExportContent& ExportDialog::content() {
    return contents_[static_cast<std::size_t>(std::max(0, content_->currentIndex()))];
}

Picture& ExportDialog::picture() {
    FrameText frame = frames_[static_cast<std::size_t>(std::max(0, content_->currentIndex()))];
    frame.title = title_->text().trimmed();
    if (!footer_scenario_->isChecked()) frame.footer_left.clear();
    if (!footer_presets_->isChecked()) frame.footer_right.clear();
    content().picture->setFrame(std::move(frame));
    return *content().picture;
}

QWidget* ExportDialog::makePreview() {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    auto* head = new QHBoxLayout;
    head->addWidget(section(tr("Preview, as it will be on paper")));
    size_ = new QLabel;
    head->addWidget(size_, 0, Qt::AlignRight);
    column->addLayout(head);
    preview_ = new QLabel;
    preview_->setFrameShape(QFrame::Box);
    preview_->setAccessibleName(tr("Preview, as it will be on paper"));
    preview_->setMinimumSize(preview_width, preview_width / 2);
    note_ = new QLabel;
    note_->setWordWrap(true);
    column->addWidget(preview_);
    column->addWidget(note_);
    column->addWidget(makeBeside());
    column->addStretch();
    return box;
}

QWidget* ExportDialog::makeBeside() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    beside_data_ = makeCheck(QStringLiteral("beside-data"), tr("data of the chart, CSV"), false);
    beside_assumptions_ =
        makeCheck(QStringLiteral("beside-assumptions"), tr("assumptions, text"), false);
    beside_scenario_ = makeCheck(QStringLiteral("beside-scenario"), tr("scenario copy"), false);
    row->addWidget(new QLabel(tr("Also written beside it:")));
    for (QCheckBox* check : {beside_data_, beside_assumptions_, beside_scenario_})
        row->addWidget(check);
    row->addStretch();
    return box;
}

QWidget* ExportDialog::makeForm() {
    auto* box = new QWidget;
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    addWhat(form);
    addSize(form);
    addForm(form);
    addWhere(form);
    return box;
}

void ExportDialog::addWhat(QFormLayout* form) {
    form->addRow(section(tr("What")));
    content_ = new QComboBox;
    content_->setAccessibleName(tr("Content"));
    for (const ExportContent& content : contents_)
        content_->addItem(content.name);
    title_ = new QLineEdit;
    title_->setAccessibleName(tr("Title"));
    footer_scenario_ = makeCheck(QStringLiteral("footer-scenario"), tr("scenario"), true);
    footer_presets_ =
        makeCheck(QStringLiteral("footer-presets"), tr("presets, validation, version"), true);
    auto* footer = new QHBoxLayout;
    footer->addWidget(footer_scenario_);
    footer->addWidget(footer_presets_);
    footer->addStretch();
    form->addRow(tr("&Content"), content_);
    form->addRow(tr("&Title"), title_);
    form->addRow(tr("Footer"), footer);
    connect(content_, &QComboBox::currentIndexChanged, this, &ExportDialog::followContent);
    connect(title_, &QLineEdit::textChanged, this, &ExportDialog::refreshPreview);
    for (QCheckBox* check : {footer_scenario_, footer_presets_})
        connect(check, &QCheckBox::toggled, this, &ExportDialog::refreshPreview);
}

void ExportDialog::addSize(QFormLayout* form) {
    form->addRow(section(tr("Size")));
    width_ = makeNumber(tr("Width"), tr(" mm"), 60, 400, 160);
    height_ = makeNumber(tr("Height"), tr(" mm"), 0, 600, 0);
    height_->setSpecialValueText(tr("as needed"));
    text_ = makeNumber(tr("Text size"), tr(" %"), 50, 300, 100);
    text_->setSingleStep(10);
    dpi_ = makeNumber(tr("Resolution"), tr(" DPI"), 72, 1200, 300);
    pixels_ = new QLabel;
    auto* lengths = new QHBoxLayout;
    auto* height_label = new QLabel(tr("&Height"));
    height_label->setBuddy(height_);
    lengths->addWidget(width_);
    lengths->addWidget(height_label);
    lengths->addWidget(height_);
    lengths->addStretch();
    auto* dots = new QHBoxLayout;
    dots->addWidget(dpi_);
    dots->addWidget(pixels_);
    dots->addStretch();
    form->addRow(tr("&Width"), lengths);
    form->addRow(tr("&Resolution"), dots);
    form->addRow(tr("Te&xt size"), text_);
    for (QSpinBox* number : {width_, height_, dpi_, text_})
        connect(number, &QSpinBox::valueChanged, this, &ExportDialog::refreshPreview);
}

void ExportDialog::addForm(QFormLayout* form) {
    form->addRow(section(tr("Form")));
    format_ = addRadios(form, tr("Format"),
                        {QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("PDF")}, 0);
    theme_ = addRadios(form, tr("Theme"), {tr("light, for paper"), tr("as shown")}, 0);
    ground_ = addRadios(form, tr("Ground"), {tr("opaque"), tr("transparent")}, 0);
    connect(theme_, &QButtonGroup::idClicked, this, &ExportDialog::refreshPreview);
    connect(ground_, &QButtonGroup::idClicked, this, &ExportDialog::refreshPreview);
    connect(format_, &QButtonGroup::idClicked, this, &ExportDialog::followFormat);
}

void ExportDialog::addWhere(QFormLayout* form) {
    form->addRow(section(tr("Where")));
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
    connect(file_, &QLineEdit::textChanged, this, &ExportDialog::sayAboutPreview);
}

QSpinBox* ExportDialog::makeNumber(const QString& name, const QString& unit, int low, int high,
                                   int value) {
    auto* box = new QSpinBox;
    box->setRange(low, high);
    box->setValue(value);
    box->setSuffix(unit);
    box->setAccessibleName(name);
    return box;
}

QCheckBox* ExportDialog::makeCheck(const QString& name, const QString& text, bool checked) {
    auto* check = new QCheckBox(text);
    check->setObjectName(name);
    check->setAccessibleName(text);
    check->setChecked(checked);
    return check;
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
    options.height_mm = height_->value();
    options.dpi = dpi_->value();
    options.text_scale = text_->value() / 100.0;
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
    height_->setValue(settings.value(height_key, height_->value()).toInt());
    dpi_->setValue(settings.value(dpi_key, dpi_->value()).toInt());
    text_->setValue(settings.value(text_key, text_->value()).toInt());
    const QStringList beside = settings.value(beside_key).toStringList();
    for (QCheckBox* check : {beside_data_, beside_assumptions_, beside_scenario_})
        check->setChecked(beside.contains(check->objectName()));
    for (const auto& [group, key] :
         {std::pair{format_, format_key}, {theme_, theme_key}, {ground_, ground_key}})
        if (QAbstractButton* button = group->button(settings.value(key, 0).toInt()))
            button->setChecked(true);
}

void ExportDialog::keepChoices() const {
    QSettings settings;
    settings.setValue(width_key, width_->value());
    settings.setValue(height_key, height_->value());
    settings.setValue(dpi_key, dpi_->value());
    settings.setValue(text_key, text_->value());
    QStringList beside;
    for (const QCheckBox* check : {beside_data_, beside_assumptions_, beside_scenario_})
        if (check->isChecked()) beside << check->objectName();
    settings.setValue(beside_key, beside);
    settings.setValue(format_key, format_->checkedId());
    settings.setValue(theme_key, theme_->checkedId());
    settings.setValue(ground_key, ground_->checkedId());
    settings.setValue(folder_key, QFileInfo(file()).absolutePath());
}

void ExportDialog::followContent() {
    const auto at = static_cast<std::size_t>(std::max(0, content_->currentIndex()));
    title_->setText(frames_[at].title);
    const QString name = content().name.toLower().replace(QLatin1Char(' '), QLatin1Char('-'));
    const QString ending = QLatin1String(endings[static_cast<std::size_t>(format_->checkedId())]);
    setFile(QDir(startFolder()).filePath(name + QLatin1Char('.') + ending));
    followFormat();
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
    const QSizeF paper = stillSizeMm(picture(), screen);
    const auto pixels = [&](double mm) { return std::lround(mm / mm_per_inch * dpi_->value()); };
    const qreal ratio = devicePixelRatioF();
    screen.dpi = static_cast<int>(std::lround(preview_dpi * ratio));
    QPixmap image = QPixmap::fromImage(stillImage(picture(), screen))
                        .scaled(QSize(preview_width, preview_height) * ratio, Qt::KeepAspectRatio,
                                Qt::SmoothTransformation);
    image.setDevicePixelRatio(ratio);
    preview_->setPixmap(image);
    size_->setText(tr("%1 × %2 mm").arg(paper.width(), 0, 'f', 0).arg(paper.height(), 0, 'f', 0));
    pixels_->setText(
        format_->checkedId() == 0
            ? tr("%1 × %2 pixels").arg(pixels(paper.width())).arg(pixels(paper.height()))
            : QString());
    sayAboutPreview();
}

void ExportDialog::sayAboutPreview() {
    QStringList lines = contents_.empty() ? QStringList() : content().picture->notes();
    if (QFileInfo::exists(file())) lines << tr("This file exists and will be replaced.");
    note_->setText(lines.join(QLatin1Char('\n')));
    setTextColour(note_, themeOf(*this).tight.text);
}

void ExportDialog::browse() {
    const QString ending = QLatin1String(endings[static_cast<std::size_t>(format_->checkedId())]);
    const QString path = QFileDialog::getSaveFileName(this, tr("Export chart"), file(),
                                                      QStringLiteral("*.%1").arg(ending), nullptr,
                                                      QFileDialog::DontConfirmOverwrite);
    if (!path.isEmpty()) setFile(path);
}

void ExportDialog::copy() { copyChart(picture(), options(), content().table); }

std::optional<Problem> ExportDialog::writeBeside() const {
    const QFileInfo named(file());
    const auto beside = [&](const char* ending) {
        return std::filesystem::path(
            named.dir().filePath(named.completeBaseName() + QLatin1String(ending)).toStdString());
    };
    const TableView& table = contents_[static_cast<std::size_t>(content_->currentIndex())].table;
    std::optional<Problem> problem;
    if (beside_data_->isChecked()) problem = write_file(beside(".csv"), commaSeparated(table));
    if (!problem && beside_assumptions_->isChecked())
        problem = write_file(beside("-assumptions.txt"), context_.assumptions);
    if (!problem && beside_scenario_->isChecked())
        problem = write_file(beside("-scenario.json"), context_.scenario);
    return problem;
}

std::optional<Problem> ExportDialog::write() {
    auto problem = writeStill(picture(), QFileInfo(file()).filesystemFilePath(), options());
    if (!problem) problem = writeBeside();
    if (!problem) return std::nullopt;
    note_->setText(toQt(problem_line(*problem, context_.language)));
    setTextColour(note_, themeOf(*this).no.text);
    return problem;
}

void ExportDialog::accept() {
    if (write()) return;
    keepChoices();
    QDialog::accept();
}

} // namespace headroom
