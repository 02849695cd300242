// Whether the desktop asks for dark windows, now and whenever it changes its mind.
//
//     SystemScheme scheme;
//     connect(&scheme, &SystemScheme::changed, [](bool dark) { ... });
//
// Asks the desktop portal (org.freedesktop.portal.Settings), since Qt learns to only in 6.5. Nobody
// waits for the answer; without a session bus or a portal there is none.
#pragma once

#include <QDBusVariant>
#include <QObject>

#include <optional>

class QDBusPendingCallWatcher;

namespace headroom {

class SystemScheme final : public QObject {
    Q_OBJECT
  public:
    explicit SystemScheme(QObject* parent = nullptr);

  signals:
    void changed(bool dark);

  private slots:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

  private:
    void answer(QDBusPendingCallWatcher* watcher);
};

/// What one setting of the portal says: 1 dark, 2 light; empty for no wish or another setting.
std::optional<bool> asksForDark(const QString& group, const QString& key, const QVariant& value);

} // namespace headroom
