#include "ui/panels/plan_panel.hpp"

#include "core/present/numbers.hpp"
#include "ui/panels/axis_row.hpp"
#include "ui/panels/goals_panel.hpp"
#include "ui/widgets/choice_box.hpp"
#include "ui/widgets/paint.hpp"
#include "ui/widgets/read_out_card.hpp"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom {

namespace {

constexpr int padding = row_margin; // the rows bring their own at the left
constexpr int row_height = 36, compact_row_height = 28;
constexpr int label_width = 92, gap = 8;
constexpr double tracking_percent = 106.0; // of section headings

} // namespace

PlanPanel::PlanPanel(Session& session, QWidget* parent)
    : QScrollArea(parent), session_(session), card_(new ReadOutCard(this)),
      column_(new QVBoxLayout) {
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    content->setLayout(column_);
    column_->setContentsMargins(0, gap, padding, gap);
    column_->setSpacing(0);
    addWorkload();
    addLine();
    addTradeOffs();
    addLine();
    addCluster();
    addLine();
    addGoals();
    column_->addStretch();
    setWidget(content);
    setCompact(false);
    applyTheme();
    connect(&session_, &Session::changed, this, &PlanPanel::refresh);
    refresh();
}

void PlanPanel::addWorkload() {
    addHeading(tr("Workload"));
    model_ = addChoice(tr("Mo&del"), tr("Model"));
    std::vector<Choice> choices;
    for (const ModelPreset& model : session_.catalog().models)
        choices.push_back({model.spec.id, toQt(model.spec.name)});
    model_->setChoices(choices);
    connect(model_, &ChoiceBox::chosen, this, [this](const QString& id) {
        if (const ModelPreset* preset = session_.catalog().find_model(id.toStdString()))
            session_.setModel(preset->spec);
    });
    addAxes(Axis::model_size, Axis::global_batch);
}

void PlanPanel::addTradeOffs() {
    addHeading(tr("Trade-offs"));
    addAxes(Axis::precision, Axis::offload);
}

void PlanPanel::addCluster() {
    addHeading(tr("Cluster"), makeLink(tr("GPUs in view…"), QStringLiteral("gpus-in-view"),
                                       &PlanPanel::gpusInViewWanted));
    gpu_ = addChoice(tr("GP&U"), tr("GPU"));
    std::vector<Choice> choices;
    for (const GpuSpec& gpu : session_.catalog().gpus)
        choices.push_back({gpu.id, QStringLiteral("%1, %2").arg(toQt(gpu.short_name),
                                                                toQt(gib(gpu.memory.value)))});
    gpu_->setChoices(choices);
    connect(gpu_, &ChoiceBox::chosen, this,
            [this](const QString& id) { session_.setGpu(id.toStdString()); });
    addAxes(Axis::gpus, Axis::expert_parallel);
}

void PlanPanel::addGoals() {
    addHeading(tr("Goals"),
               makeLink(tr("Edit…"), QStringLiteral("edit-goals"), &PlanPanel::goalsWanted));
    auto* goals = new GoalsPanel(session_);
    goals->layout()->setContentsMargins(padding, 0, 0, 0);
    column_->addWidget(goals);
}

QLabel* PlanPanel::addHeading(const QString& text, QWidget* beside) {
    auto* heading = new QLabel(session_.language() == Language::english ? text.toUpper() : text);
    QFont font = scaledFont(this->font(), type_scale::section, QFont::Bold);
    font.setLetterSpacing(QFont::PercentageSpacing, tracking_percent);
    heading->setFont(font);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(padding, 0, 0, 2);
    line->addWidget(heading, 1);
    if (beside != nullptr) line->addWidget(beside);
    column_->addLayout(line);
    headings_.push_back(heading);
    return heading;
}

QWidget* PlanPanel::makeLink(const QString& text, const QString& name,
                             void (PlanPanel::*wanted)()) {
    auto* link = new QToolButton;
    link->setText(text);
    link->setObjectName(name);
    link->setAccessibleName(text);
    link->setProperty("role", QStringLiteral("link"));
    link->setFocusPolicy(Qt::StrongFocus);
    link->setCursor(Qt::PointingHandCursor);
    connect(link, &QToolButton::clicked, this, wanted);
    return link;
}

void PlanPanel::addLine() {
    auto* line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setProperty("role", QStringLiteral("separator"));
    auto* indent = new QHBoxLayout;
    indent->setContentsMargins(padding, 0, 0, 0);
    indent->addWidget(line);
    column_->addSpacing(gap);
    column_->addLayout(indent);
    column_->addSpacing(gap);
}

void PlanPanel::addRow(QWidget* row) {
    column_->addWidget(row);
    row_widgets_.push_back(row);
}

void PlanPanel::addAxes(Axis first, Axis last) {
    for (const Axis axis : all_axes) {
        if (axis < first || axis > last) continue;
        auto* row = new AxisRow(axis, session_, *card_);
        rows_[static_cast<std::size_t>(axis)] = row;
        addRow(row);
    }
}

ChoiceBox* PlanPanel::addChoice(const QString& label, const QString& name) {
    auto* box = new ChoiceBox;
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(padding, 0, 0, 0);
    line->setSpacing(gap);
    auto* caption = new QLabel(label);
    caption->setFixedWidth(label_width);
    caption->setBuddy(box);
    box->setAccessibleName(name);
    line->addWidget(caption);
    line->addWidget(box, 1);
    addRow(row);
    return box;
}

void PlanPanel::toggleLock() {
    for (AxisRow* row : rows_)
        if (row->isAncestorOf(QApplication::focusWidget())) row->toggleLock();
}

void PlanPanel::focusFirst() { model_->setFocus(Qt::ShortcutFocusReason); }

void PlanPanel::setCompact(bool compact) {
    for (QWidget* row : row_widgets_)
        row->setFixedHeight(compact ? compact_row_height : row_height);
}

void PlanPanel::refresh() {
    const Scenario& scenario = session_.scenario();
    model_->showChoice(scenario.model.id, toQt(scenario.model.name));
    gpu_->showChoice(scenario.cluster.gpu.id, toQt(scenario.cluster.gpu.short_name));
}

void PlanPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) applyTheme();
    QScrollArea::changeEvent(event);
}

void PlanPanel::applyTheme() {
    for (QLabel* heading : headings_)
        setTextColour(heading, themeOf(*this).ink3);
}

} // namespace headroom
