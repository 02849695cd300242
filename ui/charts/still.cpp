#include "ui/charts/still.hpp"

#include <QBuffer>
#include <QImageWriter>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double mm_per_inch = 25.4, points_per_inch = 72.0;
constexpr double text_points = 7.0;     // of the chart's text on paper
constexpr double unit_per_pixel = 10.0; // fonts are set in whole units: tenths of a pixel
constexpr double usual_ratio = 1250.0 / 1890.0;
constexpr double least_mm = 60.0, most_mm = 2000.0;
constexpr double least_text = 0.5, most_text = 3.0;
constexpr int least_dpi = 36, most_dpi = 2400;
constexpr double most_pixels = 2.0e8; // 800 MB of image

// Painter units in one millimetre of paper.
double unitsPerMm() {
    return ChartStyle::text_px * unit_per_pixel / text_points * points_per_inch / mm_per_inch;
}

ChartStyle paperStyle(const StillOptions& options) {
    ChartStyle style;
    style.theme = options.theme;
    style.language = options.language;
    style.unit = unit_per_pixel;
    style.text_scale = options.text_scale;
    style.on_paper = true;
    return style;
}

QSize pixelsOf(QSizeF mm, int dpi) {
    const auto pixels = [dpi](double length) {
        return static_cast<int>(std::lround(length / mm_per_inch * dpi));
    };
    return {pixels(mm.width()), pixels(mm.height())};
}

// Lays the picture out in its own units, then draws it `scale` device units to one of them.
void drawStill(QPainter& painter, Picture& picture, const StillOptions& options, double scale) {
    const QSizeF units = stillSizeMm(picture, options) * unitsPerMm();
    picture.arrange(units, paperStyle(options));
    painter.scale(scale, scale);
    if (!options.transparent) painter.fillRect(QRectF(QPointF(), units), options.theme.base);
    picture.paint(painter);
}

std::optional<Problem> writeWhole(const std::filesystem::path& file, const QByteArray& bytes) {
    QSaveFile out(QString::fromStdString(file.string()));
    const bool written =
        out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit();
    if (written) return {};
    return error(file.string(), "could not be written: " + out.errorString().toStdString());
}

} // namespace

std::optional<StillFormat> stillFormatOf(const std::filesystem::path& file) {
    const QString ending = QString::fromStdString(file.extension().string()).toLower();
    if (ending == QLatin1String(".png")) return StillFormat::png;
    if (ending == QLatin1String(".svg")) return StillFormat::svg;
    if (ending == QLatin1String(".pdf")) return StillFormat::pdf;
    return {};
}

QSizeF stillSizeMm(const Picture& picture, const StillOptions& options) {
    if (options.height_mm > 0) return {options.width_mm, options.height_mm};
    const double width = options.width_mm * unitsPerMm();
    const double wanted = picture.leastHeight(width, paperStyle(options)) / unitsPerMm();
    return {options.width_mm, std::max(options.width_mm * usual_ratio, wanted)};
}

std::optional<Problem> checkStill(const StillOptions& options) {
    const auto outside = [](double value, double least, double most) {
        return !(value >= least && value <= most);
    };
    if (outside(options.width_mm, least_mm, most_mm))
        return error("--width-mm", "must be from 60 to 2000 millimetres");
    if (options.height_mm != 0 && outside(options.height_mm, least_mm / 2, most_mm))
        return error("--height-mm", "must be from 30 to 2000 millimetres");
    if (outside(options.text_scale, least_text, most_text))
        return error("--text-scale", "must be from 0.5 to 3");
    if (outside(options.dpi, least_dpi, most_dpi))
        return error("--dpi", "must be from 36 to 2400 dots per inch");
    const double inches = options.width_mm / mm_per_inch;
    if (inches * inches * usual_ratio * options.dpi * options.dpi > most_pixels)
        return error("--dpi", "the picture would have more than 200 million pixels; ask for a "
                              "smaller size or resolution, or for SVG or PDF");
    return {};
}

QImage stillImage(Picture& picture, const StillOptions& options) {
    const QSize pixels = pixelsOf(stillSizeMm(picture, options), options.dpi);
    QImage image(pixels,
                 options.transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    image.fill(options.transparent ? QColor(Qt::transparent) : options.theme.base);
    {
        QPainter painter(&image);
        drawStill(painter, picture, options, options.dpi / mm_per_inch / unitsPerMm());
    }
    const int dots_per_metre = static_cast<int>(std::lround(options.dpi * 1000.0 / mm_per_inch));
    image.setDotsPerMeterX(dots_per_metre);
    image.setDotsPerMeterY(dots_per_metre);
    return image;
}

QByteArray stillSvg(Picture& picture, const StillOptions& options) {
    QBuffer buffer;
    QSvgGenerator generator;
    // Hundredths of a millimetre, as the size is given in whole units.
    constexpr int per_mm = 100;
    const QSize size = (stillSizeMm(picture, options) * per_mm).toSize();
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(per_mm * mm_per_inch));
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(picture.frame().title);
    generator.setDescription(picture.frame().subtitle);
    {
        QPainter painter(&generator);
        drawStill(painter, picture, options, per_mm / unitsPerMm());
    }
    return buffer.data();
}

QByteArray stillPdf(Picture& picture, const StillOptions& options) {
    constexpr int resolution = 1200;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(resolution);
    writer.setPageSize(QPageSize(stillSizeMm(picture, options), QPageSize::Millimeter));
    writer.setPageMargins({});
    writer.setTitle(picture.frame().title);
    writer.setCreator(QStringLiteral("Headroom"));
    {
        QPainter painter(&writer);
        drawStill(painter, picture, options, resolution / mm_per_inch / unitsPerMm());
    }
    return buffer.data();
}

std::optional<Problem> writeStill(Picture& picture, const std::filesystem::path& file,
                                  const StillOptions& options) {
    const auto format = stillFormatOf(file);
    if (!format) return error(file.string(), "must end in .png, .svg or .pdf");
    if (auto problem = checkStill(options)) return problem;
    if (*format == StillFormat::svg) return writeWhole(file, stillSvg(picture, options));
    if (*format == StillFormat::pdf) return writeWhole(file, stillPdf(picture, options));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    if (!writer.write(stillImage(picture, options)))
        return error(file.string(), "could not be drawn: " + writer.errorString().toStdString());
    return writeWhole(file, bytes);
}

} // namespace headroom
