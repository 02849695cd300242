#include "core/present/money_text.hpp"

#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace headroom {

namespace {

struct Symbol {
    std::string_view code, symbol;
};
/// What stands before an amount; other currencies are written by their code.
constexpr std::array symbols{Symbol{"USD", "$"}, Symbol{"EUR", "€"}, Symbol{"GBP", "£"},
                             Symbol{"KRW", "₩"}, Symbol{"JPY", "¥"}};

std::string symbol_of(const Currency& currency) {
    for (const Symbol& symbol : symbols)
        if (symbol.code == currency.code) return std::string(symbol.symbol);
    return currency.code + " ";
}

} // namespace

std::string in_currency(Dollars value, const Currency& currency) {
    std::string text = dollars(value * currency.per_dollar);
    return text.replace(text.find('$'), 1, symbol_of(currency));
}

std::string per_hour(DollarRate value, const Currency& currency) {
    return in_currency(value * units::hour, currency) + "/h";
}

std::string currency_words(const Currency& currency, Language language) {
    constexpr Words dollars_words{"US dollars", "미국 달러"};
    constexpr Words other{"{} at {} a dollar", "{}, 1달러에 {}"};
    if (currency == Currency{}) return std::string(say(dollars_words, language));
    return fmt::format(fmt::runtime(say(other, language)), currency.code,
                       fmt::format("{:.6g}", currency.per_dollar));
}

std::string purchase_name(Purchase purchase, Language language) {
    constexpr std::array names{Words{"on demand", "온디맨드"}, Words{"spot", "스팟"},
                               Words{"reserved, 1 year", "1년 예약"},
                               Words{"reserved, 3 years", "3년 예약"}, Words{"owned", "보유"}};
    static_assert(names.size() == purchase_count);
    return std::string(say(names[static_cast<std::size_t>(purchase)], language));
}

std::string unpriced_words(Priced priced, Language language) {
    constexpr std::array reasons{
        Words{"", ""}, Words{"no price is known", "가격을 알 수 없음"},
        Words{"power of its machines not known", "장비 전력을 알 수 없음"},
        Words{"interrupted faster than it works", "일하는 것보다 자주 중단됨"}};
    return std::string(say(reasons[static_cast<std::size_t>(priced)], language));
}

std::string unpriced_words(const Scenario& scenario, Language language) {
    return unpriced_words(purchase_cost(scenario, scenario.funding.purchase, {}).priced, language);
}

std::string break_even_words(const BreakEven& even, Language language) {
    if (!even.known) return std::string(say({"not known", "알 수 없음"}, language));
    if (!even.after) return std::string(say({"never", "없음"}, language));
    constexpr double most_months = 1200.0;
    const double months = *even.after / billing::month;
    if (months > most_months) return std::string(say({"never", "없음"}, language));
    constexpr Words after{"{} months", "{}개월"};
    std::string text = fmt::format(fmt::runtime(say(after, language)), significant(months, 2));
    constexpr Words late{" (term {})", " (기간 {})"};
    constexpr Words term{"{:.0f} months", "{:.0f}개월"};
    if (!even.pays_off())
        text += fmt::format(
            fmt::runtime(say(late, language)),
            fmt::format(fmt::runtime(say(term, language)), *even.within / billing::month));
    return text;
}

} // namespace headroom
