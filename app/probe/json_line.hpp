// One line of the probe's protocol: a JSON object in ASCII whose numbers are finite or null.
//
//     JsonLine("stage").text("name", "facts").whole("index", 1).number("budget_s", 0.2).str()
//     // {"event": "stage", "name": "facts", "index": 1, "budget_s": 0.2}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::probe {

class JsonLine {
  public:
    explicit JsonLine(std::string_view event) { text("event", event); }

    JsonLine& text(std::string_view key, std::string_view value);
    JsonLine& number(std::string_view key, double value); // null where not finite
    JsonLine& number(std::string_view key, std::optional<double> value);
    JsonLine& whole(std::string_view key, long long value);
    JsonLine& flag(std::string_view key, bool value);
    JsonLine& flag(std::string_view key, std::optional<bool> value);
    JsonLine& words(std::string_view key, const std::vector<std::string>& values);
    JsonLine& wholes(std::string_view key, const std::vector<long>& values);

    /// The object, without the line's end.
    std::string str() const { return text_ + "}"; }

  private:
    void key(std::string_view name);
    void quote(std::string_view value);

    std::string text_ = "{";
};

} // namespace headroom::probe
