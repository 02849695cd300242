#include "ui/widgets/verdict_bar.hpp"

#include "ui/charts/text_run.hpp"
#include "ui/widgets/paint.hpp"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <cmath>

namespace headroom {

namespace {

constexpr int bar_height = 118;
constexpr int padding_x = 14, padding_y = 10;
constexpr int glyph_size = 17, goal_glyph_size = 14;
constexpr int glyph_gap = 8, sentence_gap = 24, line_gap = 4;

/// Of the whole text in one line, with what the label keeps free at its sides.
int widthOf(const QLabel& label) {
    constexpr int spare = 4;
    return static_cast<int>(std::ceil(textWidth(label.text(), label.font()))) + spare;
}

QBoxLayout* bare(QBoxLayout* layout, int spacing) {
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    return layout;
}

} // namespace

VerdictBar::VerdictBar(QWidget* parent) : QFrame(parent) {
    setMinimumHeight(bar_height);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* column = bare(new QVBoxLayout(this), 6);
    column->setContentsMargins(padding_x, padding_y, padding_x, 6);
    column->addWidget(makeHeadline());
    body_ = new QStackedWidget;
    body_->addWidget(makeFigures());
    problems_ = new QWidget;
    bare(new QVBoxLayout(problems_), 4);
    body_->addWidget(problems_);
    column->addWidget(body_, 1);
    applyTheme();
}

// Placed by hand: in a layout, every change of a sentence would lay out the whole window. Not to be
// selected: that takes a document each, slow to change. The memo and the table copy the numbers.
QWidget* VerdictBar::makeHeadline() {
    headline_ = new QWidget(this); // with a parent, whose font its labels take
    glyph_ = new QLabel(headline_);
    sentence_ = new QLabel(headline_);
    sentence_->setFont(scaledFont(font(), type_scale::verdict, QFont::DemiBold));
    sentence_->setWordWrap(true);
    goal_glyph_ = new QLabel(headline_);
    goal_ = new QLabel(headline_);
    goal_->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
    goal_->setWordWrap(true);
    return headline_;
}

QWidget* VerdictBar::makeFigures() {
    auto* box = new QWidget(this);
    auto* row = bare(new QHBoxLayout(box), 16);
    vram_ = new Figure(box);
    gauge_ = new MemoryGauge;
    vram_->insertGauge(gauge_);
    step_ = new Figure(box);
    run_ = new Figure(box);
    cost_ = new Figure(box);
    mfu_ = new Figure(box);
    vram_->setCaption(tr("VRAM on one GPU"));
    step_->setCaption(tr("Step time"));
    mfu_->setCaption(tr("MFU"));
    for (Figure* figure : {vram_, step_, run_, cost_, mfu_})
        row->addWidget(figure, figure == vram_ ? 5 : 4);
    return box;
}

QString VerdictBar::sentence() const { return sentence_->text(); }

void VerdictBar::showHeadline(const VerdictView& view) {
    const bool looks_alike = verdict_ == view.verdict && goals_met_ == view.goals_met;
    verdict_ = view.verdict;
    goals_met_ = view.goals_met;
    sentence_->setText(toQt(view.sentence));
    goal_->setText(toQt(view.goal_sentence));
    setAccessibleName(sentence_->text() + QLatin1Char(' ') + goal_->text());
    if (!looks_alike) applyTheme();
    arrangeHeadline();
}

void VerdictBar::showVerdict(const VerdictView& view, const VerdictDetails& details) {
    showHeadline(view);
    vram_->setFigure(toQt(view.need) + QStringLiteral(" / ") + toQt(view.capacity));
    vram_->setNote(toQt(view.allocated_and_reserved));
    gauge_->setRow(details.gauge);
    step_->setFigure(toQt(view.step));
    step_->setNote(toQt(view.step_band));
    const bool has_tokens = !details.tokens.isEmpty();
    run_->setCaption(has_tokens ? tr("Run, %1 tokens").arg(details.tokens) : tr("Run"));
    run_->setFigure(toQt(view.run));
    run_->setNote(has_tokens ? toQt(view.run_note) : tr("no number of tokens given"), details.run);
    cost_->setCaption(tr("Cost, %1").arg(details.paid));
    cost_->setFigure(toQt(view.cost));
    cost_->setNote(toQt(view.cost_note), details.cost);
    mfu_->setFigure(toQt(view.mfu));
    mfu_->setNote(toQt(view.limiter));
    body_->setCurrentIndex(0);
}

void VerdictBar::showProblems(const VerdictView& view, const std::vector<ProblemLine>& problems) {
    showHeadline(view);
    const bool one = problems.size() == 1;
    if (!one) sentence_->setText(tr("Not a legal plan, for %1 reasons.").arg(problems.size()));
    arrangeHeadline();
    qDeleteAll(problems_->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    delete problems_->layout();
    auto* column = bare(new QVBoxLayout(problems_), 4);
    for (std::size_t i = 0; i < problems.size(); ++i)
        column->addWidget(makeProblem(static_cast<int>(i), problems[i]));
    auto* stays = new QLabel(tr("The charts keep the last legal plan, greyed."));
    setTextColour(stays, themeOf(*this).ink2);
    column->addWidget(stays);
    column->addStretch();
    body_->setCurrentIndex(1);
}

QWidget* VerdictBar::makeProblem(int index, const ProblemLine& problem) {
    auto* line = new QWidget;
    auto* row = bare(new QHBoxLayout(line), glyph_gap);
    auto* sentence = new QLabel(problem.sentence);
    sentence->setWordWrap(true);
    row->addWidget(sentence, 1);
    for (int i = 0; i < problem.remedies.size(); ++i) {
        auto* button = new QPushButton(problem.remedies[i]);
        connect(button, &QPushButton::clicked, this,
                [this, index, i] { emit remedyChosen(index, i); });
        row->addWidget(button);
    }
    return line;
}

void VerdictBar::arrangeHeadline() {
    const auto place = [](QLabel* glyph, int size, QLabel* words, QRect room) {
        const int line = words->fontMetrics().height(), width = room.width() - size - glyph_gap;
        QRect wanted(0, 0, width, line);
        if (widthOf(*words) > width) // found at length only where it is needed
            wanted = words->fontMetrics().boundingRect(0, 0, width, 10 * size, Qt::TextWordWrap,
                                                       words->text());
        glyph->setGeometry(room.left(), room.top() + (line - size) / 2, size, size);
        words->setGeometry(room.left() + size + glyph_gap, room.top(), width, wanted.height());
        return wanted.height();
    };
    const int width = this->width() - 2 * padding_x;
    const int goal_width =
        goal_->text().isEmpty() ? 0 : goal_glyph_size + glyph_gap + widthOf(*goal_) + sentence_gap;
    const bool beside = glyph_size + glyph_gap + widthOf(*sentence_) + goal_width <= width;
    const int room = beside ? width - goal_width : width;
    int height = place(glyph_, glyph_size, sentence_, {0, 0, room, 0});
    goal_->setVisible(goal_width > 0);
    goal_glyph_->setVisible(goal_width > 0);
    if (goal_width > 0) {
        const int drop = (sentence_->fontMetrics().height() - goal_->fontMetrics().height()) / 2;
        const QRect goal = beside ? QRect(room + sentence_gap, drop, width - room - sentence_gap, 0)
                                  : QRect(0, height + line_gap, width, 0);
        const int goal_height = place(goal_glyph_, goal_glyph_size, goal_, goal);
        if (!beside) height += line_gap + goal_height;
    }
    if (headline_->minimumHeight() != height) headline_->setFixedHeight(height);
}

void VerdictBar::resizeEvent(QResizeEvent* event) {
    arrangeHeadline();
    QFrame::resizeEvent(event);
}

void VerdictBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && mfu_ != nullptr) applyTheme();
    QFrame::changeEvent(event);
}

void VerdictBar::applyTheme() {
    const Theme& theme = themeOf(*this);
    const Verdict goal = goals_met_ ? Verdict::fits : Verdict::does_not_fit;
    glyph_->setPixmap(glyphPixmap(verdict_, theme, glyph_size, devicePixelRatioF()));
    goal_glyph_->setPixmap(glyphPixmap(goal, theme, goal_glyph_size, devicePixelRatioF()));
    setTextColour(goal_, theme.status(goal).text);
}

} // namespace headroom
