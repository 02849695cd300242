#include "core/present/cost_view.hpp"

#include "core/base/unit_text.hpp"
#include "core/explore/experiments.hpp"
#include "core/present/korean.hpp"
#include "core/present/money_text.hpp"
#include "core/present/notes.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double tokens_without_goal = 1e9;

std::string word(const Words& words, Language language) {
    return std::string(say(words, language));
}

template <class... Values>
std::string filled(const Words& words, Language language, const Values&... values) {
    return fmt::format(fmt::runtime(say(words, language)), values...);
}

/// For the goal's tokens, or for a billion: what all hours cost, with those without progress.
Dollars paid_for(const PurchaseCost& cost, const Scenario& scenario, Seconds step) {
    const double tokens = scenario.goals.tokens.value_or(tokens_without_goal);
    return cost.per_useful_hour * static_cast<double>(scenario.cluster.gpus()) * step *
           (tokens / tokens_per_step(scenario));
}

double shown(Dollars value, const Scenario& scenario) {
    return value / units::USD * scenario.funding.currency.per_dollar;
}

CostAmount amount_of(const GpuPoint& point, Purchase purchase, Language language) {
    const Scenario& scenario = point.scenario;
    const Seconds step = point.estimate.step.total.expected;
    const PurchaseCost cost = purchase_cost(scenario, purchase, step);
    CostAmount amount{purchase, 0.0, ""};
    if (cost.priced != Priced::yes) {
        amount.text = unpriced_words(cost.priced, language);
        return amount;
    }
    const Dollars paid = paid_for(cost, scenario, step);
    amount.amount = shown(paid, scenario);
    amount.text = in_currency(paid, scenario.funding.currency);
    return amount;
}

CostRow row_of(const GpuPoint& point, const Scenario& focused, Language language) {
    const GpuSpec& gpu = point.scenario.cluster.gpu;
    CostRow row;
    row.gpu = gpu.id;
    row.label = gpu_label(gpu);
    row.generation = gpu.generation;
    row.verdict = point.estimate.verdict;
    row.estimated = is_estimated(point.estimate);
    row.focus = gpu.id == focused.cluster.gpu.id;
    for (const Purchase purchase : all_purchases)
        row.amounts[static_cast<std::size_t>(purchase)] = amount_of(point, purchase, language);
    const bool runs = point.estimate.verdict != Verdict::does_not_fit;
    if (!runs)
        row.note = filled({"does not fit: {} over", "들어가지 않음: {} 초과"}, language,
                          gib(-point.estimate.memory.headroom));
    if (runs && point.estimate.money.run) row.run = duration(*point.estimate.money.run, language);
    return row;
}

/// What runs and has a price first, cheapest first; then what has none; then what does not fit.
void sort_rows(std::vector<CostRow>& rows, Purchase chosen) {
    const auto order = [chosen](const CostRow& row) {
        const double amount = row.amounts[static_cast<std::size_t>(chosen)].amount;
        return std::tuple(row.verdict == Verdict::does_not_fit, amount <= 0.0, amount);
    };
    std::ranges::stable_sort(rows, {}, order);
}

/// Where a curve bends: at the ends of terms it jumps, so each has a point before and one after.
std::vector<double> months_of(const PurchaseCost& cost, const Scenario& scenario, double last) {
    std::vector<double> months{0.0};
    const double term = term_of(cost.purchase, scenario.funding) / billing::month;
    for (double end = term; term > 0.0 && end < last; end += term)
        months.push_back(end);
    months.push_back(last);
    return months;
}

CostCurve curve_of(const PurchaseCost& cost, const Scenario& scenario, double last,
                   Language language) {
    CostCurve curve{cost.purchase, purchase_name(cost.purchase, language), {}, {}};
    const auto add = [&](double months, double at) {
        curve.months.push_back(months);
        curve.amounts.push_back(shown(paid_until(cost, scenario, at * billing::month), scenario));
    };
    const double a_moment = 1e-6 * last;
    const bool is_owned = cost.purchase == Purchase::owned;
    for (const double months : months_of(cost, scenario, last)) {
        const bool is_end = months > 0.0 && term_of(cost.purchase, scenario.funding) > Seconds{};
        if (is_end) add(months, months - a_moment);
        if (!is_end || is_owned) // sold in the end, not bought again
            add(months, months);
        else if (months < last)
            add(months, months + a_moment);
    }
    return curve;
}

void fill_crossing(CostView& view, const PurchaseCost& owned, const PurchaseCost& rented,
                   const Scenario& scenario, Language language) {
    const BreakEven even = break_even(owned, rented, scenario);
    if (!even.known || !even.pays_off()) return;
    view.crossings.push_back({owned.purchase, rented.purchase, *even.after / billing::month,
                              shown(paid_until(rented, scenario, *even.after), scenario),
                              break_even_words(even, language)});
}

void fill_curves(CostView& view, const Scenario& scenario, const Estimate& estimate,
                 Language language) {
    const auto costs = purchase_costs(scenario, estimate.step.total.expected);
    view.months = scenario.funding.owning.years.value * 12.0;
    for (const PurchaseCost& cost : costs)
        if (cost.priced == Priced::yes)
            view.curves.push_back(curve_of(cost, scenario, view.months, language));
    const auto& owned = costs[static_cast<std::size_t>(Purchase::owned)];
    for (const Purchase rented : {Purchase::on_demand, Purchase::spot})
        fill_crossing(view, owned, costs[static_cast<std::size_t>(rented)], scenario, language);
}

Seconds sum(const StepBreakdown& terms, std::initializer_list<StepTerm> wanted) {
    Seconds total;
    for (const StepTerm term : wanted)
        total += terms[term];
    return total;
}

/// Of what is paid: computing, doing it twice, waiting for others, and nothing at all.
void fill_parts(CostView& view, const Scenario& scenario, const Estimate& estimate,
                Language language) {
    const Seconds step = estimate.step.total.expected;
    const PurchaseCost cost = purchase_cost(scenario, scenario.funding.purchase, step);
    if (cost.priced != Priced::yes) return;
    const Currency& currency = scenario.funding.currency;
    const Dollars paid = paid_for(cost, scenario, step);
    const Dollars working = paid * cost.useful_share;
    const StepBreakdown& terms = estimate.step.terms;
    const double computing =
        sum(terms, {StepTerm::matmul, StepTerm::attention, StepTerm::elementwise, StepTerm::head,
                    StepTerm::optimizer}) /
        step;
    const double recompute = terms[StepTerm::recompute] / step;
    const bool is_spot = cost.purchase == Purchase::spot;
    const Words idle =
        is_spot ? Words{"lost to interruptions", "중단으로 잃음"} : Words{"idle GPUs", "노는 GPU"};
    const auto add = [&](CostPart::Kind kind, const Words& name, Dollars amount) {
        if (amount > Dollars{})
            view.parts.push_back({kind, word(name, language), in_currency(amount, currency),
                                  shown(amount, scenario)});
    };
    add(CostPart::Kind::computing, {"computing", "계산"}, working * computing);
    add(CostPart::Kind::recompute, {"recompute", "재계산"}, working * recompute);
    add(CostPart::Kind::waiting, {"communication and waiting", "통신과 대기"},
        working * std::max(0.0, 1.0 - computing - recompute));
    add(CostPart::Kind::idle, idle, paid - working);
    view.parts_title = filled({"Where the money goes, {}", "돈이 쓰이는 곳, {}"}, language,
                              purchase_name(cost.purchase, language));
    view.parts_total = in_currency(paid, currency);
}

std::string share_text(double share) { return percent(std::min(share, 9.99)); }

void add_break_evens(std::vector<CostFact>& facts, const Scenario& scenario,
                     const Estimate& estimate, Language language) {
    const auto costs = purchase_costs(scenario, estimate.step.total.expected);
    const auto of = [&](Purchase purchase) -> const PurchaseCost& {
        return costs[static_cast<std::size_t>(purchase)];
    };
    for (const Purchase rented : {Purchase::on_demand, Purchase::spot}) {
        const BreakEven even = break_even(of(Purchase::owned), of(rented), scenario);
        if (!even.known) continue;
        facts.push_back({filled({"owning breaks even with {}", "보유가 {}보다 싸지는 때"}, language,
                                purchase_name(rented, language)),
                         break_even_words(even, language)});
    }
    for (const Purchase committed :
         {Purchase::reserved_1y, Purchase::reserved_3y, Purchase::owned}) {
        const BreakEven even = break_even(of(committed), of(Purchase::on_demand), scenario);
        if (!even.known) continue;
        facts.push_back({filled({"{} pays from a use of", "{}이 이득인 사용률"}, language,
                                purchase_name(committed, language)),
                         share_text(even.utilisation)});
    }
}

void add_idle(std::vector<CostFact>& facts, const Scenario& scenario, const Estimate& estimate,
              Language language) {
    const PurchaseCost cost =
        purchase_cost(scenario, scenario.funding.purchase, estimate.step.total.expected);
    if (cost.priced != Priced::yes || !(cost.commitment > Dollars{})) return;
    const Dollars a_month = cost.idle_rate(scenario.cluster.gpus()) * billing::month;
    facts.push_back({filled({"idle GPUs, a month at {} use", "노는 GPU, 사용률 {}에서 한 달"},
                            language, percent(cost.useful_share)),
                     in_currency(a_month, scenario.funding.currency)});
}

std::string amount_title(const Scenario& scenario, Language language) {
    const std::string currency = currency_words(scenario.funding.currency, language);
    return scenario.goals.tokens
               ? filled({"{} for the run", "전체 실행, {}"}, language, currency)
               : filled({"{} for a billion tokens", "토큰 10억 개, {}"}, language, currency);
}

void fill_rows(CostView& view, const Scenario& scenario, std::span<const GpuPoint> points,
               Language language) {
    view.rows_title =
        filled({"On {} of each card", "같은 카드 {}장씩"}, language, scenario.cluster.gpus());
    view.amount_title = amount_title(scenario, language);
    view.run_title = word({"run", "기간"}, language);
    for (const GpuPoint& point : points)
        if (point.estimate.verdict != Verdict::not_legal)
            view.rows.push_back(row_of(point, scenario, language));
    sort_rows(view.rows, view.chosen);
    if (!scenario.goals.budget || !scenario.goals.tokens) return;
    view.goal = shown(*scenario.goals.budget, scenario);
    view.goal_text = filled({"goal {}", "목표 {}"}, language,
                            plain(in_currency(*scenario.goals.budget, scenario.funding.currency)));
}

void fill_owning(CostView& view, const Scenario& scenario, const Estimate& estimate,
                 Language language) {
    view.own_title = filled({"Rent or own: {} x {}", "빌리기와 사기: {} x {}"}, language,
                            scenario.cluster.gpus(), gpu_label(scenario.cluster.gpu));
    view.own_subtitle = filled({"working {} of all hours", "전체 시간의 {} 사용"}, language,
                               percent(scenario.funding.utilisation.value));
    view.months_title = word({"months in use", "사용 개월 수"}, language);
    view.paid_title = filled({"paid in all, {}", "낸 돈, {}"}, language,
                             currency_words(scenario.funding.currency, language));
    fill_curves(view, scenario, estimate, language);
    fill_parts(view, scenario, estimate, language);
    add_break_evens(view.facts, scenario, estimate, language);
    add_idle(view.facts, scenario, estimate, language);
    for (CostFact& fact : experiment_facts(scenario, estimate, language))
        view.facts.push_back(std::move(fact));
}

/// "Lambda 2026-10, median of 3" or the source of hardware; "" where the scenario gave it.
std::string price_source(const Scenario& scenario, Purchase purchase, const Catalog& catalog,
                         Language language) {
    const ClusterSpec& cluster = scenario.cluster;
    if (purchase == Purchase::owned) {
        const Citation& citation = catalog.citation(cluster.prices.purchase.citation);
        return citation.source.empty() ? word({"given", "직접 입력"}, language) : citation.source;
    }
    const auto offer = catalog.offer_of(cluster.gpu.id, purchase);
    const std::array rates{cluster.rent, cluster.prices.spot, cluster.prices.reserved_1y,
                           cluster.prices.reserved_3y};
    if (!offer || !(offer->rate == rates[static_cast<std::size_t>(purchase)]))
        return word({"given", "직접 입력"}, language);
    std::string text = offer->price->provider + " " + offer->price->date;
    if (offer->providers > 1)
        text += filled({", median of {}", ", {}곳의 중앙값"}, language, offer->providers);
    return text;
}

std::string confidence_of(const Scenario& scenario, Purchase purchase) {
    const ClusterSpec& cluster = scenario.cluster;
    const std::array confidences{cluster.rent.confidence, cluster.prices.spot.confidence,
                                 cluster.prices.reserved_1y.confidence,
                                 cluster.prices.reserved_3y.confidence,
                                 cluster.prices.purchase.confidence};
    return std::string(name_of(confidences[static_cast<std::size_t>(purchase)]));
}

std::string owning_note(const Scenario& scenario, Language language) {
    const Funding& funding = scenario.funding;
    const bool own_site = funding.owning.housing == Housing::own_site;
    const Watts power = scenario.cluster.prices.power.value;
    const std::string years_kept = plain(significant(funding.owning.years.value, 2));
    return filled(
        own_site
            ? Words{"Owned: {} of one GPU in a server, kept {} years; {} W drawn in every "
                    "hour at a PUE of {} and {} a kWh.",
                    "보유: 서버에 든 GPU 한 장 {}, {}년 사용, {} W를 모든 시간에 쓰며 PUE {}, "
                    "kWh당 {}."}
            : Words{"Owned: {} of one GPU in a server, kept {} years; {} W in a colocation, "
                    "PUE {} not counted, {} a kW and month.",
                    "보유: 서버에 든 GPU 한 장 {}, {}년 사용, {} W를 코로케이션에 두며 PUE {}는 "
                    "세지 않고 kW당 월 {}."},
        language, in_currency(scenario.cluster.prices.purchase.value, funding.currency), years_kept,
        significant(power / units::W, 3),
        significant(funding.owning.power_usage_effectiveness.value, 2),
        plain(in_currency(own_site ? funding.owning.electricity_per_kwh.value
                                   : funding.owning.colocation_per_kw_month.value,
                          funding.currency)));
}

} // namespace

CostView cost_view(const Scenario& scenario, std::span<const GpuPoint> points,
                   const Catalog& catalog, Language language, std::string_view scenario_hash) {
    CostView view;
    view.title = scenario.goals.tokens
                     ? word({"Cost of the run", "실행 비용"}, language)
                     : word({"Cost of a billion tokens", "토큰 10억 개의 비용"}, language);
    view.subtitle = settings_line(scenario, language);
    view.chosen = scenario.funding.purchase;
    for (const Purchase purchase : all_purchases)
        view.purchase_names[static_cast<std::size_t>(purchase)] = purchase_name(purchase, language);
    fill_rows(view, scenario, points, language);
    view.notes = illegal_notes(points, language);
    const Footer footer = footer_of(scenario, catalog, language, scenario_hash);
    view.footer_left = footer.left;
    view.footer_right = footer.right;
    const Estimate estimate = evaluate(scenario);
    if (estimate.verdict != Verdict::not_legal) fill_owning(view, scenario, estimate, language);
    return view;
}

TableView cost_table(const CostView& view, Language language) {
    TableView table;
    table.columns = {"GPU", word({"verdict", "판정"}, language)};
    table.columns.insert(table.columns.end(), view.purchase_names.begin(),
                         view.purchase_names.end());
    table.columns.push_back(view.run_title);
    for (const CostRow& row : view.rows) {
        std::vector<std::string> cells{row.label, verdict_word(row.verdict, language)};
        for (const CostAmount& amount : row.amounts)
            cells.push_back(amount.amount > 0.0 ? amount.text : "–");
        cells.push_back(row.run);
        table.rows.push_back(std::move(cells));
    }
    for (const CostFact& fact : view.facts) {
        std::vector<std::string> cells{fact.name, fact.value};
        cells.resize(table.columns.size());
        table.rows.push_back(std::move(cells));
    }
    return table;
}

TableView purchase_table(const Scenario& scenario, const Estimate& estimate, const Catalog& catalog,
                         Language language) {
    const Currency& currency = scenario.funding.currency;
    TableView table;
    table.columns = {word({"paid", "지불 방식"}, language),
                     word({"GPU hour", "GPU 시간"}, language),
                     word({"hour of work", "일한 시간"}, language),
                     word({"run", "기간"}, language),
                     word({"cost", "비용"}, language),
                     word({"of it idle or lost", "그중 놀거나 잃음"}, language),
                     word({"owed at once", "한 번에 내는 돈"}, language),
                     word({"price from", "가격 출처"}, language),
                     word({"confidence", "신뢰도"}, language)};
    for (const PurchaseCost& cost : purchase_costs(scenario, estimate.step.total.expected)) {
        std::string name = purchase_name(cost.purchase, language);
        if (cost.purchase == scenario.funding.purchase) name += " *";
        if (cost.priced != Priced::yes) {
            table.rows.push_back(
                {name, "", "", "", unpriced_words(cost.priced, language), "", "", "", ""});
            continue;
        }
        const auto amount = [&](std::optional<Dollars> value) {
            return value ? in_currency(*value, currency) : std::string();
        };
        table.rows.push_back(
            {name, per_hour(cost.per_paid_hour, currency), per_hour(cost.per_useful_hour, currency),
             cost.run ? duration(*cost.run, language) : "", amount(cost.total), amount(cost.idle),
             cost.commitment > Dollars{} ? in_currency(cost.commitment, currency) : "",
             price_source(scenario, cost.purchase, catalog, language),
             confidence_of(scenario, cost.purchase)});
    }
    return table;
}

TableView break_even_table(const Scenario& scenario, const Estimate& estimate, Language language) {
    const auto costs = purchase_costs(scenario, estimate.step.total.expected);
    TableView table;
    table.columns = {word({"committing to", "약정"}, language),
                     word({"instead of", "대신"}, language),
                     word({"pays from a use of", "이득인 사용률"}, language),
                     filled({"at {} use, after", "사용률 {}에서"}, language,
                            percent(scenario.funding.utilisation.value))};
    for (const PurchaseCost& committed : costs) {
        for (const PurchaseCost& rented : costs) {
            const BreakEven even = break_even(committed, rented, scenario);
            if (!can_break_even(committed.purchase, rented.purchase) || !even.known) continue;
            table.rows.push_back({purchase_name(committed.purchase, language),
                                  purchase_name(rented.purchase, language),
                                  share_text(even.utilisation), break_even_words(even, language)});
        }
    }
    return table;
}

std::vector<CostFact> experiment_facts(const Scenario& scenario, const Estimate& estimate,
                                       Language language) {
    const ExperimentWeek week = experiments_in_a_week(scenario, estimate);
    std::vector<CostFact> facts;
    if (!week.known) return facts;
    constexpr std::array limits{
        Words{"experiments a week, all of the cluster's hours", "주당 실험 수, 클러스터 전체 시간"},
        Words{"experiments a week, within the GPU hours", "주당 실험 수, GPU 시간 안에서"},
        Words{"experiments a week, within the budget", "주당 실험 수, 예산 안에서"}};
    constexpr Words whole_run{"runs a week", "주당 실행 수"};
    const Words& limit = limits[static_cast<std::size_t>(week.limit)];
    facts.push_back(
        {word(week.is_whole_run && week.limit == WeekLimit::cluster ? whole_run : limit, language),
         significant(week.per_week, 3)});
    constexpr Words already{"one more experiment, its share of what is paid",
                            "실험 하나 더, 이미 낸 돈의 몫"};
    constexpr Words more{"one more experiment", "실험 하나 더"};
    if (week.cost)
        facts.push_back({word(week.is_paid_already ? already : more, language),
                         in_currency(*week.cost, scenario.funding.currency)});
    facts.push_back({word({"one experiment takes", "실험 하나의 시간"}, language),
                     duration(week.duration, language)});
    if (week.goal)
        facts.push_back({word({"until the goal's tokens", "목표 토큰까지"}, language),
                         duration(*week.goal, language)});
    return facts;
}

std::vector<std::string> funding_notes(const Scenario& scenario, Language language) {
    const Funding& funding = scenario.funding;
    std::vector<std::string> notes;
    const bool korean = language == Language::korean;
    const auto time = [&](Seconds value) {
        return korean ? plain(duration(value, language)) : format_seconds(value);
    };
    std::string restart = time(funding.spot.restart.value);
    if (korean) restart = with_particle(restart, Particle::object);
    notes.push_back(filled(
        {"Spot: each node is reclaimed {} times in 30 days; each time half of a checkpoint "
         "interval of {} and a restart of {} are lost, {} of the time.",
         "스팟: 노드마다 30일에 {}번 회수되고, 그때마다 체크포인트 간격 {}의 절반과 재시작 {} "
         "잃어 시간의 {}가 됩니다."},
        language, significant(funding.spot.reclaims_per_node_month.value, 2),
        time(funding.spot.checkpoint_interval.value), restart,
        percent(interrupted_share(scenario))));
    notes.push_back(filled({"Reserved and owned GPUs are paid for all hours and work {} of them.",
                            "예약하거나 보유한 GPU는 모든 시간의 값을 내고 그중 {}만 일합니다."},
                           language, percent(funding.utilisation.value)));
    if (purchase_cost(scenario, Purchase::owned, {}).priced == Priced::yes)
        notes.push_back(owning_note(scenario, language));
    return notes;
}

} // namespace headroom
