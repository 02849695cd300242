#include "core/cost/estimate.hpp"

int main() { return headroom::evaluate({}).verdict == headroom::Verdict::not_legal ? 2 : 0; }
