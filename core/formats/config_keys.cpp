#include "core/formats/config_keys.hpp"

#include "core/formats/config_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

/// Keys that change neither memory nor time wherever they stand.
constexpr auto common_ignored = std::to_array<std::string_view>({"learning_rate*",
                                                                 "lr*",
                                                                 "*_lr",
                                                                 "warmup*",
                                                                 "weight_decay*",
                                                                 "adam_*",
                                                                 "max_grad_norm",
                                                                 "seed*",
                                                                 "data_seed",
                                                                 "logging*",
                                                                 "log_*",
                                                                 "save*",
                                                                 "eval*",
                                                                 "report_to",
                                                                 "wandb*",
                                                                 "mlflow*",
                                                                 "comet*",
                                                                 "swanlab*",
                                                                 "tensorboard*",
                                                                 "run_name",
                                                                 "output_dir",
                                                                 "overwrite*",
                                                                 "resume*",
                                                                 "hub*",
                                                                 "push_to_hub*",
                                                                 "dataset*",
                                                                 "datasets",
                                                                 "val_*",
                                                                 "test_*",
                                                                 "train_on_*",
                                                                 "num_train_epochs",
                                                                 "num_epochs",
                                                                 "epochs",
                                                                 "max_steps",
                                                                 "steps_per_*",
                                                                 "do_train",
                                                                 "do_eval",
                                                                 "do_predict",
                                                                 "template",
                                                                 "chat_template*",
                                                                 "special_tokens",
                                                                 "tokens",
                                                                 "tokenizer*",
                                                                 "trust_remote_code",
                                                                 "remove_unused*",
                                                                 "dataloader*",
                                                                 "preprocessing*",
                                                                 "shuffle*",
                                                                 "debug",
                                                                 "strict",
                                                                 "profil*",
                                                                 "metric*",
                                                                 "device",
                                                                 "use_cpu",
                                                                 "ddp_*",
                                                                 "load_best*",
                                                                 "prediction_*",
                                                                 "early_stopping*",
                                                                 "group_by_length",
                                                                 "disable_tqdm",
                                                                 "cache_dir",
                                                                 "model_revision",
                                                                 "revision*",
                                                                 "torch_compile_*",
                                                                 "local_rank",
                                                                 "include_*",
                                                                 "neftune*",
                                                                 "label_smoothing*",
                                                                 "loraplus*",
                                                                 "lora_dropout",
                                                                 "lora_bias",
                                                                 "lora_fan_in*",
                                                                 "use_rslora",
                                                                 "rope*",
                                                                 "plot_loss",
                                                                 "media_dir",
                                                                 "image_*",
                                                                 "video_*",
                                                                 "audio_*",
                                                                 "vllm*",
                                                                 "num_proc",
                                                                 "streaming",
                                                                 "mask_history",
                                                                 "streaming_*",
                                                                 "packed_*",
                                                                 "optim_args",
                                                                 "optim_target*",
                                                                 "lr_scheduler*",
                                                                 "cosine*",
                                                                 "clip*",
                                                                 "gradient_clip*",
                                                                 "name",
                                                                 "description",
                                                                 "version",
                                                                 "comment",
                                                                 "hf_*"});

/// "a|b|c" one by one.
std::vector<std::string_view> spellings(std::string_view keys) {
    std::vector<std::string_view> all;
    for (std::size_t begin = 0; begin <= keys.size();) {
        const std::size_t end = std::min(keys.find('|', begin), keys.size());
        all.push_back(keys.substr(begin, end - begin));
        begin = end + 1;
    }
    return all;
}

bool is_ignored(std::string_view key, std::span<const std::string_view> ignored) {
    const auto covers = [key](std::string_view one) {
        if (one.ends_with('*')) return key.starts_with(one.substr(0, one.size() - 1));
        return one.starts_with('*') ? key.ends_with(one.substr(1)) : key == one;
    };
    return std::ranges::any_of(ignored, covers) || std::ranges::any_of(common_ignored, covers);
}

/// A key that is nearly the other, and not only a part of it.
std::string_view nearly(std::string_view key, const std::vector<std::string_view>& known) {
    constexpr std::size_t most_apart = 2;
    const std::string_view near = nearest_word(key, known);
    const std::size_t apart =
        near.size() > key.size() ? near.size() - key.size() : key.size() - near.size();
    return near.empty() || apart > most_apart || key.size() < 5 ? std::string_view() : near;
}

} // namespace

std::optional<bool> flag_of(const Json& value) {
    constexpr std::array yes{"true", "True", "TRUE", "yes", "on", "1"};
    constexpr std::array no{"false", "False", "FALSE", "no", "NO", "off", "0"};
    if (value.is(Json::Type::boolean)) return value.boolean;
    if (value.is(Json::Type::integer) && (value.integer == 0 || value.integer == 1))
        return value.integer == 1;
    if (!value.is(Json::Type::text)) return std::nullopt;
    if (std::ranges::find(yes, value.text) != yes.end()) return true;
    if (std::ranges::find(no, value.text) != no.end()) return false;
    return std::nullopt;
}

const Json* ConfigKeys::at(std::string_view path) const {
    const Json* value = &root_;
    for (std::size_t begin = 0; begin <= path.size() && value != nullptr;) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        value = value->find(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return value;
}

std::string ConfigKeys::pointer_of(std::string_view path) const {
    if (style_ == KeyStyle::pointer) return fmt::format("{}/{}", pointer_, path);
    std::string flag = fmt::format("{}--{}", pointer_.empty() ? "" : pointer_ + "/", path);
    // torchrun's own flag is written with underscores among others with dashes.
    if (style_ == KeyStyle::dashes && path != "nproc_per_node")
        std::ranges::replace(flag, '_', '-');
    return flag;
}

std::optional<JsonCursor> ConfigKeys::find(std::string_view keys) {
    std::optional<JsonCursor> found;
    for (const std::string_view path : spellings(keys)) {
        asked_.emplace_back(path);
        const Json* const value = at(path);
        if (found || value == nullptr || (value->is(Json::Type::null) && !value->not_finite))
            continue;
        found.emplace(*value, pointer_of(path), log_);
    }
    return found;
}

bool ConfigKeys::is_auto(std::string_view keys) {
    const auto found = find(keys);
    return found && found->json().is(Json::Type::text) && found->json().text == "auto";
}

bool ConfigKeys::is_open(std::string_view keys) {
    const auto found = find(keys);
    if (!found || !found->json().is(Json::Type::text)) return false;
    const std::string& text = found->json().text;
    return text.find_first_of("$`") != std::string::npos || text.find("{{") != std::string::npos;
}

std::optional<JsonCursor> ConfigKeys::value(std::string_view keys) {
    if (is_auto(keys) || is_open(keys)) return std::nullopt;
    return find(keys);
}

std::optional<std::int64_t> ConfigKeys::whole(std::string_view keys, std::int64_t lowest,
                                              std::int64_t highest) {
    const auto found = value(keys);
    return found ? found->integer({lowest, highest}) : std::nullopt;
}

std::optional<double> ConfigKeys::number(std::string_view keys) {
    const auto found = value(keys);
    return found ? found->number() : std::nullopt;
}

std::optional<bool> ConfigKeys::flag(std::string_view keys) {
    const auto found = value(keys);
    if (!found) return std::nullopt;
    const auto is = flag_of(found->json());
    if (!is) found->mismatch("true or false");
    return is;
}

std::optional<std::string> ConfigKeys::word(std::string_view keys) {
    const auto found = value(keys);
    if (!found) return std::nullopt;
    if (found->json().is(Json::Type::boolean)) return found->json().boolean ? "true" : "false";
    return found->json().is_number() ? to_text(found->json()) : found->text();
}

JsonCursor ConfigKeys::place(std::string_view keys) {
    if (const auto found = find(keys)) return *found;
    const std::string_view usual = spellings(keys).front();
    for (const std::string_view path : spellings(keys))
        if (const Json* const null = at(path)) return {*null, pointer_of(path), log_};
    return {root_, pointer_of(usual), log_};
}

std::string ConfigKeys::where(std::string_view keys) {
    const JsonCursor here = place(keys);
    return log_.where(here.json().line, here.pointer());
}

void ConfigKeys::give(std::string_view keys, const std::string& target, std::string value_json) {
    draft_.give(target, std::move(value_json), where(keys));
}

void ConfigKeys::carry(std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
        find(key);
}

void ConfigKeys::apply(std::span<const ConfigRow> rows) {
    for (const ConfigRow& row : rows)
        apply(row);
}

void ConfigKeys::apply(const ConfigRow& row) {
    if (is_auto(row.keys) && row.words.empty()) {
        if (!row.absent.empty()) draft_.ask(row.target, reason::automatic);
        return;
    }
    if (is_open(row.keys)) {
        const JsonCursor here = place(row.keys);
        here.warning(fmt::format("{} is known only when it runs", here.json().text));
        return draft_.ask(row.target, reason::interpolated);
    }
    if (has(row.keys)) {
        if (auto json = read(row)) give(row.keys, row.target, std::move(*json));
        return;
    }
    if (row.absent == "?") return draft_.ask(row.target, reason::absent);
    if (!row.absent.empty())
        draft_.assume(row.target, std::string(row.absent),
                      fmt::format("absent: the default ({})", row.source));
}

/// The value as our JSON; empty, with a problem, where it cannot be that.
std::optional<std::string> ConfigKeys::read(const ConfigRow& row) {
    switch (row.read) {
    case ReadAs::whole: {
        const auto number = whole(row.keys, row.lowest, row.highest);
        return number ? std::optional(json_text(*number)) : std::nullopt;
    }
    case ReadAs::number: {
        const auto real = number(row.keys);
        return real ? std::optional(json_text(*real)) : std::nullopt;
    }
    case ReadAs::flag: {
        const auto is = flag(row.keys);
        return is ? std::optional(json_text(*is)) : std::nullopt;
    }
    case ReadAs::word: break;
    }
    const JsonCursor here = place(row.keys);
    const auto text = here.json().is(Json::Type::boolean)
                          ? std::optional<std::string>(here.json().boolean ? "true" : "false")
                      : here.json().is_number() ? std::optional(to_text(here.json()))
                                                : here.text();
    if (!text) return std::nullopt;
    const auto found = std::ranges::find(row.words, *text, &WordRow::word);
    if (found != row.words.end()) return std::string(found->value_json);
    std::vector<std::string_view> known;
    for (const WordRow& one : row.words)
        known.push_back(one.word);
    here.error(fmt::format("\"{}\" is none of {}", *text, fmt::join(known, ", ")));
    return std::nullopt;
}

bool ConfigKeys::was_asked(std::string_view path) const {
    return std::ranges::find(asked_, path) != asked_.end();
}

bool ConfigKeys::was_asked_inside(const std::string& path) const {
    return std::ranges::any_of(asked_,
                               [&](const std::string& one) { return one.starts_with(path + "/"); });
}

void ConfigKeys::report_unknown(const Json& object, const std::string& path,
                                const std::string& key) {
    const std::string inside = path.empty() ? "" : path + "/";
    draft_.result().unknown.push_back(inside + key);
    std::vector<std::string_view> known;
    for (const std::string& one : asked_) {
        if (!one.starts_with(inside)) continue;
        const std::string_view rest = std::string_view(one).substr(inside.size());
        known.push_back(rest.substr(0, rest.find('/')));
    }
    const std::string_view near = nearly(key, known);
    if (near.empty() || object.find(near) != nullptr) return;
    place(inside + key)
        .warning(fmt::format("key \"{}\" is not known; did you mean \"{}\"?", key, near));
}

void ConfigKeys::count(const Json& object, const std::string& path,
                       std::span<const std::string_view> ignored) {
    for (const Json::Member& member : object.members) {
        const std::string full = path.empty() ? member.key : path + "/" + member.key;
        const bool inside = was_asked_inside(full);
        if (member.value.is(Json::Type::object) && inside)
            count(member.value, full, ignored);
        else if (is_ignored(member.key, ignored))
            ++draft_.result().ignored;
        else if (!was_asked(full) && !inside)
            report_unknown(object, path, member.key);
    }
}

void ConfigKeys::finish(std::span<const std::string_view> ignored) { count(root_, "", ignored); }

void report_repeated_keys(const Json& root, ReadLog& log, Severity severity) {
    struct Visit {
        const Json* value;
        std::string pointer;
    };
    std::vector<Visit> open{{&root, ""}};
    while (!open.empty()) {
        const Visit here = std::move(open.back());
        open.pop_back();
        for (std::size_t i = 0; i < here.value->items.size(); ++i)
            open.push_back({&here.value->items[i], fmt::format("{}/{}", here.pointer, i)});
        for (const Json::Member& member : here.value->members) {
            const std::string pointer = here.pointer + "/" + pointer_step(member.key);
            open.push_back({&member.value, pointer});
            if (member.replaced_line == 0) continue;
            const bool refused = severity == Severity::error;
            log.problems.push_back(
                {refused                ? Severity::error
                 : member.replaced_same ? Severity::note
                                        : Severity::warning,
                 log.where(member.line, pointer),
                 fmt::format("key \"{}\" is there twice, first on line {}{}", member.key,
                             member.replaced_line,
                             refused ? "" : "; the last one counts, as it does there")});
        }
    }
}

} // namespace headroom
