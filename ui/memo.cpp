#include "ui/memo.hpp"

#include "core/base/short_hash.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/text_file.hpp"
#include "ui/charts/bars_picture.hpp"
#include "ui/charts/still.hpp"
#include "ui/charts/trade_off_picture.hpp"
#include "ui/widgets/paint.hpp"

#include <QBuffer>
#include <QFileInfo>
#include <QPdfWriter>
#include <QTextDocument>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

constexpr double picture_mm = 170.0;
constexpr int picture_dpi = 300;

std::unique_ptr<Picture> pictureOf(MemoPicture which, const MemoInput& input,
                                   const Catalog& catalog, Language language) {
    if (which == MemoPicture::bars) {
        BarsView view = bars_view(input.scenario, input.points, catalog, language, input.hash);
        view.pins = pin_marks(input.pins, language);
        return std::make_unique<BarsPicture>(std::move(view),
                                             BarsOptions{.content = BarsContent::both});
    }
    TradeOffView view = trade_off_view(input.scenario, input.points, catalog, language, input.hash);
    view.pins = pin_marks(input.pins, language);
    return std::make_unique<TradeOffPicture>(std::move(view), TradeOffOptions{});
}

QByteArray pngOf(Picture& picture, const MemoOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    stillImage(picture, {.width_mm = picture_mm,
                         .dpi = picture_dpi,
                         .theme = options.theme,
                         .language = options.language})
        .save(&buffer, "PNG");
    return bytes;
}

constexpr std::string_view nameOf(MemoPicture which) {
    return which == MemoPicture::bars ? "memory-and-time" : "trade-off";
}

// Markdown

/// A bar would end the cell.
std::string markdownCell(std::string_view text) {
    std::string cell;
    for (const char letter : text) {
        if (letter == '|') cell += '\\';
        cell += letter;
    }
    return cell;
}

std::string markdownTable(const TableView& table) {
    std::string text;
    const auto add = [&text](const std::vector<std::string>& cells) {
        text += '|';
        for (const std::string& cell : cells)
            text.append(1, ' ').append(markdownCell(cell)).append(" |");
        text += '\n';
    };
    add(table.columns);
    text += '|';
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        text.append(i == 0 ? "---|" : "--:|");
    text += '\n';
    for (const auto& row : table.rows)
        add(row);
    return text;
}

/// What stands before an item of a checklist; "" before one of another list.
std::string_view boxOf(const MemoSection& section, std::size_t item, std::string_view open,
                       std::string_view ticked) {
    if (!section.is_checklist) return {};
    return section.ticked[item] ? ticked : open;
}

std::string markdownOf(const MemoView& memo, const std::string& picture_stem) {
    std::string text = "# " + memo.title + "\n\n" + memo.subtitle + "\n";
    for (const MemoSection& section : memo.sections) {
        text += "\n## " + section.title + "\n\n";
        for (const std::string& paragraph : section.paragraphs)
            text += paragraph + "\n\n";
        for (std::size_t i = 0; i < section.items.size(); ++i)
            text += "- " + std::string(boxOf(section, i, "[ ] ", "[x] ")) + section.items[i] + "\n";
        if (section.table) text += markdownTable(*section.table);
        if (section.picture)
            text += "![" + section.title + "](<" + picture_stem + "-" +
                    std::string(nameOf(*section.picture)) + ".png>)\n";
    }
    return text + "\n---\n" + memo.footer + "\n";
}

// HTML, in the subset that QTextDocument understands as well.

QString escaped(const std::string& text) { return toQt(text).toHtmlEscaped(); }

QString htmlTable(const TableView& table) {
    const auto line = [](const std::vector<std::string>& cells, const char* tag) {
        QString text = QStringLiteral("<tr>");
        for (std::size_t i = 0; i < cells.size(); ++i)
            text += QStringLiteral("<%1 align=\"%2\">%3</%1>")
                        .arg(QLatin1String(tag),
                             i == 0 ? QStringLiteral("left") : QStringLiteral("right"),
                             escaped(cells[i]));
        return text + QStringLiteral("</tr>\n");
    };
    QString text =
        QStringLiteral("<table cellspacing=\"0\" cellpadding=\"4\">\n") + line(table.columns, "th");
    for (const auto& row : table.rows)
        text += line(row, "td");
    return text + QStringLiteral("</table>\n");
}

QString htmlSection(const MemoSection& section, const QStringList& picture_urls) {
    QString text = QStringLiteral("<h2>%1</h2>\n").arg(escaped(section.title));
    for (const std::string& paragraph : section.paragraphs)
        text += QStringLiteral("<p>%1</p>\n").arg(escaped(paragraph));
    if (!section.items.empty()) text += QStringLiteral("<ul>\n");
    for (std::size_t i = 0; i < section.items.size(); ++i)
        text += QStringLiteral("<li>%1%2</li>\n")
                    .arg(toQt(boxOf(section, i, "☐ ", "☑ ")), escaped(section.items[i]));
    if (!section.items.empty()) text += QStringLiteral("</ul>\n");
    if (section.table) text += htmlTable(*section.table);
    if (section.picture)
        text += QStringLiteral("<p><img src=\"%1\" width=\"640\" alt=\"%2\"></p>\n")
                    .arg(picture_urls[static_cast<int>(*section.picture)], escaped(section.title));
    return text;
}

QString htmlOf(const MemoView& memo, const QStringList& picture_urls, Language language) {
    QString text = QStringLiteral(
        "<!DOCTYPE html>\n<html lang=\"%1\"><head><meta charset=\"utf-8\"><title>%2</title>\n"
        "<style>body { font-family: 'Noto Sans', 'Noto Sans CJK KR', sans-serif; font-size: 10pt; "
        "color: #1a1e24; max-width: 46em; } h1 { font-size: 17pt; } h2 { font-size: 12pt; } "
        "th, td { font-size: 8pt; border-bottom: 1px solid #d5d9e0; } "
        "img { max-width: 100%; }</style></head>\n<body>\n<h1>%2</h1>\n<p>%3</p>\n");
    text = text.arg(language == Language::korean ? QStringLiteral("ko") : QStringLiteral("en"),
                    escaped(memo.title), escaped(memo.subtitle));
    for (const MemoSection& section : memo.sections)
        text += htmlSection(section, picture_urls);
    return text + QStringLiteral("<hr><p>%1</p>\n</body></html>\n").arg(escaped(memo.footer));
}

QByteArray pdfOf(const QString& html, const QString& title, Language language) {
    constexpr int resolution = 300, margin_mm = 18;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(margin_mm, margin_mm, margin_mm, margin_mm),
                          QPageLayout::Millimeter);
    writer.setResolution(resolution);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Headroom"));
    QTextDocument document;
    document.setDefaultFont(applicationFont(language));
    document.setHtml(html);
    document.print(&writer);
    return bytes;
}

std::string_view viewOf(const QByteArray& bytes) {
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

} // namespace

std::optional<MemoFormat> memoFormatOf(const std::filesystem::path& file) {
    const QString ending = QFileInfo(file).suffix().toLower();
    if (ending == QLatin1String("md")) return MemoFormat::markdown;
    if (ending == QLatin1String("html") || ending == QLatin1String("htm")) return MemoFormat::html;
    if (ending == QLatin1String("pdf")) return MemoFormat::pdf;
    return std::nullopt;
}

MemoInput memoInput(const Scenario& scenario, const Catalog& catalog) {
    std::vector<std::string> ids = catalog.default_view;
    if (std::ranges::find(ids, scenario.cluster.gpu.id) == ids.end())
        ids.push_back(scenario.cluster.gpu.id);
    return {scenario,
            across_gpus(scenario, ids, catalog),
            {},
            short_hash(write_scenario(scenario, catalog))};
}

std::optional<Problem> writeMemo(const MemoInput& input, const Catalog& catalog,
                                 const std::filesystem::path& file, const MemoOptions& options) {
    const auto format = memoFormatOf(file);
    if (!format) return error(file.string(), "must end in .md, .html or .pdf");
    const MemoView memo = memo_view(input, catalog, options.language);
    QStringList urls;
    for (const MemoPicture which : {MemoPicture::trade_off, MemoPicture::bars}) {
        const auto picture = pictureOf(which, input, catalog, options.language);
        const QByteArray png = pngOf(*picture, options);
        urls << QStringLiteral("data:image/png;base64,") + QString::fromLatin1(png.toBase64());
        if (*format != MemoFormat::markdown) continue;
        std::filesystem::path beside = file;
        beside.replace_filename(file.stem().string() + "-" + std::string(nameOf(which)) + ".png");
        if (auto problem = write_file(beside, viewOf(png))) return problem;
    }
    if (*format == MemoFormat::markdown)
        return write_file(file, markdownOf(memo, file.stem().string()));
    const QString html = htmlOf(memo, urls, options.language);
    if (*format == MemoFormat::html) return write_file(file, html.toStdString());
    return write_file(file, viewOf(pdfOf(html, toQt(memo.title), options.language)));
}

} // namespace headroom
