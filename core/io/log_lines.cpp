#include "core/io/log_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace headroom {

namespace {

/// Beyond it no step, rate or memory is meant, in whatever unit.
constexpr double largest_printed = 1e12;
/// Lines of which something is wrong are named up to so many.
constexpr int most_complaints = 20;

/// Without the escape sequences that colour a terminal ("\x1b[32m").
std::string without_colours(std::string_view line) {
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            plain += line[i];
            continue;
        }
        if (i + 1 < line.size() && line[i + 1] == '[')
            i = std::min(line.find_first_of("ABCDHJKfmsu", i + 2), line.size() - 1);
    }
    return plain;
}

/// What stands behind a key: nothing, no number, or a number and what follows it.
struct Behind {
    bool there = false;
    std::optional<double> number;
    std::string_view rest;
};

/// Reads "1,234.5" at the beginning of the text; commas part thousands only.
std::optional<double> leading_number(std::string_view& text) {
    std::string digits;
    std::size_t end = 0;
    const auto is_digit = [&text](std::size_t at) {
        return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    while (end < text.size()) {
        const char letter = text[end];
        const bool parts_thousands = letter == ',' && end > 0 && is_digit(end + 1) &&
                                     is_digit(end + 2) && is_digit(end + 3) && !is_digit(end + 4);
        const bool sign = (letter == '-' || letter == '+') &&
                          (end == 0 || text[end - 1] == 'e' || text[end - 1] == 'E');
        const bool exponent = (letter == 'e' || letter == 'E') && end > 0 &&
                              (is_digit(end + 1) || (end + 2 < text.size() && is_digit(end + 2)));
        if (!is_digit(end) && letter != '.' && !parts_thousands && !sign && !exponent) break;
        if (!parts_thousands) digits += letter;
        ++end;
    }
    double number = 0.0;
    const char* const last = digits.data() + digits.size();
    const auto [stop, failure] = std::from_chars(digits.data(), last, number);
    if (failure != std::errc() || stop != last) return std::nullopt;
    text.remove_prefix(end);
    return number;
}

Behind behind(std::string_view line, std::string_view key) {
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos) return {};
    Behind found{true, std::nullopt, line.substr(at + key.size())};
    found.rest.remove_prefix(std::min(found.rest.find_first_not_of(" \t"), found.rest.size()));
    found.number = leading_number(found.rest);
    return found;
}

/// What one column of a log says over time, best teller of a step first.
enum class Told : std::uint8_t {
    megatron_ms,
    torchtitan_rate,
    deepspeed_seconds,
    deepspeed_samples,
    deepspeed_timers_ms,
    count
};

/// What the last line of a Hugging Face run says.
struct TrainerEnd {
    int line = 0;
    double runtime = 0.0, samples_per_second = 0.0, steps_per_second = 0.0;
    double bar_steps = 0.0; // of the progress bar that was full last
};

class LogScan {
  public:
    LogScan(std::string_view name, Problems& problems) : name_(name), problems_(problems) {}

    LoggedRun scan(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
            take_line(text.substr(0, end));
            if (end < text.size() && text[end] == '\n') ++line_;
            // A carriage return alone begins the line anew, as progress bars do.
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return finish();
    }

  private:
    void take_line(std::string_view line) {
        std::string plain;
        if (line.find('\x1b') != std::string_view::npos) {
            plain = without_colours(line);
            line = plain;
        }
        take_megatron(line);
        take_torchtitan(line);
        take_deepspeed(line);
        take_trainer(line);
        take_memory_summary(line);
        take_nvidia_smi(line);
    }

    // --- one program each

    void take_megatron(std::string_view line) {
        if (const Behind time = behind(line, "elapsed time per iteration (ms):"); time.there) {
            told(Told::megatron_ms, time, RunLogFormat::megatron);
            if (const Behind batch = behind(line, "global batch size:"); batch.number)
                run_.global_batch = batch.number;
        }
        if (line.find("memory (MB) |") == std::string_view::npos) return;
        peak(run_.memory.allocated, behind(line, "max allocated:"), units::MiB);
        peak(run_.memory.reserved, behind(line, "max reserved:"), units::MiB);
        seen(RunLogFormat::megatron);
    }

    void take_torchtitan(std::string_view line) {
        const Behind rate = behind(line, "tps:");
        if (!rate.there || !behind(line, "step:").number) return;
        told(Told::torchtitan_rate, rate, RunLogFormat::torchtitan);
        if (const Behind memory = behind(line, "memory:"); memory.rest.starts_with("GiB"))
            peak(run_.memory.reserved, memory, units::GiB);
    }

    void take_deepspeed(std::string_view line) {
        if (const Behind time = behind(line, "iter time (s):"); time.there)
            told(Told::deepspeed_seconds, time, RunLogFormat::deepspeed);
        if (const Behind rate = behind(line, "CurrSamplesPerSec="); rate.there) {
            told(Told::deepspeed_samples, rate, RunLogFormat::deepspeed);
            peak(run_.memory.allocated, behind(line, "MaxMemAllocated="), units::GiB);
        }
        const Behind forward = behind(line, "| fwd:"), backward = behind(line, "| bwd:"),
                     step = behind(line, "| step:");
        if (forward.number && backward.number && step.number)
            told(Told::deepspeed_timers_ms,
                 {true, *forward.number + *backward.number + *step.number, {}},
                 RunLogFormat::deepspeed);
        const Behind allocated = behind(line, "Max_MA"), reserved = behind(line, "Max_CA");
        if (!allocated.there || !reserved.there) return;
        peak(run_.memory.allocated, allocated, units::GiB);
        peak(run_.memory.reserved, reserved, units::GiB);
        seen(RunLogFormat::deepspeed);
    }

    void take_trainer(std::string_view line) {
        take_bar(line);
        for (const std::string_view quote : {"'", "\""}) {
            const auto value = [&](std::string_view key) {
                return behind(line, fmt::format("{0}{1}{0}:", quote, key));
            };
            const Behind runtime = value("train_runtime");
            if (!runtime.there) continue;
            if (!is_positive(runtime)) {
                complain("train_runtime is followed by no number above 0");
                return;
            }
            end_.line = line_;
            end_.runtime = *runtime.number;
            end_.samples_per_second = value("train_samples_per_second").number.value_or(0.0);
            end_.steps_per_second = value("train_steps_per_second").number.value_or(0.0);
            seen(RunLogFormat::hugging_face);
        }
    }

    /// "100%|####| 375/375 [05:31<00:00,  1.10s/it]": how many steps the bar had.
    void take_bar(std::string_view line) {
        const std::size_t at = line.find("100%|");
        if (at == std::string_view::npos) return;
        const std::size_t bar = line.find("| ", at + 5);
        if (bar == std::string_view::npos) return;
        std::string_view rest = line.substr(bar + 2);
        const std::optional<double> done = leading_number(rest);
        if (!done || !rest.starts_with('/')) return;
        rest.remove_prefix(1);
        const std::optional<double> all = leading_number(rest);
        // Bars of an evaluation fill up as well; those of training come with the final line, after
        // them, or are the longest.
        if (all && *all == *done && *all > 0.0) end_.bar_steps = std::max(end_.bar_steps, *all);
    }

    void take_memory_summary(std::string_view line) {
        for (const auto& [key, target] :
             {std::pair{"| Allocated memory", &run_.memory.allocated},
              std::pair{"| GPU reserved memory", &run_.memory.reserved}}) {
            const std::size_t at = line.find(key);
            if (at == std::string_view::npos) continue;
            const std::size_t current = line.find('|', at + 1);
            const std::size_t peak_cell =
                current == std::string_view::npos ? current : line.find('|', current + 1);
            if (peak_cell == std::string_view::npos) {
                complain("a row of memory_summary without its peak");
                continue;
            }
            take_summary_cell(line.substr(peak_cell), *target);
        }
    }

    void take_summary_cell(std::string_view cell, Bytes& target) {
        const Behind value = behind(cell, "|");
        std::string_view unit = value.rest;
        unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
        // Before PyTorch 1.11 the units of 1024 were written without their i.
        constexpr std::array scales{std::pair{"B ", units::B},    std::pair{"KiB", units::KiB},
                                    std::pair{"MiB", units::MiB}, std::pair{"GiB", units::GiB},
                                    std::pair{"TiB", units::TiB}, std::pair{"KB", units::KiB},
                                    std::pair{"MB", units::MiB},  std::pair{"GB", units::GiB},
                                    std::pair{"TB", units::TiB}};
        const auto* const scale = std::ranges::find_if(
            scales, [unit](const auto& one) { return unit.starts_with(one.first); });
        if (scale == scales.end()) {
            complain("a row of memory_summary without its peak");
            return;
        }
        peak(target, value, scale->second);
        seen(RunLogFormat::memory_summary);
    }

    void take_nvidia_smi(std::string_view line) {
        const std::size_t used_end = line.find("MiB / ");
        if (used_end == std::string_view::npos || !line.starts_with('|')) return;
        std::size_t begin = used_end;
        while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9')
            --begin;
        std::string_view digits = line.substr(begin, used_end - begin);
        const std::optional<double> used = leading_number(digits);
        if (!used) return;
        peak(run_.memory.process, {true, used, {}}, units::MiB);
        seen(RunLogFormat::nvidia_smi);
    }

    // --- what they share

    static bool is_positive(const Behind& value) {
        return value.number && *value.number > 0.0 && *value.number < largest_printed;
    }

    void told(Told what, const Behind& value, RunLogFormat format) {
        seen(format);
        if (is_positive(value))
            series_[static_cast<std::size_t>(what)].push_back(*value.number);
        else
            complain("a step without its time");
    }

    void peak(Bytes& target, const Behind& value, Bytes unit) {
        if (!value.there) return;
        if (!value.number || *value.number < 0.0 || *value.number >= largest_printed) {
            complain("a peak of memory without its size");
            return;
        }
        target = std::max(target, *value.number * unit);
    }

    /// The first that speaks of time names the log, or the first at all.
    void seen(RunLogFormat format) {
        if (run_.line == 0) {
            run_.line = line_;
            run_.format = format;
        }
        const bool memory_only = run_.format >= RunLogFormat::memory_summary;
        if (memory_only && format < RunLogFormat::memory_summary) run_.format = format;
    }

    void complain(std::string what) {
        if (++complaints_ <= most_complaints)
            problems_.push_back(warning(fmt::format("{}:{}", name_, line_), std::move(what)));
    }

    LoggedRun finish() {
        for (std::size_t i = 0; i < series_.size(); ++i)
            if (!series_[i].empty()) {
                put_series(static_cast<Told>(i), series_of(series_[i]));
                return std::move(run_);
            }
        if (end_.runtime > 0.0) put_trainer_end();
        return std::move(run_);
    }

    void put_series(Told what, StepSeries series) {
        switch (what) {
        case Told::megatron_ms:
        case Told::deepspeed_timers_ms:
            series.median *= 1e-3;
            run_.step_seconds = series;
            break;
        case Told::deepspeed_seconds: run_.step_seconds = series; break;
        case Told::torchtitan_rate: run_.tokens_per_second_per_gpu = series; break;
        case Told::deepspeed_samples: run_.samples_per_second = series; break;
        case Told::count: break;
        }
        if (series.steps + series.dropped < fewest_steps)
            problems_.push_back(
                warning(fmt::format("{}:{}", name_, run_.line),
                        fmt::format("only {} steps: the first ones are slower than the rest",
                                    series.steps + series.dropped)));
    }

    /// Of the whole run: rates are printed with three decimals, a count of steps is better.
    void put_trainer_end() {
        constexpr double rounding = 0.0005;
        const auto whole_run = [](double value, double spread) {
            return StepSeries{value, spread, 1, 0};
        };
        double spread = 0.0;
        if (end_.bar_steps > 0.0) {
            run_.step_seconds = whole_run(end_.runtime / end_.bar_steps, 0.0);
        } else if (end_.samples_per_second > end_.steps_per_second) {
            spread = rounding / end_.samples_per_second;
            run_.samples_per_second = whole_run(end_.samples_per_second, spread);
        } else if (end_.steps_per_second > 0.0) {
            spread = rounding / end_.steps_per_second;
            run_.step_seconds = whole_run(1.0 / end_.steps_per_second, spread);
        } else {
            return;
        }
        const std::string where = fmt::format("{}:{}", name_, end_.line);
        problems_.push_back(warning(where, "the mean of the whole run, with its warm-up, "
                                           "evaluations and saving: steps alone are faster"));
        constexpr double coarse = 0.01;
        if (spread > coarse)
            problems_.push_back(
                warning(where, fmt::format("printed with three decimals: known to {:.0f} % only",
                                           100.0 * spread)));
    }

    static constexpr int fewest_steps = 5;

    std::string_view name_;
    Problems& problems_;
    int line_ = 1;
    int complaints_ = 0;
    LoggedRun run_;
    TrainerEnd end_;
    std::array<std::vector<double>, static_cast<std::size_t>(Told::count)> series_;
};

} // namespace

LoggedRun read_log_lines(std::string_view text, std::string_view name, Problems& problems) {
    return LogScan(name, problems).scan(text);
}

} // namespace headroom
