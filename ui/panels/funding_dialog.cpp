#include "ui/panels/funding_dialog.hpp"

#include "core/base/unit_text.hpp"
#include "ui/widgets/form_foot.hpp"
#include "ui/widgets/paint.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

namespace headroom {

namespace {

constexpr int field_width = 110;

template <class T>
T& valueOf(T& value) {
    return value;
}
template <class T>
T& valueOf(Sourced<T>& value) {
    return value.value;
}
template <class T>
void giveByHand(T&) {}
template <class T>
void giveByHand(Sourced<T>& value) {
    value.citation = 0;
    value.confidence = Confidence::high;
}

std::string percentText(double share) { return exact_number(100.0 * share) + " %"; }
std::string countText(double value) { return value == 0.0 ? std::string() : exact_number(value); }
Parsed<double> parseCount(std::string_view text) { return parse_count(text); }
Parsed<std::string> parseCode(std::string_view text) { return std::string(text); }
std::string sameText(const std::string& text) { return text; }

/// Nothing where the value is not known.
template <class T>
std::string knownText(T value, std::string (*format)(T)) {
    return value == T{} ? std::string() : format(value);
}
std::string dollarsText(Dollars value) { return knownText(value, format_dollars); }
std::string rentText(DollarRate value) { return knownText(value, format_dollar_rate); }
std::string wattsText(Watts value) { return knownText(value, format_watts); }

} // namespace

FundingDialog::FundingDialog(const Scenario& scenario, const Catalog& catalog, QWidget* parent)
    : QDialog(parent), catalog_(catalog), scenario_(scenario) {
    setWindowTitle(tr("Prices and terms"));
    auto* column = new QVBoxLayout(this);
    auto* hint = new QLabel(tr("Of one %1. An empty price is not known. Presets of %2.")
                                .arg(toQt(scenario.cluster.gpu.name), toQt(catalog.date)));
    column->addWidget(hint);
    auto* halves = new QHBoxLayout;
    auto* left = new QVBoxLayout;
    auto* right = new QVBoxLayout;
    halves->addLayout(left);
    halves->addLayout(right);
    column->addLayout(halves);
    addPrices(*addGroup(*left, tr("Prices in US dollars")));
    addSpot(*addGroup(*left, tr("Spot")));
    addCurrency(*addGroup(*left, tr("Shown in")));
    addOwning(*addGroup(*right, tr("Reserved and owned")));
    addExperiments(*addGroup(*right, tr("Experiments")));
    left->addStretch();
    right->addStretch();
    foot_ = new FormFoot(tr("Apply"), *this);
    column->addWidget(foot_);
}

QFormLayout* FundingDialog::addGroup(QLayout& column, const QString& title) {
    auto* box = new QGroupBox(title);
    column.addWidget(box);
    return new QFormLayout(box);
}

QString FundingDialog::sourceOf(CitationId citation, Confidence confidence) const {
    const Citation& cited = catalog_.citation(citation);
    if (cited.source.empty()) return tr("Given by the team.");
    const Source* source = catalog_.find_source(cited.source);
    QStringList lines{toQt(source != nullptr ? source->citation : cited.source)};
    if (source != nullptr && !source->date.empty()) lines << toQt(source->date);
    if (!cited.where.empty()) lines << toQt(cited.where);
    lines << tr("confidence: %1").arg(toQt(std::string(name_of(confidence))));
    return lines.join(QLatin1Char('\n'));
}

template <class Of, class Parse, class Format>
void FundingDialog::add(QFormLayout& form, const QString& label, const QString& example, Of of,
                        Parse parse, Format format) {
    auto& value = of(scenario_);
    auto* edit = new QLineEdit(toQt(format(valueOf(value))));
    edit->setPlaceholderText(example);
    edit->setFixedWidth(field_width);
    edit->setAccessibleName(withoutMnemonic(label));
    if constexpr (requires { value.citation; })
        edit->setToolTip(sourceOf(value.citation, value.confidence));
    form.addRow(label, edit);
    fields_.push_back(
        {edit, edit->text(), [of, parse](Scenario& next, const std::string& text) -> std::string {
             auto& target = of(next);
             if (text.empty()) {
                 valueOf(target) = {};
             } else if (const auto parsed = parse(text)) {
                 valueOf(target) = *parsed;
             } else {
                 return parsed.error();
             }
             giveByHand(target);
             return {};
         }});
}

void FundingDialog::addPrices(QFormLayout& form) {
    const QString hourly = tr("$2.49/h");
    add(
        form, tr("On &demand"), hourly, [](Scenario & s) -> auto& { return s.cluster.rent; },
        parse_dollar_rate, rentText);
    add(
        form, tr("&Spot"), hourly, [](Scenario & s) -> auto& { return s.cluster.prices.spot; },
        parse_dollar_rate, rentText);
    add(
        form, tr("Reserved, &1 year"), hourly,
        [](Scenario & s) -> auto& { return s.cluster.prices.reserved_1y; }, parse_dollar_rate,
        rentText);
    add(
        form, tr("Reserved, &3 years"), hourly,
        [](Scenario & s) -> auto& { return s.cluster.prices.reserved_3y; }, parse_dollar_rate,
        rentText);
    add(
        form, tr("To &buy, with its share of a server"), tr("$40k"),
        [](Scenario & s) -> auto& { return s.cluster.prices.purchase; }, parse_dollars,
        dollarsText);
    add(
        form, tr("Po&wer, with its share of a server"), tr("1.3 kW"),
        [](Scenario & s) -> auto& { return s.cluster.prices.power; }, parse_watts, wattsText);
}

void FundingDialog::addSpot(QFormLayout& form) {
    add(
        form, tr("&Reclaims of a node in 30 days"), QStringLiteral("0.15"),
        [](Scenario & s) -> auto& { return s.funding.spot.reclaims_per_node_month; }, parseCount,
        exact_number);
    add(
        form, tr("&Checkpoint every"), tr("1 h"),
        [](Scenario & s) -> auto& { return s.funding.spot.checkpoint_interval; }, parse_seconds,
        format_seconds);
    add(
        form, tr("R&estart takes"), tr("15 min"),
        [](Scenario & s) -> auto& { return s.funding.spot.restart; }, parse_seconds,
        format_seconds);
}

void FundingDialog::addOwning(QFormLayout& form) {
    add(
        form, tr("&Utilisation"), tr("70 %"),
        [](Scenario & s) -> auto& { return s.funding.utilisation; }, parse_fraction, percentText);
    add(
        form, tr("&Years kept"), QStringLiteral("4"),
        [](Scenario & s) -> auto& { return s.funding.owning.years; }, parseCount, exact_number);
    add(
        form, tr("&Value left after 3 years"), tr("30 %"),
        [](Scenario & s) -> auto& { return s.funding.owning.residual_value_after_3_years; },
        parse_fraction, percentText);
    addHousing(form);
    add(
        form, tr("E&lectricity, a kWh"), tr("$0.08"),
        [](Scenario & s) -> auto& { return s.funding.owning.electricity_per_kwh; }, parse_dollars,
        dollarsText);
    add(
        form, tr("&PUE"), QStringLiteral("1.2"),
        [](Scenario & s) -> auto& { return s.funding.owning.power_usage_effectiveness; },
        parseCount, exact_number);
    add(
        form, tr("Colocation, a kW and &month"), tr("$200"),
        [](Scenario & s) -> auto& { return s.funding.owning.colocation_per_kw_month; },
        parse_dollars, dollarsText);
    add(
        form, tr("S&taff, a year"), tr("not counted"),
        [](Scenario & s) -> auto& { return s.funding.owning.staff_per_year; }, parse_dollars,
        dollarsText);
}

void FundingDialog::addHousing(QFormLayout& form) {
    housing_ = new QComboBox;
    housing_->addItems({tr("own site"), tr("colocation")});
    housing_->setCurrentIndex(static_cast<int>(scenario_.funding.owning.housing));
    housing_->setAccessibleName(tr("Machines stand in"));
    form.addRow(tr("Machines stand &in"), housing_);
}

void FundingDialog::addExperiments(QFormLayout& form) {
    add(
        form, tr("&GPU hours a week"), tr("all"),
        [](Scenario & s) -> auto& { return s.funding.experiments.gpu_hours_per_week; }, parseCount,
        countText);
    add(
        form, tr("Budget a wee&k"), tr("no limit"),
        [](Scenario & s) -> auto& { return s.funding.experiments.budget_per_week; }, parse_dollars,
        dollarsText);
    add(
        form, tr("Steps &of one experiment"), tr("the whole run"),
        [](Scenario & s) -> auto& { return s.funding.experiments.steps; }, parseCount, countText);
    add(
        form, tr("or &tokens"), tr("1B"),
        [](Scenario & s) -> auto& { return s.funding.experiments.tokens; }, parseCount, countText);
}

void FundingDialog::addCurrency(QFormLayout& form) {
    add(
        form, tr("Curre&ncy"), QStringLiteral("USD"),
        [](Scenario & s) -> auto& { return s.funding.currency.code; }, parseCode, sameText);
    add(
        form, tr("For one US doll&ar"), QStringLiteral("1"),
        [](Scenario & s) -> auto& { return s.funding.currency.per_dollar; }, parseCount,
        exact_number);
}

Problems FundingDialog::readFields(Scenario& next) const {
    Problems problems;
    for (const Field& field : fields_) {
        if (field.edit->text() == field.initial) continue;
        const std::string wrong = field.take(next, field.edit->text().trimmed().toStdString());
        if (!wrong.empty())
            problems.push_back(error(field.edit->accessibleName().toStdString(), wrong));
    }
    next.funding.owning.housing = static_cast<Housing>(housing_->currentIndex());
    if (!(next.cluster.rent == scenario_.cluster.rent)) next.cluster.rent_note.clear();
    if (!problems.empty()) return problems;
    for (const Problem& problem : validate(next)) {
        const bool is_ours = problem.where.starts_with("/funding") ||
                             problem.where.starts_with("/cluster/prices") ||
                             problem.where.starts_with("/cluster/rent");
        if (is_ours && problem.severity == Severity::error) problems.push_back(problem);
    }
    return problems;
}

void FundingDialog::accept() {
    Scenario next = scenario_;
    const Problems problems = readFields(next);
    if (problems.empty()) {
        scenario_ = std::move(next);
        return QDialog::accept();
    }
    foot_->showProblems(problems);
}

} // namespace headroom
