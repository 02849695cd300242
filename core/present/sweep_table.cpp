// The table twin of a sweep: the same points, as text.
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

namespace headroom {

TableView sweep_table(const SweepView& view, Language language) {
    TableView table;
    const bool korean = language == Language::korean;
    table.columns = {
        view.x_title,  korean ? "판정" : "verdict", korean ? "필요 GiB" : "needs GiB",
        "P10–P90 GiB", korean ? "스텝" : "step",    korean ? "스텝 P10–P90" : "step P10–P90"};
    for (const SweepView::Point& point : view.points) {
        std::vector<std::string> row{point.label, verdict_word(point.verdict, language)};
        if (point.verdict == Verdict::not_legal) {
            row.resize(table.columns.size(), "–");
        } else {
            row.push_back(significant(point.need_gib, 3));
            row.push_back(significant(point.need_p10, 3) + "–" + significant(point.need_p90, 3));
            row.push_back(seconds(point.seconds * units::s));
            row.push_back(span(point.seconds_p10 * units::s, point.seconds_p90 * units::s));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace headroom
