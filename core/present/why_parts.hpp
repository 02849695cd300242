// A term as what it is: a sum of products of the plan's own numbers. Internal to core/present.
//
//     WhyParts parts;
//     parts.add({bytes_of(2.0), count_of(8.03e9), shared_by(8.0)});     // "2 B · 8.03B / 8"
//     parts.settle(value);                    // names what the products leave over, if anything
//
// Factors are taken from the plan and the model, never solved from the value they explain; what
// they do not explain stands there as "the rest", so that no formula claims more than it proves.
#pragma once

#include "core/base/units.hpp"
#include "core/present/views.hpp"

#include <string>
#include <vector>

namespace headroom {

struct WhyFactor {
    double value = 1.0; // a divisor is its reciprocal
    std::string text;
    bool divides = false;
    std::string_view unit{}; // in English, behind the text: "tokens"
};

WhyFactor bytes_of(double bytes);                        // "2 B"
WhyFactor count_of(double count);                        // "8.03B"
WhyFactor whole_of(double count, std::string_view unit); // "8,192 tokens"
WhyFactor number_of(double value);                       // "0.875"
WhyFactor seconds_of(Seconds value);                     // "3.21 ms"
WhyFactor shared_by(double ranks);                       // "/ 8"; nothing for one
WhyFactor at(ByteRate rate);                             // "/ 3.08 TB/s"
WhyFactor at(FlopRate rate);                             // "/ 690 TFLOP/s"

class WhyParts {
  public:
    /// Left out where a factor is zero.
    void add(std::vector<WhyFactor> factors);
    /// Multiplies every part; nothing for a factor of one.
    void scale(double factor, std::string_view name);
    /// In bytes or seconds.
    void settle(Bytes value);
    void settle(Seconds value);

    double sum() const;
    /// "1 · 8,192 tokens · 32 layers · 8,192 B + ...".
    std::string text(Language language) const;
    void give(WhyView& view, Language language) const;

  private:
    void settle(double value, double rest, std::string text);

    std::vector<std::vector<WhyFactor>> parts_;
    bool has_rest_ = false;
};

} // namespace headroom
