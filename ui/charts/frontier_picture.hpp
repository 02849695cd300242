// The best plans of a search: VRAM of one GPU against step time or cost, the present plan marked.
//
//     FrontierPicture picture(view, {.by_cost = false});
//     picture.arrange(size, style);
//     picture.marks()[0].at;                // the fastest plan that fits
//
// A disc is a plan of the front; stairs join those that no other both smaller and faster beats, so
// a disc above them is there because it is simpler to run. Grey and hollow: it misses a goal. The
// capacity is a line; a present plan that needs far more stands at the top edge with its need in
// figures.
#pragma once

#include "core/present/frontier_view.hpp"
#include "ui/charts/chart_pane.hpp"
#include "ui/charts/label_placer.hpp"
#include "ui/charts/picture.hpp"

namespace headroom {

struct FrontierOptions {
    bool by_cost = false; // the x axis; money grows with time, so the picture keeps its shape
};

class FrontierPicture final : public Picture {
  public:
    struct Placed {
        const FrontierMark* mark = nullptr;
        QPointF at;
        bool beyond = false; // its need is above the plot
    };

    explicit FrontierPicture(FrontierView view, FrontierOptions options = {});

    const std::vector<Placed>& marks() const { return marks_; }
    /// The present plan: one of marks() or by itself; null where it is not legal.
    const Placed* present() const;
    void takeOver(Picture& before) override;
    QRectF plot() const { return pane_.plot(); }

  protected:
    void arrangeBody(const QRectF& body) override;
    void paintBody(QPainter& painter) const override;
    std::vector<Target> makeTargets() const override;

  private:
    double xOf(const FrontierMark& mark) const;
    std::vector<const FrontierMark*> drawn() const;
    void setScales();
    void arrangePane(const QRectF& body);
    void arrangeMarks();
    std::vector<QLineF> stairs() const;
    void writeAxes();
    void writeCapacity();
    void writeGoal();
    LabelPlacer placerAroundMarks() const;
    void writeNotable();
    void writeBeside(LabelPlacer& placer, const Placed& placed, const QString& words,
                     const QColor& colour);
    QRectF boxOf(const Placed& placed) const;
    double goalPlace() const;
    void paintGoal(QPainter& painter) const;

    FrontierView view_;
    FrontierOptions options_;
    Scale x_, y_;
    ChartPane pane_;
    std::vector<Placed> marks_;
    std::vector<QRectF> written_; // boxes of the texts at lines, to keep others off
    std::vector<QLineF> leaders_; // from marks to labels that found no place beside them
};

} // namespace headroom
