// headroom --export CHART --output FILE SCENARIO.json    writes a chart, with no window
#include "app/gui/export.hpp"

#include <QApplication>

namespace {

/// Nothing of Qt may be asked for a display before this is known.
void chooseFallbackPlatform() {
    const bool has_display =
        qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (!has_display && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

} // namespace

int main(int argc, char** argv) {
    chooseFallbackPlatform();
    const QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    return headroom::wants_export(arguments) ? headroom::export_from(arguments) : 0;
}
