// A scenario on its way: what is known of it so far, each value with where it came from.
//
//     draft.give("training.micro_batch", json_text(2), "ds.json:3: /train_micro_batch...");
//     draft.assume("training.zero_stage", json_text(0), "absent: DeepSpeed's default");
//     draft.ask("training.sequence", reason::absent);
//
// A value that was given stays; one that was assumed makes room for one that is given; a question
// ends with either. Keys are paths of a scenario, and a few names that stand for something else:
// cluster.gpus, training.accumulation, trainer, recipe, file:PATH.
#pragma once

#include "core/formats/import.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

using Answers = std::map<std::string, std::string>;

/// Why a question is asked.
namespace reason {
inline constexpr std::string_view absent = "absent";
inline constexpr std::string_view automatic = "\"auto\" in the file";
inline constexpr std::string_view interpolated = "known only when it runs";
inline constexpr std::string_view other_file = "in another file";
} // namespace reason

std::string json_text(std::int64_t value);
inline std::string json_text(int value) { return json_text(std::int64_t{value}); }
std::string json_text(double value);
std::string json_text(bool value);
std::string json_text(std::string_view value);
inline std::string json_text(const char* value) { return json_text(std::string_view(value)); }

class Draft {
  public:
    Draft(ImportResult& result, const Answers& answers, const Catalog& catalog)
        : result_(result), answers_(answers), catalog_(catalog) {}

    const Catalog& catalog() const { return catalog_; }
    ImportResult& result() const { return result_; }

    /// A second, different value is a warning; the first stays.
    void give(const std::string& key, std::string value_json, std::string where);
    void assume(const std::string& key, std::string value_json, std::string why);
    void ask(const std::string& key, std::string_view why);
    /// Takes back what was given or assumed, since something else decides.
    void drop(const std::string& key);

    bool knows(const std::string& key) const;
    bool was_given(const std::string& key) const { return result_.given.contains(key); }
    /// Of an answer, else of what was given, else of what was assumed.
    std::optional<std::int64_t> whole(const std::string& key) const;
    std::optional<std::string> text(const std::string& key) const;
    /// What was answered, as it was typed.
    std::optional<std::string> answer(const std::string& key) const;
    /// Where a value was given; "" where it was not.
    std::string where(const std::string& key) const;

    /// GPUs / (tensor x pipeline x context parallel); empty where the GPUs are not known or do not
    /// divide.
    std::optional<std::int64_t> data_parallel() const;
    std::int64_t model_parallel() const;

    void report(Problem problem) { result_.problems.push_back(std::move(problem)); }

  private:
    std::optional<std::string> value_json(const std::string& key) const;

    ImportResult& result_;
    const Answers& answers_;
    const Catalog& catalog_;
};

} // namespace headroom
