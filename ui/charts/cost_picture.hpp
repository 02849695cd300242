// What the run costs on each card by each way of paying, and renting against owning over time.
//
//     CostPicture picture(view, {});
//     picture.arrange(size, style);
//     picture.rows()[0].marks;               // where the first card's amounts lie
//     picture.crossings()[0].at;             // where owning has paid off
//
// Amounts lie on a linear axis from zero, one mark for each way of paying: shape and filling say
// which, in both halves alike. A few dear cards do not squeeze all others: their marks stand at the
// edge with an arrow and their amount in figures. What has no price says so and is never at zero.
// Where a picture is too low for all rows, the last are left out and counted on it.
#pragma once

#include "core/present/cost_view.hpp"
#include "ui/charts/chart_pane.hpp"
#include "ui/charts/picture.hpp"

namespace headroom {

enum class CostContent : std::uint8_t { both, runs, rent_or_own };

struct CostOptions {
    CostContent content = CostContent::both;
};

class CostPicture final : public Picture {
  public:
    struct Mark {
        Purchase purchase = Purchase::on_demand;
        QPointF at;
        bool beyond = false; // the amount lies beyond the edge
    };
    struct Row {
        const CostRow* row = nullptr;
        QRectF band;
        std::vector<Mark> marks; // of amounts that are known
        bool shown = true;
    };
    struct Crossing {
        const CostCrossing* crossing = nullptr;
        QPointF at;
    };

    explicit CostPicture(CostView view, CostOptions options = {});

    const std::vector<Row>& rows() const { return rows_; }
    const std::vector<Crossing>& crossings() const { return crossings_; }
    QRectF runsPlot() const { return plot_; }
    QRectF ownPlot() const { return pane_.plot(); }
    double leastHeight(double width, const ChartStyle& style) const override;
    void takeOver(Picture& before) override;

  protected:
    void arrangeBody(const QRectF& body) override;
    void paintBody(QPainter& painter) const override;
    std::vector<Target> makeTargets() const override;

  private:
    struct Swatch {
        QRectF area;
        CostPart::Kind kind = CostPart::Kind::computing;
    };
    struct KeyMark {
        Purchase purchase = Purchase::on_demand;
        QPointF at;
    };
    /// 1, a thousand, a million, ...: what an axis up to `most` counts in, said in its title.
    static double unitFor(double most);
    static QString withUnit(const QString& title, double unit, Language language);

    bool showsRuns() const { return options_.content != CostContent::rent_or_own; }
    bool showsOwning() const { return options_.content != CostContent::runs; }
    void setScales();
    void splitBody(const QRectF& body, QRectF& left, QRectF& right) const;

    // Runs, in cost_picture.cpp.
    void arrangeRuns(const QRectF& area);
    double writeKey(const QRectF& area);
    void chooseRows(double height);
    void arrangeRow(Row& row, double top, double height);
    void writeRow(const Row& row, double run_right);
    void writeAmountAxis();
    void writeGoal();
    Target rowTarget(const Row& row) const;

    // Rent or own, in cost_owning.cpp.
    void arrangeOwning(const QRectF& area);
    double ownFactsHeight(double width) const;
    bool fitsInALine(const CostFact& fact, double width) const;
    void writeOwnAxes();
    void drawCurves();
    void writeCurveNames();
    void placeCrossings();
    Target crossingTarget(const Crossing& crossing) const;
    void arrangeParts(double left, double width, double& y);
    void writeFacts(double left, double width, double y, double bottom);

    // Drawing, in cost_paint.cpp.
    void paintRow(QPainter& painter, const Row& row) const;
    void paintPurchase(QPainter& painter, Purchase purchase, QPointF at) const;
    QPen penOf(Purchase purchase) const;
    QColor colourOf(Purchase purchase) const;

    CostView view_;
    CostOptions options_;
    std::vector<Row> rows_;
    std::size_t shown_ = 0;
    double least_height_ = 0.0;
    Scale amounts_, months_, paid_;
    double amount_unit_ = 1.0, paid_unit_ = 1.0; // thousands, millions, ...
    QRectF plot_;
    QLineF goal_line_, divider_;
    std::vector<KeyMark> key_;
    ChartPane pane_;
    std::vector<Crossing> crossings_;
    std::vector<Swatch> parts_;
};

} // namespace headroom
