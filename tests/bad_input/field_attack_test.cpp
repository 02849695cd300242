// Every field of a scenario and of a config.json against every kind of bad value: one error, at the
// field's own line and pointer, and no second one that only follows from it.
#include "core/formats/import.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/spec_fields.hpp"
#include "core/io/stack_facts.hpp"
#include "tests/support/catalog_fixture.hpp"
#include "tests/support/process.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace headroom {
namespace {

using Tree = nlohmann::ordered_json;

enum class Kind : std::uint8_t {
    whole,
    real,
    flag,
    word,
    size,
    rate,
    time,
    money,
    power,
    text,
    part
};

struct Target {
    std::string path; // "training.lora.rank"
    Kind kind;
};

template <class T>
struct KindOf {
    static constexpr Kind value = std::is_enum_v<T> ? Kind::word : Kind::part;
};
template <class T>
struct KindOf<Sourced<T>> : KindOf<T> {};
template <class T>
struct KindOf<std::optional<T>> : KindOf<T> {};
#define HEADROOM_KIND(type, kind)                                                                  \
    template <>                                                                                    \
    struct KindOf<type> {                                                                          \
        static constexpr Kind value = Kind::kind;                                                  \
    }
HEADROOM_KIND(int, whole);
HEADROOM_KIND(std::int64_t, whole);
HEADROOM_KIND(double, real);
HEADROOM_KIND(bool, flag);
HEADROOM_KIND(std::string, text);
HEADROOM_KIND(Bytes, size);
HEADROOM_KIND(ByteRate, rate);
HEADROOM_KIND(FlopRate, rate);
HEADROOM_KIND(Seconds, time);
HEADROOM_KIND(Dollars, money);
HEADROOM_KIND(DollarRate, money);
HEADROOM_KIND(Watts, power);
#undef HEADROOM_KIND

/// Collects a target for each field that it is shown.
class Collector {
  public:
    Collector(std::string prefix, std::vector<Target>& targets)
        : prefix_(std::move(prefix)), targets_(targets) {}

    template <class T>
    void operator()(const Field& field, T& value) {
        const std::string path = prefix_ + std::string(field.key);
        targets_.push_back({path, KindOf<T>::value});
        if constexpr (requires { for_each_field(*this, value); }) {
            Collector inner(path + ".", targets_);
            for_each_field(inner, value);
        }
    }
    void operator()(const Field& field, std::array<Sourced<FlopRate>, precision_count>&) {
        targets_.push_back({prefix_ + std::string(field.key), Kind::part});
        for (const Precision precision : all_precisions)
            targets_.push_back(
                {prefix_ + std::string(field.key) + "." + std::string(name_of(precision)),
                 Kind::rate});
    }

  private:
    std::string prefix_;
    std::vector<Target>& targets_;
};

template <class Part>
void collect(const std::string& prefix, std::vector<Target>& targets) {
    Part part{};
    Collector collector(prefix, targets);
    for_each_field(collector, part);
}

void collect_facts(std::vector<Target>& targets) {
    Stack stack;
    Collector collector("training.facts.", targets);
    for (const StackFact& fact : stack_facts())
        std::visit([&](auto member) { collector(Field{fact.key}, fact_of(stack, member)); },
                   fact.member);
}

std::vector<Target> scenario_targets() {
    std::vector<Target> targets{
        {"format", Kind::whole},         {"name", Kind::text},
        {"model", Kind::text},           {"model.base", Kind::text},
        {"model.size", Kind::real},      {"cluster", Kind::part},
        {"cluster.gpu", Kind::text},     {"cluster.gpus_per_node", Kind::whole},
        {"cluster.nodes", Kind::whole},  {"cluster.intra_node", Kind::text},
        {"training", Kind::part},        {"training.framework", Kind::text},
        {"training.facts", Kind::part},  {"training.lora.targets", Kind::word},
        {"goals", Kind::part},           {"goals.headroom", Kind::size},
        {"goals.step_time", Kind::time}, {"goals.duration", Kind::time},
        {"goals.budget", Kind::money},   {"goals.tokens", Kind::real},
        {"funding", Kind::part}};
    collect<TrainingPlan>("training.", targets);
    collect<ClusterSpec>("cluster.", targets);
    collect<ModelSpec>("model.", targets);
    collect<GpuSpec>("cluster.gpu.", targets);
    collect<LinkSpec>("cluster.intra_node.", targets);
    collect<Funding>("funding.", targets);
    collect<Calibration>("calibration.", targets);
    collect<Scores>("scores.", targets);
    collect_facts(targets);
    return targets;
}

/// Literals that are no value of the kind, whatever the field.
std::vector<std::string> bad_values(Kind kind) {
    std::vector<std::string> bad{"null", "NaN", "[]", "[1]"};
    const auto add = [&](std::initializer_list<const char*> more) {
        bad.insert(bad.end(), more.begin(), more.end());
    };
    switch (kind) {
    case Kind::whole:
        add({R"("")", R"("eight")", R"("80 GB")", "true", "{}", "2.5", "-1", "1e308", "-1e308",
             "99999999999999999999", "1e400"});
        break;
    case Kind::real:
        add({R"("")", R"("much")", R"("80 GB")", "true", "{}", "-1", "1e308", "1e400"});
        break;
    case Kind::flag: add({R"("")", R"("yes")", "1", "0", "{}"}); break;
    case Kind::word: add({R"("")", R"("nonsense")", "3", "true"}); break;
    case Kind::size:
        add({R"("")", "80", R"("80")", R"("80 GB/s")", R"("3 days")", R"("-1 GiB")",
             R"("1e308 GiB")", R"("NaN GiB")", R"("80 parsecs")", "true"});
        break;
    case Kind::rate:
        add({R"("")", "80", R"("80")", R"("80 GB")", R"("-1 GB/s")", R"("1e308 TB/s")",
             R"("5 furlongs/s")", "true"});
        break;
    case Kind::time:
        add({R"("")", "7", R"("7")", R"("7 GiB")", R"("-3 days")", R"("1e308 years")", "true"});
        break;
    case Kind::money:
        add({R"("")", "50", R"("50")", R"("$1e308")", R"("-$5")", R"("5 GiB")", "true"});
        break;
    case Kind::power:
        add({R"("")", "700", R"("700")", R"("700 GB")", R"("-1 W")", R"("1e308 W")", "true"});
        break;
    case Kind::text: add({"5", "true"}); break;
    case Kind::part: add({"5", "true", R"("nonsense")"}); break;
    }
    return bad;
}

const Tree& base_plan() {
    static const Tree plan = Tree::parse(R"({
      "format": 1, "name": "plan", "model": "llama3.1-8b",
      "cluster": {"gpu": "h100-sxm", "gpus_per_node": 8, "nodes": 1},
      "training": {"sequence": 8192, "micro_batch": 1, "global_batch": 64}})");
    return plan;
}

std::string pointer_of(std::string path) {
    std::ranges::replace(path, '.', '/');
    return "/" + path;
}

constexpr std::string_view hole = "\"@\"";

/// The base with a hole at the pointer: ids on the way become bases.
std::string with_hole(Tree root, const std::string& path) {
    Tree* place = &root;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        if (place->is_string()) {
            Tree object = Tree::object();
            object["base"] = *place;
            *place = std::move(object);
        }
        place = &(*place)[path.substr(begin, end - begin)];
        begin = end + 1;
    }
    *place = "@";
    return root.dump(1);
}

std::string filled(std::string text, const std::string& literal) {
    return text.replace(text.find(hole), hole.size(), literal);
}

/// What has to be told of the text: one error, at the hole.
void expect_one_error_at_the_hole(const Problems& problems, const std::string& file,
                                  const std::string& text, const std::string& path,
                                  const std::string& literal) {
    SCOPED_TRACE(path + " = " + literal);
    const std::size_t at = text.find(hole);
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const std::string source = file + ":" + std::to_string(line);
    std::vector<std::string> errors;
    for (const Problem& problem : problems)
        if (problem.severity == Severity::error) errors.push_back(to_report_line(problem));
    ASSERT_EQ(errors.size(), 1U) << testing::PrintToString(errors);
    EXPECT_TRUE(errors[0].starts_with(source + ": error: ")) << errors[0];
    const bool unparsed = literal == "1e400"; // there is no tree to point into
    EXPECT_TRUE(unparsed || errors[0].find(pointer_of(path)) != std::string::npos) << errors[0];
    EXPECT_THAT(errors[0], testing::Not(testing::ContainsRegex(
                               "2147483647|2147483648|e[+]| inf([^i]|$)| nan")));
}

TEST(FieldAttack, every_field_of_a_scenario_refuses_every_bad_value) {
    for (const Target& target : scenario_targets()) {
        const std::string text = with_hole(base_plan(), target.path);
        for (const std::string& literal : bad_values(target.kind)) {
            const ScenarioResult result =
                read_scenario(filled(text, literal), "t.json", test_catalog());
            EXPECT_FALSE(result.scenario.has_value()) << target.path << " = " << literal;
            expect_one_error_at_the_hole(result.problems, "t.json", text, target.path, literal);
        }
    }
}

/// The same from the command line: the message names the change, not the file.
TEST(FieldAttack, every_bad_change_is_named) {
    const std::string file = base_plan().dump(1);
    for (const Target& target : scenario_targets()) {
        for (const std::string& literal : bad_values(target.kind)) {
            const bool is_word = literal == "NaN"; // on a command line it is text
            if (is_word && target.kind == Kind::text) continue;
            SCOPED_TRACE(target.path + " = " + literal);
            const std::string change = target.path + "=" + literal;
            const ScenarioResult result =
                read_scenario_with(file, "t.json", {change}, test_catalog());
            EXPECT_FALSE(result.scenario.has_value());
            ASSERT_EQ(result.problems.size(), 1U);
            EXPECT_TRUE(
                to_report_line(result.problems[0]).starts_with("--set " + change + ": error: "))
                << to_report_line(result.problems[0]);
        }
    }
}

// --- config.json

const Tree& base_config() {
    static const Tree config = Tree::parse(R"({
      "model_type": "deepseek_v3", "hidden_size": 1024, "intermediate_size": 2816,
      "moe_intermediate_size": 512, "num_hidden_layers": 14, "num_attention_heads": 16,
      "num_key_value_heads": 16, "n_routed_experts": 16, "n_shared_experts": 1,
      "num_experts_per_tok": 4, "first_k_dense_replace": 2, "q_lora_rank": 64,
      "kv_lora_rank": 256, "qk_nope_head_dim": 64, "qk_rope_head_dim": 32, "v_head_dim": 64,
      "vocab_size": 48000, "tie_word_embeddings": false})");
    return config;
}

const Tree& dense_config() {
    static const Tree config = Tree::parse(R"({
      "model_type": "llama", "hidden_size": 2048, "intermediate_size": 5504,
      "num_hidden_layers": 8, "num_attention_heads": 16, "num_key_value_heads": 8,
      "head_dim": 128, "vocab_size": 32000})");
    return config;
}

struct ConfigKey {
    const char* key;
    Kind kind;
    bool zero_is_bad = true;
};
constexpr ConfigKey moe_keys[] = {{"intermediate_size", Kind::whole},
                                  {"moe_intermediate_size", Kind::whole},
                                  {"n_routed_experts", Kind::whole, false},
                                  {"n_shared_experts", Kind::whole, false},
                                  {"num_experts_per_tok", Kind::whole},
                                  {"first_k_dense_replace", Kind::whole, false},
                                  {"q_lora_rank", Kind::whole, false},
                                  {"kv_lora_rank", Kind::whole, false},
                                  {"qk_nope_head_dim", Kind::whole},
                                  {"qk_rope_head_dim", Kind::whole},
                                  {"v_head_dim", Kind::whole}};
constexpr ConfigKey dense_keys[] = {{"model_type", Kind::text, false},
                                    {"hidden_size", Kind::whole},
                                    {"intermediate_size", Kind::whole},
                                    {"num_hidden_layers", Kind::whole},
                                    {"num_attention_heads", Kind::whole},
                                    {"num_key_value_heads", Kind::whole},
                                    {"head_dim", Kind::whole},
                                    {"vocab_size", Kind::whole},
                                    {"max_position_embeddings", Kind::whole},
                                    {"sliding_window", Kind::whole, false},
                                    {"tie_word_embeddings", Kind::flag, false},
                                    {"attention_bias", Kind::flag, false},
                                    {"mlp_bias", Kind::flag, false},
                                    {"use_sliding_window", Kind::flag, false},
                                    {"hidden_act", Kind::text, false},
                                    {"layer_types", Kind::part, false},
                                    {"quantization_config", Kind::part, false}};

/// Not bad in a config.json: null is absent, and a list may be what the key is.
bool is_bad_in_config(const ConfigKey& key, const std::string& literal) {
    if (literal == "null") return false;
    if (std::string_view(key.key) == "layer_types") return literal != "[]";
    return true;
}

void attack_config(const Tree& config, std::span<const ConfigKey> keys) {
    const test::ScratchFolder scratch;
    for (const ConfigKey& key : keys) {
        const std::string text = with_hole(config, key.key);
        std::vector<std::string> literals = bad_values(key.kind);
        if (key.zero_is_bad) literals.emplace_back("0");
        for (const std::string& literal : literals) {
            if (!is_bad_in_config(key, literal)) continue;
            const std::string file = scratch.file("config.json", filled(text, literal));
            const ImportResult result = import_files({file}, {}, test_catalog());
            EXPECT_FALSE(result.model.has_value()) << key.key << " = " << literal;
            EXPECT_TRUE(result.ask.empty());
            expect_one_error_at_the_hole(result.problems, file, text, key.key, literal);
        }
    }
}

TEST(FieldAttack, every_key_of_a_dense_config_refuses_every_bad_value) {
    attack_config(dense_config(), dense_keys);
}

TEST(FieldAttack, every_key_of_an_expert_config_refuses_every_bad_value) {
    attack_config(base_config(), moe_keys);
}

} // namespace
} // namespace headroom
