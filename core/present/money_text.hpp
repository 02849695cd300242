// Money in words: amounts in the user's currency, ways of paying, what is missing.
//
//     in_currency(41'200.0 * units::USD, {})                    // "$41.2k"
//     in_currency(41'200.0 * units::USD, {"KRW", 1380.0})       // "₩56.9M"
//     purchase_name(Purchase::reserved_1y, language)      // "reserved, 1 year"
#pragma once

#include "core/cost/money.hpp"
#include "core/present/views.hpp"

#include <string>

namespace headroom {

/// In the currency of display, at the rate that the user typed.
std::string in_currency(Dollars value, const Currency& currency);
std::string per_hour(DollarRate value, const Currency& currency); // "$2.49/h"

/// "US dollars", "KRW at 1380 a dollar".
std::string currency_words(const Currency& currency, Language language);

std::string purchase_name(Purchase purchase, Language language);

/// Why there is no amount: "no price is known", "interrupted faster than it works".
std::string unpriced_words(Priced priced, Language language);
/// The same of how the scenario pays.
std::string unpriced_words(const Scenario& scenario, Language language);

/// "after 27 months", "never"; whether within the term or the years that hardware is kept.
std::string break_even_words(const BreakEven& even, Language language);

} // namespace headroom
