// A picture as a file for paper: PNG, SVG or PDF, in millimetres, opaque, with its footer.
//
//     StillOptions options{.width_mm = 160, .dpi = 300};
//     if (auto failed = writeStill(*chart->still(), "out/trade-off.png", options)) ...
//
// Text is 7 points high at every resolution and width, times a scale where one is asked for; what
// changes with the width is the room for the chart. A PNG carries its resolution. Files are written
// whole or not at all.
#pragma once

#include "core/base/problem.hpp"
#include "ui/charts/picture.hpp"

#include <QImage>

#include <filesystem>
#include <optional>

namespace headroom {

struct StillOptions {
    double width_mm = 160.0;
    double height_mm = 0.0; // 0: as high as the picture wants, at least width * 1250 / 1890
    int dpi = 300;
    double text_scale = 1.0; // of 7 points; for slides and posters
    Theme theme = Theme::light();
    Language language = Language::english;
    bool transparent = false; // the ground, where the format can
};

enum class StillFormat : std::uint8_t { png, svg, pdf };

/// By the file's ending, in any case; empty when it is none of the three.
std::optional<StillFormat> stillFormatOf(const std::filesystem::path& file);

/// The size it will have on paper.
QSizeF stillSizeMm(const Picture& picture, const StillOptions& options);

/// What is wrong with these options, in words; nothing when they can be drawn.
std::optional<Problem> checkStill(const StillOptions& options);

QImage stillImage(Picture& picture, const StillOptions& options);
QByteArray stillSvg(Picture& picture, const StillOptions& options);
QByteArray stillPdf(Picture& picture, const StillOptions& options);

/// The format follows from the file's ending.
std::optional<Problem> writeStill(Picture& picture, const std::filesystem::path& file,
                                  const StillOptions& options);

} // namespace headroom
