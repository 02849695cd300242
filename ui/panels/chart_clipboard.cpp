#include "ui/panels/chart_clipboard.hpp"

#include "ui/panels/text_table.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace headroom {

void copyChart(Picture& picture, const StillOptions& options, const TableView& table) {
    auto* data = new QMimeData; // the clipboard owns it
    data->setImageData(stillImage(picture, options));
    data->setData(QStringLiteral("image/svg+xml"), stillSvg(picture, options));
    const QString text = tabSeparated(table);
    data->setText(text);
    data->setData(QStringLiteral("text/tab-separated-values"), text.toUtf8());
    QGuiApplication::clipboard()->setMimeData(data);
}

} // namespace headroom
