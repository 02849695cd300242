// Presentation mode: the verdict, one chart and five sliders, large, over the whole screen.
//
//     auto* presentation = new Presentation(session, PresentedChart::trade_off);
//     presentation->showFullScreen();               // Esc or F11 leave
//
// Text is half as large again as in the window, less on a screen that has no room for it.
// It works on the same session as the window behind it, so what was changed in the meeting is there
// afterwards. Which sliders are shown is the user's choice and kept.
#pragma once

#include "ui/session.hpp"

#include <QWidget>

class QHBoxLayout;
class QMenu;

namespace headroom {

class AxisRow;
class ChartPage;
class ReadOutCard;

enum class PresentedChart : std::uint8_t { trade_off, bars, sweep };

class Presentation final : public QWidget {
    Q_OBJECT
  public:
    Presentation(Session& session, PresentedChart chart, QWidget* parent = nullptr);

    const std::vector<AxisRow*>& rows() const { return rows_; }
    ChartPage* page() const { return page_; }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fill(double scale);
    QFont parentFont() const;
    QWidget* makeFooter();
    void fillRows();
    void fillMenu(QMenu& menu);

    Session& session_;
    ReadOutCard* card_;
    ChartPage* page_;
    QHBoxLayout* sliders_;
    QWidget* verdict_ = nullptr;
    QWidget* footer_ = nullptr;
    double scale_ = 0.0; // of the text
    std::vector<AxisRow*> rows_;
};

/// The axes that a presentation shows: those chosen last, at first the five most argued about.
std::vector<Axis> presentedAxes();

} // namespace headroom
