#include "core/present/accuracy.hpp"

#include "core/present/numbers.hpp"
#include "core/present/problem_text.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace headroom {

namespace {

std::string one_place(double fraction) { return fmt::format("{:.1f} %", 100.0 * fraction); }

std::string signed_place(double fraction) {
    const std::string text = true_minus(fmt::format("{:+.1f} %", 100.0 * fraction));
    return text == "+0.0 %" || text == "\u22120.0 %" ? "0.0 %" : text;
}

std::vector<std::string> columns(const Words& first, Language language) {
    if (language == Language::korean)
        return {std::string(first.korean),
                "대상",
                "실행 수",
                "중앙 오차",
                "P90 오차",
                "치우침",
                "범위 안"};
    return {std::string(first.english), "what", "runs", "median", "P90", "bias", "in band"};
}

std::string what_name(Measured what, Language language) {
    constexpr Words time{"step time", "스텝 시간"}, memory{"memory", "메모리"};
    return std::string(say(what == Measured::memory ? memory : time, language));
}

std::vector<std::string> row_of(std::string name, Measured what, const ErrorStatistics& errors,
                                Language language) {
    return {std::move(name),
            what_name(what, language),
            grouped(errors.n),
            one_place(errors.median_ape),
            one_place(errors.p90_ape),
            signed_place(errors.bias),
            percent(errors.within_band)};
}

/// "process memory": of the kind that a measured run says, or of none.
std::string memory_of(std::string_view kind, Language language) {
    constexpr Words form{"{} memory", "메모리: {}"};
    constexpr std::array kinds{Words{"allocated", "할당"}, Words{"reserved", "예약"},
                               Words{"process", "프로세스"}, Words{"unspecified", "종류 미상"}};
    const auto known = std::ranges::find(kinds, kind, &Words::english);
    return fmt::format(fmt::runtime(say(form, language)),
                       known == kinds.end() ? kind : say(*known, language));
}

TableView totals_of(const ValidationReport& report, Language language) {
    constexpr Words group{"group", "묶음"}, all{"all runs", "모든 실행"};
    constexpr Words complete{"runs with every input stated", "입력이 모두 밝혀진 실행"};
    constexpr Words mean{"mean over {} sources", "출처 {}곳의 평균"};
    TableView table{columns(group, language), {}};
    const auto add = [&](std::string name, Measured what, const ErrorStatistics& errors) {
        if (errors.n > 0) table.rows.push_back(row_of(std::move(name), what, errors, language));
    };
    const auto add_mean = [&](Measured what, const ErrorStatistics& errors) {
        if (errors.n == 0) return;
        auto row = row_of(fmt::format(fmt::runtime(say(mean, language)), errors.n), what, errors,
                          language);
        row[2] = ""; // counts sources, not runs
        table.rows.push_back(std::move(row));
    };
    add(std::string(say(all, language)), Measured::step_time, report.step_time);
    add_mean(Measured::step_time, report.balanced_step_time);
    add(std::string(say(complete, language)), Measured::step_time, report.complete_step_time);
    add_mean(Measured::step_time, report.balanced_complete_step_time);
    add(std::string(say(all, language)), Measured::memory, report.memory);
    add_mean(Measured::memory, report.balanced_memory);
    for (const auto& [name, one] : report.memory_kinds) {
        add(memory_of(name, language), Measured::memory, one.all);
        add_mean(Measured::memory, one.balanced);
    }
    return table;
}

TableView sources_of(const ValidationReport& report, Language language) {
    constexpr Words source{"source", "출처"};
    std::vector<SourceStatistics> sorted = report.sources;
    std::ranges::stable_sort(sorted, std::ranges::greater(),
                             [](const SourceStatistics& one) { return one.errors.median_ape; });
    TableView table{columns(source, language), {}};
    for (const SourceStatistics& one : sorted)
        if (one.errors.n > 0)
            table.rows.push_back(row_of(one.source, one.what, one.errors, language));
    return table;
}

/// As docs/model-step-time.md calls them.
std::string_view regime_words(const RegimeBand& band, Language language) {
    constexpr Words none{"dense, 16 bit, TP < 8, at most 128 GPUs, pretraining",
                         "조밀 모델, 16비트, TP 8 미만, GPU 128장 이하, 사전 학습"};
    constexpr std::array words{Words{"TP 8 and more", "TP 8 이상"},
                               Words{"more than 128 GPUs", "GPU 128장 초과"},
                               Words{"Blackwell", "Blackwell"},
                               Words{"experts", "전문가 혼합(MoE)"},
                               Words{"fp8 and below", "fp8 이하"},
                               Words{"LoRA, QLoRA", "LoRA, QLoRA"},
                               Words{"BERT", "BERT"},
                               Words{"full fine-tuning", "전체 미세 조정"}};
    static_assert(words.size() == step_regime_count);
    return say(band.regime ? words[static_cast<std::size_t>(*band.regime)] : none, language);
}

TableView regimes_of(const ValidationReport& report, Language language) {
    constexpr Words regime{"kind of plan", "계획의 종류"}, sources{"sources", "출처"};
    TableView table{columns(regime, language), {}};
    table.columns[1] = say(sources, language);
    for (const RegimeBand& band : report.step_time_regimes) {
        if (band.errors.n == 0) continue;
        auto row = row_of(std::string(regime_words(band, language)), Measured::step_time,
                          band.errors, language);
        row[1] = grouped(band.sources);
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Each source beside what the shipped constants make of it, which were fitted on it too.
TableView unseen_of(const ValidationReport& report, std::span<const SourceStatistics> unseen,
                    Language language) {
    constexpr Words source{"source left out", "제외한 출처"}, runs{"runs", "실행 수"};
    constexpr Words median{"median", "중앙 오차"}, bias{"bias", "치우침"};
    constexpr Words shipped{"median when seen", "포함했을 때 중앙 오차"};
    constexpr Words p90{"P90", "P90 오차"};
    TableView table;
    for (const Words& column : {source, runs, median, p90, bias, shipped})
        table.columns.emplace_back(say(column, language));
    std::vector<Residual> complete; // what those left out were scored on
    std::ranges::copy_if(report.residuals, std::back_inserter(complete), [](const Residual& run) {
        return run.complete && run.what == Measured::step_time;
    });
    const std::vector<SourceStatistics> shipped_errors = statistics_by_source(complete);
    for (const SourceStatistics& one : unseen) {
        const auto seen = std::ranges::find(shipped_errors, one.source, &SourceStatistics::source);
        table.rows.push_back(
            {one.source, grouped(one.errors.n), one_place(one.errors.median_ape),
             one_place(one.errors.p90_ape), signed_place(one.errors.bias),
             seen == shipped_errors.end() ? "" : one_place(seen->errors.median_ape)});
    }
    return table;
}

std::string unseen_sentence(std::span<const SourceStatistics> unseen, Language language) {
    const ErrorStatistics mean = mean_over_sources(unseen, Measured::step_time);
    constexpr Words line{
        "On stacks and machines that are not among these sources expect more: {} sources, each "
        "left "
        "out while the constants were fitted on the others, had a median error of {} and nine in "
        "ten within {}, as means over sources.",
        "여기에 없는 스택과 장비에서는 오차가 더 큽니다. 출처 {}곳을 하나씩 빼고 나머지에 상수를 "
        "맞췄을 때, 빠진 출처의 중앙 오차는 평균 {}, 열에 아홉의 오차는 평균 {} 이내였습니다."};
    return fmt::format(fmt::runtime(say(line, language)), mean.n, one_place(mean.median_ape),
                       one_place(mean.p90_ape));
}

TableView skipped_of(const ValidationReport& report, Language language) {
    constexpr Words reason{"not compared because", "비교하지 못한 이유"}, runs{"runs", "실행 수"};
    std::vector<std::pair<int, std::string>> sorted;
    for (const auto& [why, count] : report.skipped)
        sorted.emplace_back(count, why);
    std::ranges::stable_sort(sorted, std::ranges::greater(), &std::pair<int, std::string>::first);
    TableView table{{std::string(say(reason, language)), std::string(say(runs, language))}, {}};
    for (const auto& [count, why] : sorted)
        table.rows.push_back({problem_sentence(why, language), grouped(count)});
    return table;
}

void add_errors(std::vector<std::string>& sentences, Measured what, const ErrorStatistics& errors,
                Language language) {
    if (errors.n == 0) return;
    constexpr Words line{
        "{}: half of {} runs were predicted within {}, nine in ten within {}; {} lie between P10 "
        "and P90, where 80 % should.",
        "{}: 실행 {}건의 절반은 오차 {} 이내, 열에 아홉은 {} 이내입니다. P10–P90 안에 든 것은 "
        "{}이며 "
        "80 %여야 맞습니다."};
    std::string name = what_name(what, language);
    if (language == Language::english) name.front() = name.front() == 's' ? 'S' : 'M';
    sentences.push_back(fmt::format(fmt::runtime(say(line, language)), name, grouped(errors.n),
                                    one_place(errors.median_ape), one_place(errors.p90_ape),
                                    percent(errors.within_band)));
}

std::string verdict_sentence(const FitVerdicts& fit, Language language) {
    constexpr Words line{
        "Fits or does not fit: right for {} of {} runs; {} ran out of memory "
        "unforeseen, {} ran although predicted not to fit.",
        "들어가는지 여부: {}건이 맞았습니다(전체 {}건). 예상하지 못한 메모리 부족은 "
        "{}건, 들어가지 않는다고 했으나 실행된 것은 {}건입니다."};
    return fmt::format(fmt::runtime(say(line, language)), grouped(fit.right), grouped(fit.n),
                       fit.missed_oom, fit.false_oom);
}

} // namespace

AccuracyView accuracy_view(const ValidationReport& report, std::span<const SourceStatistics> unseen,
                           Language language) {
    AccuracyView view;
    constexpr Words compared{
        "{} measured runs ship with the program; {} state enough to be predicted.",
        "프로그램에 든 측정 실행은 {}건이며, 그중 {}건은 예측에 필요한 내용을 갖추었습니다."};
    view.sentences.push_back(fmt::format(fmt::runtime(say(compared, language)),
                                         grouped(report.rows), grouped(report.scored)));
    add_errors(view.sentences, Measured::step_time, report.step_time, language);
    add_errors(view.sentences, Measured::memory, report.memory, language);
    if (report.fit_verdict.n > 0)
        view.sentences.push_back(verdict_sentence(report.fit_verdict, language));
    if (!unseen.empty()) view.sentences.push_back(unseen_sentence(unseen, language));
    view.totals = totals_of(report, language);
    view.sources = sources_of(report, language);
    view.regimes = regimes_of(report, language);
    view.unseen = unseen_of(report, unseen, language);
    view.skipped = skipped_of(report, language);
    return view;
}

} // namespace headroom
