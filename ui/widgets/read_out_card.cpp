#include "ui/widgets/read_out_card.hpp"

#include "ui/widgets/paint.hpp"

#include <QScreen>
#include <QTextLayout>

#include <algorithm>

namespace headroom {

namespace {
constexpr int padding_x = 10, padding_y = 7, glyph_size = 14, gap = 6, line_gap = 2;
constexpr int widest_line = 300;
} // namespace

ReadOutCard::ReadOutCard(QWidget* parent)
    : QFrame(parent, Qt::ToolTip | Qt::FramelessWindowHint | Qt::WindowDoesNotAcceptFocus) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_ShowWithoutActivating);
}

QStringList ReadOutCard::wrappedLines() const {
    QStringList lines;
    for (const QString& line : text_.lines) {
        QTextLayout layout(line, font());
        layout.beginLayout();
        for (QTextLine piece = layout.createLine(); piece.isValid(); piece = layout.createLine()) {
            piece.setLineWidth(widest_line);
            lines << line.mid(piece.textStart(), piece.textLength()).trimmed();
        }
        layout.endLayout();
    }
    return lines;
}

QSize ReadOutCard::neededSize() const {
    const QFontMetrics bold(scaledFont(font(), 1.0, QFont::DemiBold));
    const QFontMetrics plain(font());
    int width = bold.horizontalAdvance(text_.title) + gap + glyph_size + gap +
                bold.horizontalAdvance(text_.word);
    int height = bold.height();
    for (const QString& line : wrappedLines()) {
        width = std::max(width, plain.horizontalAdvance(line));
        height += plain.height() + line_gap;
    }
    return {width + 2 * padding_x + 2, height + 2 * padding_y};
}

void ReadOutCard::showBelow(const QPoint& global, const ReadOutText& text) {
    text_ = text;
    const QSize size = neededSize();
    QPoint corner = global - QPoint(size.width() / 2, 0);
    if (const QScreen* at = QGuiApplication::screenAt(global)) {
        const QRect room = at->availableGeometry();
        corner.setX(std::clamp(corner.x(), room.left(), room.right() - size.width()));
        corner.setY(std::min(corner.y(), room.bottom() - size.height()));
    }
    setGeometry(QRect(corner, size));
    show();
    update();
}

void ReadOutCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.base);
    painter.setPen(theme.line2);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.setFont(scaledFont(font(), 1.0, QFont::DemiBold));
    const QFontMetrics bold = painter.fontMetrics();
    int x = padding_x;
    int y = padding_y;
    painter.setPen(theme.ink);
    painter.drawText(x, y + bold.ascent(), text_.title);
    x += bold.horizontalAdvance(text_.title) + gap;
    paintGlyph(painter, QRectF(x, y + (bold.height() - glyph_size) / 2.0, glyph_size, glyph_size),
               text_.verdict, theme);
    painter.setPen(theme.status(text_.verdict).text);
    painter.drawText(x + glyph_size + gap, y + bold.ascent(), text_.word);
    y += bold.height() + line_gap;
    painter.setFont(font());
    painter.setPen(theme.ink2);
    for (const QString& line : wrappedLines()) {
        painter.drawText(padding_x, y + painter.fontMetrics().ascent(), line);
        y += painter.fontMetrics().height() + line_gap;
    }
}

} // namespace headroom
