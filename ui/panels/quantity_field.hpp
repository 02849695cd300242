// A quantity that is typed into a line: read with one of core/base/unit_text's parsers.
//
//     readField(duration, goals.duration, parse_seconds, problems);     // empty: none
//
// Problems name the field by its accessible name.
#pragma once

#include "core/base/problem.hpp"

#include <QCoreApplication>
#include <QLineEdit>

#include <optional>

namespace headroom {

struct QuantityField {
    Q_DECLARE_TR_FUNCTIONS(QuantityField)
};

template <class Value, class Parse>
void readField(const QLineEdit* field, std::optional<Value>& target, Parse parse,
               Problems& problems) {
    target.reset();
    const QString text = field->text().trimmed();
    if (text.isEmpty()) return;
    const auto value = parse(text.toStdString());
    if (!value)
        problems.push_back(error(field->accessibleName().toStdString(), value.error()));
    else if (!(*value > Value{}))
        problems.push_back(error(field->accessibleName().toStdString(),
                                 QuantityField::tr("must be above zero").toStdString()));
    else
        target = *value;
}

} // namespace headroom
