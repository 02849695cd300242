#include "ui/panels/calibration_dialog.hpp"

#include "core/base/calendar.hpp"
#include "core/io/calibration_json.hpp"
#include "core/io/text_file.hpp"
#include "ui/widgets/paint.hpp"
#include "ui/widgets/problem_dialog.hpp"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QTableWidget>
#include <QVBoxLayout>

namespace headroom {

namespace {

constexpr QSize usual_size(980, 640);
constexpr int notes_height = 170;
constexpr int value_role = Qt::UserRole;

QLabel* textLabel() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

/// A heading and its lines; nothing for no lines.
QString section(const QString& heading, const std::vector<std::string>& lines) {
    if (lines.empty()) return {};
    QString text = QStringLiteral("<p><b>%1</b>").arg(heading.toHtmlEscaped());
    for (const std::string& line : lines)
        text += QStringLiteral("<br>") + toQt(line).toHtmlEscaped();
    return text + QStringLiteral("</p>");
}

} // namespace

CalibrationDialog::CalibrationDialog(Session& session, QWidget* parent)
    : QDialog(parent), session_(session), title_(textLabel()), about_(textLabel()),
      effect_(textLabel()), notes_(textLabel()), table_(new QTableWidget),
      preset_(new QRadioButton(tr("Pre&set"))), calibrated_(new QRadioButton(tr("&Calibrated"))) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Calibration"));
    resize(usual_size);
    title_->setFont(scaledFont(font(), type_scale::chart_title, QFont::DemiBold));
    effect_->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
    auto* column = new QVBoxLayout(this);
    column->addWidget(title_);
    column->addWidget(about_);
    column->addLayout(makeSwitch());
    setUpTable();
    column->addWidget(table_, 1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(notes_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setMaximumHeight(notes_height);
    notes_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(scroll);
    column->addLayout(makeButtons());
    connect(&session_, &Session::settled, this, &CalibrationDialog::refresh);
    refresh();
}

QLayout* CalibrationDialog::makeSwitch() {
    auto* row = new QHBoxLayout;
    preset_->setToolTip(tr("The numbers of the presets; the calibration is kept"));
    calibrated_->setToolTip(tr("The ticked numbers in place of the presets'"));
    row->addWidget(preset_);
    row->addWidget(calibrated_);
    row->addSpacing(usual_size.width() / 40);
    row->addWidget(effect_, 1);
    connect(calibrated_, &QRadioButton::toggled, this, [this](bool on) {
        if (filling_ || !session_.scenario().site) return;
        SiteCalibration site = *session_.scenario().site;
        site.on = on;
        take(std::move(site));
    });
    return row;
}

void CalibrationDialog::setUpTable() {
    table_->setAccessibleName(tr("Measured numbers"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->verticalHeader()->hide();
    table_->setAlternatingRowColors(true);
    connect(table_, &QTableWidget::itemChanged, this, [this](QTableWidgetItem* item) {
        if (!filling_ && item->column() == 0)
            tick(item->data(value_role).toInt(), item->checkState() == Qt::Checked);
    });
}

QLayout* CalibrationDialog::makeButtons() {
    auto* row = new QHBoxLayout;
    const auto button = [row](const QString& text) {
        auto* made = new QPushButton(text);
        made->setAutoDefault(false);
        row->addWidget(made);
        return made;
    };
    const QString kind = tr("Calibrations (*.json)");
    connect(button(tr("&Open…")), &QPushButton::clicked, this, [this, kind] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Open calibration"), {}, kind);
        if (!path.isEmpty()) openFile(path);
    });
    save_ = button(tr("&Save as…"));
    connect(save_, &QPushButton::clicked, this, [this, kind] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Save calibration"), {}, kind);
        if (!path.isEmpty()) saveFile(path);
    });
    remove_ = button(tr("&Remove"));
    connect(remove_, &QPushButton::clicked, this, &CalibrationDialog::remove);
    row->addStretch();
    auto* close = button(tr("C&lose"));
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    return row;
}

bool CalibrationDialog::openFile(const QString& path) {
    Problems problems;
    std::optional<SiteCalibration> site =
        read_calibration_file(path.toStdString(), session_.catalog(), problems);
    if (!site) {
        showProblems(path, problems);
        return false;
    }
    take(*std::move(site));
    return true;
}

bool CalibrationDialog::saveFile(const QString& path) {
    const Scenario& scenario = session_.scenario();
    if (!scenario.site) return false;
    const std::optional<Problem> failed =
        write_file(path.toStdString(), write_calibration(*scenario.site, session_.catalog()));
    if (failed) showProblems(path, {*failed});
    return !failed;
}

void CalibrationDialog::showProblems(const QString& path, const Problems& problems) {
    FileProblems found;
    found.file = path;
    found.problems = problems;
    found.language = session_.language();
    auto* dialog = new ProblemDialog(found, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void CalibrationDialog::remove() { session_.setScenario(uncalibrated(session_.scenario())); }

void CalibrationDialog::take(SiteCalibration site) {
    Scenario next = session_.scenario();
    next.site = Shared(std::move(site));
    session_.setScenario(std::move(next));
}

void CalibrationDialog::tick(int row, bool use) {
    if (!session_.scenario().site) return;
    SiteCalibration site = *session_.scenario().site;
    site.values.at(static_cast<std::size_t>(row)).use = use;
    take(std::move(site));
}

void CalibrationDialog::showEmpty() {
    title_->setText(tr("No calibration"));
    about_->setText(tr("The plan has the numbers of the presets. Open a calibration that was "
                       "measured on your GPUs, or make one with headroom-probe and "
                       "\"headroom-cli calibrate\"."));
    effect_->clear();
    notes_->clear();
    table_->setRowCount(0);
    table_->setColumnCount(0);
}

void CalibrationDialog::fill(const CalibrationView& view) {
    const TableView cells = calibration_table(view, session_.language());
    const auto columns = static_cast<int>(cells.columns.size()) - 1; // the tick is in the first
    table_->setColumnCount(columns);
    QStringList names;
    for (int i = 0; i < columns; ++i)
        names << toQt(cells.columns[static_cast<std::size_t>(i)]);
    table_->setHorizontalHeaderLabels(names);
    table_->setRowCount(static_cast<int>(view.rows.size()));
    for (int row = 0; row < table_->rowCount(); ++row) {
        const CalibrationRow& one = view.rows[static_cast<std::size_t>(row)];
        QString doubts;
        for (const std::string& doubt : one.doubts)
            doubts += (doubts.isEmpty() ? QString() : QStringLiteral("\n")) + toQt(doubt);
        for (int i = 0; i < columns; ++i) {
            const auto& text =
                cells.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(i)];
            auto* item = new QTableWidgetItem(toQt(text));
            if (i > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            item->setToolTip(doubts);
            table_->setItem(row, i, item);
        }
        QTableWidgetItem& first = *table_->item(row, 0);
        first.setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        first.setCheckState(one.use ? Qt::Checked : Qt::Unchecked);
        first.setData(value_role, static_cast<int>(one.value));
    }
    table_->resizeColumnsToContents();
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
}

void CalibrationDialog::showNotes(const CalibrationView& view) {
    std::vector<std::string> doubtful;
    for (const CalibrationRow& row : view.rows)
        for (const std::string& doubt : row.doubts)
            doubtful.push_back(row.name + ": " + doubt);
    std::vector<std::string> taught = view.memory;
    for (const FactorRow& factor : view.factors)
        taught.push_back(factor.name + " " + factor.factor +
                         (factor.note.empty() ? "" : " (" + factor.note + ")"));
    notes_->setText(section(tr("To know"), view.caveats) + section(tr("Measured runs"), taught) +
                    section(tr("Not used by itself"), doubtful) +
                    section(tr("Kept from the preset"), view.kept));
}

void CalibrationDialog::refresh() {
    filling_ = true;
    const Shared<SiteCalibration>& site = session_.scenario().site;
    for (QWidget* widget : std::initializer_list<QWidget*>{save_, remove_, preset_, calibrated_})
        widget->setEnabled(static_cast<bool>(site));
    preset_->setChecked(!site || !site->on);
    calibrated_->setChecked(site && site->on);
    if (site) {
        const CalibrationView view =
            calibration_view(session_.scenario(), *site, today(), session_.language());
        title_->setText(toQt(view.title));
        QStringList about;
        for (const std::string& line : view.about)
            about << toQt(line);
        about_->setText(about.join(QLatin1Char('\n')));
        effect_->setText(toQt(view.effect));
        fill(view);
        showNotes(view);
    } else {
        showEmpty();
    }
    filling_ = false;
}

} // namespace headroom
