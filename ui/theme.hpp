// Every colour, texture and type size of the program, light and dark.
//
//     const Theme theme = Theme::dark();
//     QApplication::setPalette(theme.palette());
//     painter.setPen(theme.status(Verdict::tight).text);
//
// A Theme is a plain value: widgets and charts are given one and ask nobody else for a colour.
// Contrast on `base`: text at least 4.5, marks at least 3. A status is never colour alone: it comes
// with a glyph, a word or a texture.
#pragma once

#include "core/cost/breakdown.hpp"
#include "core/cost/estimate.hpp"
#include "core/present/views.hpp"

#include <QColor>
#include <QFont>
#include <QPalette>

namespace headroom {

/// How a term's fill is told from another of the same hue, also in grey.
enum class Texture : std::uint8_t {
    flat,
    stripes_up,   // "/"
    stripes_down, // "\"
    lines,        // thin level lines
    dots,
};

struct TermStyle {
    QColor fill;
    QColor edge; // fill mixed with ink (light) or base (dark): visible where the fill is pale
    Texture texture = Texture::flat;
    QColor ink; // of the texture
};

struct StatusStyle {
    QColor text, fill, ground;

    bool operator==(const StatusStyle&) const = default;
};

struct Theme {
    bool is_dark = false;
    QColor win, base, alt, ctl, line, grid, line2, ink, ink2, ink3, acc, accbg;
    StatusStyle fit, tight, no, not_legal;

    static const Theme& light();
    static const Theme& dark();

    const StatusStyle& status(Verdict verdict) const;
    /// One hue, one cause: memory and time share hues, so a colour names the lever.
    TermStyle term(MemoryTerm term) const;
    TermStyle term(StepTerm term) const;
    /// `term` as in BarPiece: a MemoryTerm's index, then allocator reserve, then context.
    TermStyle memoryPiece(std::size_t term) const;
    TermStyle stepPiece(std::size_t term) const;

    QPalette palette() const; // for the Fusion style

    bool operator==(const Theme&) const = default;
};

/// `share` of `a` and the rest of `b`.
QColor mixed(const QColor& a, const QColor& b, double share);

/// Noto Sans, for Korean Noto Sans CJK KR, else what the system has; all digits have one width.
QStringList fontFamilies(Language language);
QFont applicationFont(Language language); // 9 pt
QFont monospaceFont();

/// Sizes as factors of the application font.
namespace type_scale {
inline constexpr double caption = 0.92, section = 0.88, chart = 0.92, chart_title = 1.12,
                        verdict = 1.2, number = 1.67, panel_title = 1.6;
} // namespace type_scale

} // namespace headroom
