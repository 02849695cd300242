#include "ui/system_scheme.hpp"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace headroom {

namespace {

const QString service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance_group = QStringLiteral("org.freedesktop.appearance");
const QString scheme_key = QStringLiteral("color-scheme");

/// Read() wraps its answer in one variant too many.
QVariant unwrapped(QVariant value) {
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

std::optional<bool> asksForDark(const QString& group, const QString& key, const QVariant& value) {
    constexpr uint dark = 1, light = 2;
    if (group != appearance_group || key != scheme_key) return std::nullopt;
    const uint wish = unwrapped(value).toUInt();
    if (wish != dark && wish != light) return std::nullopt;
    return wish == dark;
}

SystemScheme::SystemScheme(QObject* parent) : QObject(parent) {
    // Without an address, asking for the bus would start one.
    if (!qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")) return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(service, path, interface, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    QDBusMessage question =
        QDBusMessage::createMethodCall(service, path, interface, QStringLiteral("Read"));
    question << appearance_group << scheme_key;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, &SystemScheme::answer);
}

void SystemScheme::answer(QDBusPendingCallWatcher* watcher) {
    const QDBusPendingReply<QDBusVariant> reply = *watcher;
    watcher->deleteLater();
    if (!reply.isError()) settingChanged(appearance_group, scheme_key, reply.value());
}

void SystemScheme::settingChanged(const QString& group, const QString& key,
                                  const QDBusVariant& value) {
    if (const auto dark = asksForDark(group, key, value.variant())) emit changed(*dark);
}

} // namespace headroom
