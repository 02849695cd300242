#include "ui/panels/frontier_head.hpp"

#include "ui/widgets/paint.hpp"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace headroom {

namespace {

constexpr int head_padding = 14, progress_width = 140, progress_steps = 1000;
constexpr int settle_ms = 250; // after the last change, as the goals are typed or a slider moves

/// The plan with its free dimensions at their defaults: what an answer depends on.
TrainingPlan without(TrainingPlan plan, const Dimensions& free) {
    const TrainingPlan usual;
    const auto reset = [&](Dimension dimension, auto field) {
        if (free.test(index_of(dimension))) plan.*field = usual.*field;
    };
    reset(Dimension::tensor_parallel, &TrainingPlan::tensor_parallel);
    reset(Dimension::sequence_parallel, &TrainingPlan::sequence_parallel);
    reset(Dimension::pipeline_parallel, &TrainingPlan::pipeline_parallel);
    reset(Dimension::virtual_stages, &TrainingPlan::virtual_stages);
    reset(Dimension::context_parallel, &TrainingPlan::context_parallel);
    reset(Dimension::expert_parallel, &TrainingPlan::expert_parallel);
    reset(Dimension::expert_tensor_parallel, &TrainingPlan::expert_tensor_parallel);
    reset(Dimension::micro_batch, &TrainingPlan::micro_batch);
    reset(Dimension::zero_stage, &TrainingPlan::zero_stage);
    reset(Dimension::recompute, &TrainingPlan::recompute);
    reset(Dimension::precision, &TrainingPlan::precision);
    reset(Dimension::offload, &TrainingPlan::offload);
    reset(Dimension::activation_offload, &TrainingPlan::activation_offload);
    return plan;
}

} // namespace

FrontierHead::FrontierHead(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), said_(new QLabel), progress_(new QProgressBar),
      button_(new QPushButton) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(head_padding, head_padding / 2, head_padding, 0);
    row->addWidget(new QLabel(tr("Search also over")));
    row->addWidget(addFree(tr("precision"), {Dimension::precision}));
    row->addWidget(addFree(tr("offload"), {Dimension::offload, Dimension::activation_offload}));
    row->addStretch();
    row->addWidget(said_);
    progress_->setRange(0, progress_steps);
    progress_->setFixedWidth(progress_width);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Progress of the search"));
    row->addWidget(progress_);
    row->addWidget(button_);
    settle_.setSingleShot(true);
    settle_.setInterval(settle_ms);
    connect(&settle_, &QTimer::timeout, this, &FrontierHead::search);
    connect(button_, &QPushButton::clicked, this, &FrontierHead::pressButton);
    connect(&session_, &Session::changed, this, &FrontierHead::follow);
    connect(&searcher_, &PlanSearcher::progressed, this, [this](double share) {
        progress_->setValue(static_cast<int>(share * progress_steps));
    });
    connect(&searcher_, &PlanSearcher::finished, this, [this] {
        showState();
        emit foundChanged();
    });
    showState();
}

QCheckBox* FrontierHead::addFree(const QString& text, std::initializer_list<Dimension> dimensions) {
    auto* box = new QCheckBox(text);
    connect(box, &QCheckBox::toggled, this, [this, dimensions = std::vector(dimensions)](bool on) {
        for (const Dimension dimension : dimensions)
            space_.free.set(index_of(dimension), on);
        search();
    });
    return box;
}

/// The plan as it is, also where it is not legal: a search mends that.
Scenario FrontierHead::asked() const {
    Scenario scenario = session_.scenario();
    scenario.training = without(scenario.training, space_.free);
    return scenario;
}

const SearchResult* FrontierHead::found() const {
    const bool same_cluster = searched_ && searched_->model == session_.scenario().model &&
                              searched_->cluster == session_.scenario().cluster;
    return same_cluster ? searcher_.result() : nullptr;
}

void FrontierHead::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    follow();
}

void FrontierHead::follow() {
    const bool answered = searched_ && *searched_ == asked() && searched_space_.free == space_.free;
    if (isVisible() && !answered) settle_.start();
}

void FrontierHead::search() {
    searched_ = asked();
    searched_space_ = space_;
    searcher_.start(session_.scenario(), space_);
    progress_->setValue(0);
    showState();
}

void FrontierHead::pressButton() {
    if (searcher_.isRunning())
        searcher_.cancel();
    else
        search();
}

void FrontierHead::showState() {
    const bool running = searcher_.isRunning();
    button_->setText(running ? tr("Cancel") : tr("Search again"));
    progress_->setVisible(running);
    const SearchResult* result = searcher_.result();
    if (running)
        said_->setText(tr("Searching every legal plan…"));
    else if (result != nullptr && !result->problems.empty())
        said_->setText(tr("No combination of these plans is legal."));
    else
        said_->setText(result != nullptr && result->cancelled ? tr("Stopped early.") : QString());
}

} // namespace headroom
