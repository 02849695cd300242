#include "ui/theme.hpp"

#include <QPainter>

#include <array>

namespace headroom {

namespace {

constexpr double base_point_size = 9.0; // 12 px at 96 DPI
constexpr double edge_fill_share = 0.58;

Theme makeLight() {
    Theme t;
    t.win = 0xEEF0F3, t.base = 0xFFFFFF, t.alt = 0xF7F8FA, t.ctl = 0xFBFCFD;
    t.line = 0xD5D9E0, t.grid = 0xE4E7EC, t.line2 = 0x7E8693;
    t.ink = 0x1A1E24, t.ink2 = 0x48505C, t.ink3 = 0x5C6674;
    t.acc = 0x0B5CAD, t.accbg = 0xE3EEF9;
    t.fit = {0x007A5A, 0x3A9F80, 0xDDF1EA};
    t.tight = {0x8A5200, 0xE69F00, 0xFCEBCB};
    t.no = {0xB0400A, 0xD55E00, 0xFBE3D8};
    t.not_legal = {0x5C6674, Qt::transparent, 0xECEEF1};
    return t;
}

Theme makeDark() {
    Theme t;
    t.is_dark = true;
    t.win = 0x15171B, t.base = 0x1E2126, t.alt = 0x23272D, t.ctl = 0x2A2F36;
    t.line = 0x3A404A, t.grid = 0x2E333B, t.line2 = 0x79828F;
    t.ink = 0xECEEF1, t.ink2 = 0xBAC1CB, t.ink3 = 0x98A1AE;
    t.acc = 0x6CB4F5, t.accbg = 0x1F3A55;
    t.fit = {0x5FD3AE, 0x2E9B7A, 0x173B31};
    t.tight = {0xF2B84B, 0xD99A1C, 0x43330F};
    t.no = {0xFF9566, 0xE0692A, 0x4A2416};
    t.not_legal = {0x98A1AE, Qt::transparent, 0x2E333B};
    return t;
}

// The nine hues, in both themes. Checked in grey and under deuteranopia simulation.
enum class Hue : std::uint8_t { blue, sky, navy, pale, orange, purple, yellow, grey, light_grey };

struct HuePair {
    QRgb light, dark;
};
constexpr std::array<HuePair, 9> hues{{{0x0072B2, 0x3E9BDC},
                                       {0x56B4E9, 0x8ACDF4},
                                       {0x0B4775, 0x2A76B5},
                                       {0xA9D3F0, 0xCBE6F8},
                                       {0xE69F00, 0xE8A92E},
                                       {0xCC79A7, 0xD48DB6},
                                       {0xF0E442, 0xEDE25A},
                                       {0x7C8593, 0x98A1AE},
                                       {0xB4BAC4, 0x6A7380}}};
constexpr QRgb yellow_dots = 0x6B6300;

struct TermLook {
    Hue hue;
    Texture texture = Texture::flat;
};

TermStyle styleOf(const Theme& theme, TermLook look) {
    const HuePair pair = hues[static_cast<std::size_t>(look.hue)];
    TermStyle style;
    style.fill = QColor(theme.is_dark ? pair.dark : pair.light);
    style.edge = mixed(style.fill, theme.is_dark ? theme.base : theme.ink, edge_fill_share);
    style.texture = look.texture;
    const bool pale_lines = look.hue != Hue::yellow && look.hue != Hue::light_grey;
    if (look.hue == Hue::yellow)
        style.ink = QColor(yellow_dots);
    else if (look.hue == Hue::light_grey)
        style.ink = theme.is_dark ? theme.ink2 : theme.ink3;
    else if (pale_lines)
        style.ink = theme.is_dark ? theme.base : QColor(Qt::white);
    return style;
}

// A new term takes a hue by its cause and adds a texture.
TermLook lookOf(MemoryTerm term) {
    switch (term) {
    case MemoryTerm::weights: return {Hue::blue};
    case MemoryTerm::autocast_copies: return {Hue::blue, Texture::stripes_up};
    case MemoryTerm::gradients: return {Hue::sky};
    case MemoryTerm::unsharded_gradients: return {Hue::sky, Texture::stripes_up};
    case MemoryTerm::optimizer_states: return {Hue::navy};
    case MemoryTerm::optimizer_temporaries: return {Hue::navy, Texture::stripes_up};
    case MemoryTerm::activations: return {Hue::orange};
    case MemoryTerm::working_set: return {Hue::orange, Texture::stripes_down};
    case MemoryTerm::attention_scores: return {Hue::orange, Texture::lines};
    case MemoryTerm::routing_imbalance: return {Hue::orange, Texture::dots};
    case MemoryTerm::logits: return {Hue::purple, Texture::lines};
    case MemoryTerm::gathered_parameters: return {Hue::yellow, Texture::dots};
    case MemoryTerm::buckets: return {Hue::yellow, Texture::stripes_up};
    case MemoryTerm::workspace: return {Hue::grey, Texture::stripes_up};
    case MemoryTerm::count: break;
    }
    return {Hue::grey};
}

TermLook lookOf(StepTerm term) {
    switch (term) {
    case StepTerm::matmul: return {Hue::blue};
    case StepTerm::attention: return {Hue::sky};
    case StepTerm::elementwise: return {Hue::pale};
    case StepTerm::recompute: return {Hue::orange, Texture::stripes_down};
    case StepTerm::head: return {Hue::purple, Texture::lines};
    case StepTerm::optimizer: return {Hue::navy};
    case StepTerm::tensor_communication: return {Hue::yellow, Texture::lines};
    case StepTerm::data_communication: return {Hue::yellow, Texture::dots};
    case StepTerm::context_communication: return {Hue::yellow, Texture::stripes_down};
    case StepTerm::expert_exchange: return {Hue::yellow, Texture::stripes_up};
    case StepTerm::pipeline_communication: return {Hue::yellow};
    case StepTerm::pipeline_bubble: return {Hue::light_grey, Texture::stripes_up};
    case StepTerm::offload: return {Hue::navy, Texture::stripes_up};
    case StepTerm::launch: return {Hue::grey};
    case StepTerm::data_loading: return {Hue::grey, Texture::stripes_down};
    case StepTerm::stragglers: return {Hue::light_grey, Texture::dots};
    case StepTerm::memory_pressure: return {Hue::orange, Texture::dots};
    case StepTerm::count: break;
    }
    return {Hue::grey};
}

} // namespace

const Theme& Theme::light() {
    static const Theme theme = makeLight();
    return theme;
}

const Theme& Theme::dark() {
    static const Theme theme = makeDark();
    return theme;
}

const StatusStyle& Theme::status(Verdict verdict) const {
    switch (verdict) {
    case Verdict::fits: return fit;
    case Verdict::tight: return tight;
    case Verdict::does_not_fit: return no;
    case Verdict::not_legal: break;
    }
    return not_legal;
}

TermStyle Theme::term(MemoryTerm term) const { return styleOf(*this, lookOf(term)); }

TermStyle Theme::term(StepTerm term) const { return styleOf(*this, lookOf(term)); }

TermStyle Theme::memoryPiece(std::size_t term) const {
    constexpr auto terms = static_cast<std::size_t>(MemoryTerm::count);
    if (term < terms) return styleOf(*this, lookOf(static_cast<MemoryTerm>(term)));
    if (term == terms) return styleOf(*this, {Hue::light_grey, Texture::stripes_up}); // reserve
    return styleOf(*this, {Hue::grey});                                               // context
}

TermStyle Theme::stepPiece(std::size_t term) const {
    return styleOf(*this, lookOf(static_cast<StepTerm>(term)));
}

QPalette Theme::palette() const {
    QPalette p(ink, ctl, line, line2, line2, ink, base);
    p.setColor(QPalette::Window, win);
    p.setColor(QPalette::Base, base);
    p.setColor(QPalette::AlternateBase, alt);
    p.setColor(QPalette::Button, ctl);
    p.setColor(QPalette::WindowText, ink);
    p.setColor(QPalette::Text, ink);
    p.setColor(QPalette::ButtonText, ink);
    p.setColor(QPalette::BrightText, ink);
    p.setColor(QPalette::PlaceholderText, ink3);
    p.setColor(QPalette::ToolTipBase, base);
    p.setColor(QPalette::ToolTipText, ink);
    p.setColor(QPalette::Highlight, acc);
    p.setColor(QPalette::HighlightedText, is_dark ? base : QColor(Qt::white));
    p.setColor(QPalette::Link, acc);
    p.setColor(QPalette::LinkVisited, acc);
    p.setColor(QPalette::Light, is_dark ? line : QColor(Qt::white));
    p.setColor(QPalette::Mid, line);
    p.setColor(QPalette::Midlight, line);
    p.setColor(QPalette::Dark, line2);
    p.setColor(QPalette::Shadow, is_dark ? QColor(Qt::black) : line2);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, ink3);
    p.setColor(QPalette::Disabled, QPalette::Highlight, line);
    return p;
}

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto channel = [share](float x, float y) {
        return static_cast<float>(share * double(x) + (1.0 - share) * double(y));
    };
    return QColor::fromRgbF(channel(a.redF(), b.redF()), channel(a.greenF(), b.greenF()),
                            channel(a.blueF(), b.blueF()));
}

QStringList fontFamilies(Language language) {
    if (language == Language::korean)
        return {"Noto Sans CJK KR", "Noto Sans KR", "Noto Sans", "DejaVu Sans"};
    return {"Noto Sans", "DejaVu Sans", "Noto Sans CJK KR"};
}

QFont applicationFont(Language language) {
    QFont font;
    font.setFamilies(fontFamilies(language));
    font.setPointSizeF(base_point_size);
    return font;
}

QFont monospaceFont() {
    QFont font;
    font.setFamilies({"Noto Sans Mono", "DejaVu Sans Mono"});
    font.setStyleHint(QFont::Monospace);
    font.setPointSizeF(base_point_size);
    return font;
}

} // namespace headroom
