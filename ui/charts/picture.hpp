// A chart at one size: geometry first, then paint; the same for the screen and for paper.
//
//     TradeOffPicture picture(view, {});
//     picture.arrange({900, 600}, style);
//     picture.paint(painter);
//     for (const Target& target : picture.targets()) ...   // what a pointer or the keyboard
//     reaches
//
// Pictures know no widget and no session. Every picture has the same frame: title, settings line,
// what could not be drawn in words, and on paper a footer.
#pragma once

#include "ui/charts/chart_style.hpp"
#include "ui/charts/text_run.hpp"

#include <QLineF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace headroom {

class ChartPane;
class Scale;

struct ReadOutRow {
    QString label, value, note;
};

/// The card beside a mark under the pointer.
struct ReadOut {
    QString title;
    std::vector<ReadOutRow> rows;
};

/// Something that can be pointed at: a GPU's mark or row, a position of a sweep.
struct Target {
    QString id; // GPU id, or the value's label
    QPointF at;
    QRectF reach; // a row is hit anywhere in it; null: by distance to `at`
    QString spoken;
    ReadOut card;
    QLineF guide{}; // through all that belongs to it; null: none
};

struct FrameText {
    QString title, subtitle;
    QStringList notes;
    QString footer_left, footer_right;
};

class Picture {
  public:
    virtual ~Picture() = default;
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;

    /// Computes all geometry for this size, in painter units.
    void arrange(QSizeF size, const ChartStyle& style);
    void paint(QPainter& painter) const;

    /// Built when first asked for: a drag paints many pictures that no pointer ever reaches.
    const std::vector<Target>& targets() const;
    const FrameText& frame() const { return text_; }
    /// Another title or footer than the view's, before arrange().
    void setFrame(FrameText text) { text_ = std::move(text); }
    /// What is not drawn, in words: the view's notes and the picture's own.
    QStringList notes() const { return text_.notes + ownNotes(style_.language); }
    QSizeF size() const { return size_; }
    /// Every piece of text as placed; exports and tests look here.
    const std::vector<TextRun>& runs() const { return runs_; }
    /// Height that shows everything at this width, both in painter units; 0: any height will do.
    virtual double leastHeight(double width, const ChartStyle& style) const {
        static_cast<void>(width);
        static_cast<void>(style);
        return 0.0;
    }
    /// Takes from the picture that this one replaces what is slow to build and still right.
    virtual void takeOver(Picture& before) { static_cast<void>(before); }
    /// Room at the right of the title, in design pixels, that belongs to the widget's switches.
    void reserveTitleRoom(double width) { title_room_ = width; }

  protected:
    explicit Picture(FrameText text) : text_(std::move(text)) {}
    virtual void arrangeBody(const QRectF& body) = 0;
    virtual void paintBody(QPainter& painter) const = 0;
    /// What can be reached, where arrange() put it; the first of those that hold a place is meant.
    virtual std::vector<Target> makeTargets() const { return {}; }
    /// What the picture itself could not draw, in words.
    virtual QStringList ownNotes(Language) const { return {}; }

    const ChartStyle& style() const { return style_; }
    /// Text drawn above everything else of the body; a valid `halo` is the ground it stands on.
    void addRun(TextRun run, const QColor& halo = {});
    void addTitle(const QString& title, const QRectF& plot, bool vertical);
    /// The numbers along the lower and the left edge of a pane.
    void addTicks(const ChartPane& pane, const Scale& x, const Scale& y);

  private:
    struct Rotated {
        TextRun run;
        QPointF centre;
    };

    QRectF arrangeFrame();
    double arrangeHead(double width);
    double arrangeFooter(double margin);

    FrameText text_;
    ChartStyle style_;
    QSizeF size_;
    double title_room_ = 0.0;
    QLineF footer_line_;
    std::vector<TextRun> runs_;
    std::vector<QColor> halos_;
    std::vector<Rotated> rotated_;
    mutable std::optional<std::vector<Target>> targets_;
};

} // namespace headroom
