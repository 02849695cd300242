// The list of keys, for F1.
//
//     (new KeyList(this))->open();
#pragma once

#include <QDialog>

namespace headroom {

class KeyList final : public QDialog {
    Q_OBJECT
  public:
    explicit KeyList(QWidget* parent = nullptr);
};

} // namespace headroom
