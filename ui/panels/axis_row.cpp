#include "ui/panels/axis_row.hpp"

#include "core/present/glossary.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"
#include "ui/widgets/feasibility_slider.hpp"
#include "ui/widgets/paint.hpp"
#include "ui/widgets/read_out_card.hpp"
#include "ui/widgets/value_box.hpp"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>

#include <cmath>

namespace headroom {

namespace {

constexpr int label_width = 92;
constexpr int gap = 8;
constexpr int mark_size = 10;

/// Alt + letter, the same in both languages and none that a menu uses. In the order of Axis.
constexpr std::array<char, axis_count> mnemonics{'z', 'q', 'm', 'g', 'r', 'k', 'o',
                                                 'l', 'u', 't', 'i', 'x', 'a'};

/// Values that are words rather than counts.
bool isNamed(Axis axis) {
    return axis == Axis::precision || axis == Axis::checkpointing || axis == Axis::offload ||
           axis == Axis::zero_stage;
}

/// Every reason why this plan is not legal, a sentence each.
QStringList reasonsAgainst(const Scenario& scenario, Illegality found, Language language) {
    QStringList reasons;
    for (std::uint32_t bit = 1; bit != 0; bit <<= 1U) {
        const auto one = static_cast<Illegality>(bit);
        if (contains(found, one)) reasons << toQt(illegality_sentence(scenario, one, language));
    }
    return reasons;
}

} // namespace

QString axisTitle(Axis axis, Language language) {
    QString title = toQt(axis_name(axis, language));
    if (!title.isEmpty()) title[0] = title[0].toUpper();
    return title;
}

QString axisLabel(Axis axis, Language language) {
    const QString title = axisTitle(axis, language);
    const QChar letter = QLatin1Char(mnemonics[static_cast<std::size_t>(axis)]);
    const qsizetype at = title.indexOf(letter, 0, Qt::CaseInsensitive);
    return at < 0 ? title : QString(title).insert(at, QLatin1Char('&'));
}

AxisRow::AxisRow(Axis axis, Session& session, ReadOutCard& card, QWidget* parent, RowForm form)
    : QWidget(parent), axis_(axis), session_(session), card_(card), label_(new QLabel(this)),
      slider_(new FeasibilitySlider(this)), box_(new ValueBox(this)) {
    label_->setText(axisLabel(axis, session.language()));
    label_->setBuddy(slider_);
    label_->setToolTip(QStringLiteral("<p>%1</p>").arg(toQt(axis_help(axis, session.language()))));
    setWhatsThis(label_->toolTip());
    arrange(form);
    const QString title = axisTitle(axis, session.language());
    slider_->setAccessibleName(title);
    box_->setAccessibleName(tr("%1, value").arg(title));
    setObjectName(toQt(axis_path(axis)));
    slider_->setSpeech([this] { return spoken(); });
    connectSlider();
    connectBox();
    connect(&session_, &Session::changed, this, &AxisRow::refresh);
    refresh();
}

void AxisRow::arrange(RowForm form) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(row_margin, 0, 0, 0);
    grid->setHorizontalSpacing(gap);
    grid->setVerticalSpacing(0);
    if (form == RowForm::block) {
        slider_->setLarge(true);
        grid->addWidget(label_, 0, 0);
        grid->addWidget(box_, 0, 1, Qt::AlignRight);
        grid->addWidget(slider_, 1, 0, 1, 2);
        return;
    }
    label_->setFixedWidth(label_width);
    grid->addWidget(label_, 0, 0);
    grid->addWidget(slider_, 0, 1);
    grid->addWidget(box_, 0, 2);
    grid->setColumnStretch(1, 1);
}

void AxisRow::connectSlider() {
    connect(slider_, &QSlider::sliderPressed, this, [this] { session_.beginDrag(axis_); });
    connect(slider_, &QSlider::sliderReleased, this, [this] { session_.endDrag(); });
    connect(slider_, &FeasibilitySlider::moved, this, &AxisRow::moveTo);
    connect(slider_, &FeasibilitySlider::fineStepped, this, &AxisRow::moveFinely);
    connect(slider_, &FeasibilitySlider::hovered, this, &AxisRow::hover);
    connect(slider_, &FeasibilitySlider::typed, box_, &ValueBox::beginTyping);
}

void AxisRow::connectBox() {
    connect(box_, &ValueBox::entered, this, &AxisRow::enter);
    connect(box_, &ValueBox::restored, this, [this] { card_.hide(); });
    connect(box_, &ValueBox::stepped, slider_, &FeasibilitySlider::step);
}

void AxisRow::refresh() {
    const AxisState& state = session_.axis(axis_);
    setEnabled(state.applies);
    slider_->setStrip(state.cells, state.index);
    box_->showValue(state.applies ? wordOf(get_axis(session_.scenario(), axis_))
                                  : QStringLiteral("–"));
    slider_->setLocked(session_.isLocked(axis_));
    mark();
    const QString reason = state.applies ? QString() : whyNotApplicable();
    if (reason == toolTip()) return;
    setToolTip(reason);
    setStatusTip(reason);
}

void AxisRow::mark() {
    const Estimate& estimate = session_.estimate();
    const bool marked = isEnabled() && estimate.verdict == Verdict::does_not_fit;
    const QString description =
        marked ? tr("does not fit: %1 over").arg(toQt(gib(-estimate.memory.headroom))) : QString();
    if (description != label_->accessibleDescription())
        label_->setAccessibleDescription(description); // wakes up assistive technology
    if (marked == marked_) return;
    marked_ = marked;
    update();
}

void AxisRow::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
    if (!marked_) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int middle = label_->geometry().center().y() + 1;
    paintGlyph(
        painter,
        QRectF((row_margin - mark_size) / 2.0, middle - mark_size / 2.0, mark_size, mark_size),
        Verdict::does_not_fit, themeOf(*this));
}

void AxisRow::toggleLock() { session_.setLocked(axis_, !session_.isLocked(axis_)); }

void AxisRow::resetToSaved() {
    session_.moveAxis(axis_, get_axis(session_.savedScenario(), axis_));
}

void AxisRow::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    QAction* lock = menu.addAction(tr("&Lock"), this, &AxisRow::toggleLock);
    lock->setCheckable(true);
    lock->setChecked(session_.isLocked(axis_));
    const double saved = get_axis(session_.savedScenario(), axis_);
    if (axis_ >= Axis::sequence && axis_ <= Axis::global_batch) {
        QAction* hold = menu.addAction(tr("&Hold tokens per step"), &session_,
                                       [this] { session_.holdTokens(!session_.holdsTokens()); });
        hold->setCheckable(true);
        hold->setChecked(session_.holdsTokens());
    }
    QAction* reset =
        menu.addAction(tr("&Reset to %1").arg(wordOf(saved)), this, &AxisRow::resetToSaved);
    reset->setEnabled(saved != get_axis(session_.scenario(), axis_) && !session_.isLocked(axis_));
    menu.exec(event->globalPos());
}

QString AxisRow::whyNotApplicable() const {
    if (axis_ == Axis::expert_parallel) return tr("The model has no experts.");
    return tr("Does not apply to this kind of model.");
}

void AxisRow::moveTo(int index) {
    const std::vector<double>& values = session_.axis(axis_).values;
    session_.moveAxis(axis_, values[static_cast<std::size_t>(index)]);
}

void AxisRow::moveFinely(int direction) {
    if (const auto value = fine_step(axis_, session_.scenario(), direction))
        session_.moveAxis(axis_, *value);
}

QString AxisRow::wordOf(double value) const {
    return toQt(axis_value_word(axis_, value, session_.scenario(), session_.language()));
}

std::optional<double> AxisRow::parse(const QString& text) const {
    const QString typed = text.trimmed();
    // The words of the present language first, then what files and the command line say.
    for (const double value : session_.axis(axis_).values)
        if (wordOf(value).compare(typed, Qt::CaseInsensitive) == 0) return value;
    const QString spelling = isNamed(axis_) ? typed.toLower() : typed;
    return parse_axis_value(axis_, spelling.toStdString(), session_.scenario());
}

void AxisRow::enter(const QString& text) {
    if (session_.isLocked(axis_)) {
        box_->showValue(wordOf(get_axis(session_.scenario(), axis_)));
        return;
    }
    const std::optional<double> value = parse(text);
    if (!value) {
        box_->refuse();
        explainRefusal();
        return;
    }
    card_.hide();
    session_.moveAxis(axis_, *value);
    box_->showValue(wordOf(get_axis(session_.scenario(), axis_)));
}

void AxisRow::explainRefusal() {
    QStringList lines;
    if (isNamed(axis_)) {
        QStringList words;
        for (const double value : session_.axis(axis_).values)
            words << wordOf(value);
        lines << tr("Write one of: %1.").arg(words.join(QStringLiteral(", ")));
    } else if (axis_ == Axis::model_size) {
        lines << tr("Write a number such as 8.03B or 70B.");
    } else {
        lines << tr("Write a whole number such as 128k or 131072.");
    }
    const QString kept = wordOf(get_axis(session_.scenario(), axis_));
    lines << tr("The plan keeps %1.").arg(kept);
    card_.showBelow(box_->mapToGlobal(QPoint(box_->width() / 2, box_->height() + gap)),
                    {box_->text(), Verdict::does_not_fit, tr("not understood"), lines});
}

// What a move there would change, in memory and in step time.
QString AxisRow::changeTo(const Estimate& there) const {
    const auto signedText = [](bool less, const std::string& size) {
        return (less ? QChar(0x2212) : QLatin1Char('+')) + toQt(size);
    };
    const Estimate& now = session_.estimate();
    const Bytes memory = there.memory.process.expected - now.memory.process.expected;
    const double time =
        there.step.total.expected / units::s / (now.step.total.expected / units::s) - 1.0;
    const bool less = memory < Bytes{};
    return tr("against now: %1, %2 step time")
        .arg(signedText(less, gib(less ? -memory : memory)),
             signedText(time < 0.0, percent(std::abs(time))));
}

void AxisRow::hover(int index) {
    if (index < 0) return card_.hide();
    const double value = session_.axis(axis_).values[static_cast<std::size_t>(index)];
    const Scenario there = session_.scenarioAt(axis_, value);
    const Estimate estimate = evaluate(there);
    QStringList lines = reasonsAgainst(there, estimate.illegality, session_.language());
    if (estimate.verdict != Verdict::not_legal) {
        const MemoryEstimate& memory = estimate.memory;
        lines << tr("%1 of %2, %3 per step")
                     .arg(toQt(gib_number(memory.process.expected)), toQt(gib(memory.capacity)),
                          toQt(seconds(estimate.step.total)));
        if (!session_.isStale() && index != session_.axis(axis_).index) lines << changeTo(estimate);
    }
    const QPointF below = slider_->cellRect(index).center() + QPointF(0, gap + 2);
    card_.showBelow(slider_->mapToGlobal(below.toPoint()),
                    {wordOf(value), estimate.verdict,
                     toQt(verdict_word(estimate.verdict, session_.language())), lines});
}

QString AxisRow::spoken() const {
    const AxisState& state = session_.axis(axis_);
    const Language language = session_.language();
    const Estimate& estimate = session_.estimate();
    QString text = QStringLiteral("%1, %2").arg(wordOf(get_axis(session_.scenario(), axis_)),
                                                toQt(verdict_word(estimate.verdict, language)));
    if (estimate.verdict != Verdict::not_legal) {
        const Bytes spare = estimate.memory.headroom;
        text += spare >= Bytes{} ? tr(", %1 gibibytes to spare").arg(toQt(gib_number(spare)))
                                 : tr(", %1 gibibytes over").arg(toQt(gib_number(-spare)));
    }
    if (session_.isLocked(axis_)) text += tr(", locked");
    Verdict before = estimate.verdict;
    for (std::size_t i = static_cast<std::size_t>(state.index) + 1; i < state.cells.size(); ++i) {
        if (state.cells[i] == Verdict::not_legal || state.cells[i] == before) continue;
        before = state.cells[i];
        text +=
            tr(". %1 from %2").arg(toQt(verdict_word(before, language)), wordOf(state.values[i]));
    }
    return text + QLatin1Char('.');
}

} // namespace headroom
