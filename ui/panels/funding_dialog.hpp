// Prices and terms of the present GPU as text with units: rents, hardware, spot, owning,
// experiments and the currency they are shown in.
//
//     FundingDialog dialog(session.scenario(), session.catalog(), this);
//     if (dialog.exec() == QDialog::Accepted) session.setScenario(dialog.scenario());
//
// A field that was not touched keeps its value with its source; an empty price is not known. Every
// problem is told at once and nothing is taken over while there is one.
#pragma once

#include "core/model/catalog.hpp"

#include <QDialog>

#include <functional>
#include <vector>

class QComboBox;
class QFormLayout;
class QLineEdit;

namespace headroom {

class FormFoot;

class FundingDialog final : public QDialog {
    Q_OBJECT
  public:
    FundingDialog(const Scenario& scenario, const Catalog& catalog, QWidget* parent = nullptr);
    const Scenario& scenario() const { return scenario_; }

    void accept() override;

  private:
    struct Field {
        QLineEdit* edit;
        QString initial;
        /// Puts the text into the scenario; says what is wrong with it, or nothing.
        std::function<std::string(Scenario&, const std::string&)> take;
    };

    QFormLayout* addGroup(QLayout& column, const QString& title);
    void addPrices(QFormLayout& form);
    void addSpot(QFormLayout& form);
    void addOwning(QFormLayout& form);
    void addExperiments(QFormLayout& form);
    void addCurrency(QFormLayout& form);
    void addHousing(QFormLayout& form);
    /// `of` gives the value's place in a scenario.
    template <class Of, class Parse, class Format>
    void add(QFormLayout& form, const QString& label, const QString& example, Of of, Parse parse,
             Format format);
    QString sourceOf(CitationId citation, Confidence confidence) const;
    Problems readFields(Scenario& next) const;

    const Catalog& catalog_;
    Scenario scenario_;
    std::vector<Field> fields_;
    QComboBox* housing_ = nullptr;
    FormFoot* foot_ = nullptr;
};

} // namespace headroom
