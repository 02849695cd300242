// A combo box that looks like the other fields and leaves the wheel to the panel.
//
//     auto* box = new ChoiceBox;
//     box->setChoices({{"h100-sxm", "H100 SXM 80 GB"}, ...});
//     box->showChoice("h100-sxm", {});
//     connect(box, &ChoiceBox::chosen, [&](const QString& id) { ... });     // by the user only
#pragma once

#include <QComboBox>

#include <span>
#include <string>
#include <vector>

namespace headroom {

struct Choice {
    std::string id;
    QString text;
};

class ChoiceBox final : public QComboBox {
    Q_OBJECT
  public:
    explicit ChoiceBox(QWidget* parent = nullptr);

    void setChoices(std::span<const Choice> choices);
    /// `otherwise` is shown when the id is not among the choices.
    void showChoice(const std::string& id, const QString& otherwise);

  signals:
    void chosen(const QString& id);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
};

} // namespace headroom
