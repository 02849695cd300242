// Broken configurations from whole ones, the same ones for the same seed.
//
//     Mutator mutate(seeds, 1);
//     const std::string text = mutate();      // one of the seeds, bent in a few places
//
// It knows lines, keys and values as YAML, TOML, JSON and shell write them: most changes leave a
// file that parses, so that they reach the readers behind the parsers.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace headroom::fuzz {

class Mutator {
  public:
    Mutator(std::vector<std::string> seeds, std::uint64_t seed);
    std::string operator()();
    /// Takes an input as a seed for others.
    void keep(std::string text) { seeds_.push_back(std::move(text)); }

  private:
    std::size_t below(std::size_t count);
    const std::string& any_seed() { return seeds_[below(seeds_.size())]; }
    void bytes(std::string& text);
    void lines(std::string& text);
    void value(std::string& text);
    void key(std::string& text);
    void splice(std::string& text);
    void nest(std::string& text);

    std::vector<std::string> seeds_;
    std::vector<std::string> keys_; // of all seeds
    std::mt19937_64 engine_;
};

} // namespace headroom::fuzz
