// What a handful of timings says: the median, how far they spread, and which were interruptions.
//
//     const Summary s = summarise({1.00, 1.01, 0.99, 1.00, 1.70});
//     s.median    // 1.00
//     s.dropped   // 1: the slow one; somebody else had the machine
//
// Only slow samples are dropped. A fast one is never an accident of somebody else: it means that
// something is wrong, and stays for the checks to see.
#pragma once

#include <cmath>
#include <vector>

namespace headroom::probe {

struct Summary {
    double median = NAN, p10 = NAN, p90 = NAN;
    double spread = NAN; // relative: 1.4826 x median absolute deviation / median
    int samples = 0;
    int dropped = 0;
};

/// Between neighbours linearly; NaN of nothing.
double quantile(std::vector<double> values, double share);

Summary summarise(const std::vector<double>& seconds);

/// Of the least-squares line through (x, y), relative to the mean of y; 0 of fewer than 3 points.
double relative_slope(const std::vector<double>& x, const std::vector<double>& y);

} // namespace headroom::probe
