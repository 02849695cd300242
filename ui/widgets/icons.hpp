// The line icons of tool bar and menus, drawn from paths so that they are sharp at every scale and
// follow a switch of the theme.
//
//     action->setIcon(lineIcon(LineIcon::open));
#pragma once

#include <QIcon>

namespace headroom {

enum class LineIcon : std::uint8_t {
    open,
    save,
    undo,
    redo,
    export_chart,
    gpus,
    pin,
    memo,
    present,
    probe
};

QIcon lineIcon(LineIcon icon);

/// The program's emblem: a marker for the need, a tick for the capacity, the stem between them.
QIcon emblem();

} // namespace headroom
