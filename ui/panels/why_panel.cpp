#include "ui/panels/why_panel.hpp"

#include "ui/panels/swatch.hpp"
#include "ui/widgets/choice_box.hpp"
#include "ui/widgets/paint.hpp"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace headroom {

namespace {

constexpr int padding = 12, gap = 8;
constexpr double tracking_percent = 106.0;

std::string idOf(std::size_t index) { return std::to_string(index); }

} // namespace

WhyPanel::WhyPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), choice_(new ChoiceBox), heading_(new QLabel),
      swatch_(new QLabel), name_(new QLabel), value_(new QLabel) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(padding, gap, padding, gap);
    column->setSpacing(gap);
    const QString title = tr("Why this number");
    heading_->setText(session.language() == Language::english ? title.toUpper() : title);
    QFont font = scaledFont(this->font(), type_scale::section, QFont::Bold);
    font.setLetterSpacing(QFont::PercentageSpacing, tracking_percent);
    heading_->setFont(font);
    column->addWidget(heading_);
    choice_->setAccessibleName(tr("Term"));
    column->addWidget(choice_);
    auto* line = new QHBoxLayout;
    name_->setFont(scaledFont(this->font(), 1.0, QFont::DemiBold));
    value_->setFont(scaledFont(this->font(), type_scale::chart_title, QFont::DemiBold));
    line->addWidget(swatch_);
    line->addWidget(name_, 1);
    line->addWidget(value_);
    column->addLayout(line);
    formula_ = addText(true);
    substituted_ = addText(true);
    sources_ = addText(false);
    column->addStretch();
    fillChoices();
    applyTheme();
    connect(choice_, &ChoiceBox::chosen, this, [this](const QString& id) {
        at_ = id.toULongLong();
        refresh();
    });
    connect(&session_, &Session::rested, this, &WhyPanel::refresh);
    refresh();
}

QLabel* WhyPanel::addText(bool is_formula) {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    if (is_formula) {
        label->setFont(scaledFont(monospaceFont(), type_scale::caption));
        label->setAutoFillBackground(true);
        label->setBackgroundRole(QPalette::AlternateBase);
        label->setMargin(gap);
    }
    layout()->addWidget(label);
    return label;
}

void WhyPanel::fillChoices() {
    std::vector<Choice> choices;
    const auto add = [&](Term term, const QString& kind, std::string_view name) {
        choices.push_back({idOf(terms_.size()), kind + QStringLiteral(": ") + toQt(name)});
        terms_.emplace_back(term);
    };
    for (std::size_t i = 0; i < MemoryBreakdown::size; ++i) {
        const auto term = static_cast<MemoryTerm>(i);
        add(term, tr("memory"), term_name(term, session_.language()));
    }
    for (std::size_t i = 0; i < StepBreakdown::size; ++i) {
        const auto term = static_cast<StepTerm>(i);
        add(term, tr("step time"), term_name(term, session_.language()));
    }
    choice_->setChoices(choices);
    const auto first = std::ranges::find(terms_, Term(MemoryTerm::activations));
    at_ = static_cast<std::size_t>(first - terms_.begin());
}

void WhyPanel::next() {
    const Estimate& estimate = session_.estimate();
    const auto is_zero = [&](const Term& term) {
        if (const auto* memory = std::get_if<MemoryTerm>(&term))
            return !(estimate.memory.peak[*memory] > Bytes{});
        return !(estimate.step.terms[std::get<StepTerm>(term)] > Seconds{});
    };
    for (std::size_t i = 1; i <= terms_.size(); ++i) {
        const std::size_t candidate = (at_ + i) % terms_.size();
        if (is_zero(terms_[candidate])) continue;
        at_ = candidate;
        break;
    }
    refresh();
}

void WhyPanel::refresh() {
    if (session_.isStale()) return; // keeps what it says of the last legal plan
    const Term& term = terms_[at_];
    const WhyView view = std::visit(
        [this](auto one) {
            return why(session_.scenario(), session_.estimate(), one, session_.language());
        },
        term);
    choice_->showChoice(idOf(at_), {});
    name_->setText(toQt(view.name));
    value_->setText(toQt(view.value));
    formula_->setText(toQt(view.formula));
    substituted_->setText(toQt(view.substituted));
    substituted_->setVisible(!view.substituted.empty());
    sources_->setText(toQt(view.sources));
    const Theme& theme = themeOf(*this);
    const TermStyle style = std::visit([&](auto one) { return theme.term(one); }, term);
    swatch_->setPixmap(swatchOf(style, devicePixelRatioF()));
}

void WhyPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) applyTheme();
    QWidget::changeEvent(event);
}

void WhyPanel::applyTheme() {
    const Theme& theme = themeOf(*this);
    setTextColour(heading_, theme.ink3);
    setTextColour(sources_, theme.ink2);
    refresh();
}

} // namespace headroom
