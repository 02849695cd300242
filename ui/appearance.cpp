#include "ui/appearance.hpp"

#include <QApplication>
#include <QFile>
#include <QKeyEvent>
#include <QLocale>
#include <QProxyStyle>
#include <QSettings>
#include <QWidget>

namespace headroom {

namespace {

constexpr auto theme_key = "appearance/theme";
constexpr auto language_key = "appearance/language";
constexpr std::array theme_names{"light", "dark", "system"};

ThemeChoice storedTheme() {
    const QString name = QSettings().value(theme_key).toString();
    for (std::size_t i = 0; i < theme_names.size(); ++i)
        if (name == QLatin1String(theme_names[i])) return static_cast<ThemeChoice>(i);
    return ThemeChoice::system;
}

/// Fusion that underlines mnemonics only while Alt is held, as most desktops do.
class QuietFusion final : public QProxyStyle {
  public:
    QuietFusion() : QProxyStyle(QStringLiteral("Fusion")) {}

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override {
        if (hint == SH_UnderlineShortcut)
            return QGuiApplication::keyboardModifiers().testFlag(Qt::AltModifier) ? 1 : 0;
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
};

Language storedLanguage() {
    const QString system = QLocale::system().language() == QLocale::Korean ? "ko" : "en";
    return QSettings().value(language_key, system).toString() == QLatin1String("ko")
               ? Language::korean
               : Language::english;
}

} // namespace

Appearance::Appearance(QObject* parent)
    : QObject(parent), choice_(storedTheme()), language_(storedLanguage()) {
    // Qt 6.4 does not tell the desktop's colour scheme; the palette it hands over does.
    system_is_dark_ = QApplication::palette().color(QPalette::Window).lightnessF() < 0.5F;
    QApplication::setStyle(new QuietFusion);
    qApp->installEventFilter(this);
    connect(&system_, &SystemScheme::changed, this, &Appearance::followSystem);
    applyTheme();
    applyLanguage();
}

bool Appearance::eventFilter(QObject* watched, QEvent* event) {
    const bool is_key = event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease;
    if (is_key && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Alt) {
        // Mnemonics come and go with the key; labels and menus have to paint themselves anew.
        if (QWidget* window = QApplication::activeWindow())
            for (QWidget* widget : window->findChildren<QWidget*>())
                widget->update();
    }
    return QObject::eventFilter(watched, event);
}

const Theme& Appearance::theme() const {
    const bool dark =
        choice_ == ThemeChoice::dark || (choice_ == ThemeChoice::system && system_is_dark_);
    return dark ? Theme::dark() : Theme::light();
}

void Appearance::followSystem(bool dark) {
    if (dark == system_is_dark_) return;
    system_is_dark_ = dark;
    if (choice_ != ThemeChoice::system) return;
    applyTheme();
    emit themeChanged();
}

void Appearance::setThemeChoice(ThemeChoice choice) {
    if (choice == choice_) return;
    choice_ = choice;
    QSettings().setValue(theme_key,
                         QString::fromLatin1(theme_names[static_cast<std::size_t>(choice)]));
    applyTheme();
    emit themeChanged();
}

void Appearance::setLanguage(Language language) {
    if (language == language_) return;
    language_ = language;
    QSettings().setValue(language_key, language == Language::korean ? "ko" : "en");
    applyLanguage();
    emit languageChanged();
}

void Appearance::applyTheme() { QApplication::setPalette(theme().palette()); }

void Appearance::applyLanguage() {
    QCoreApplication::removeTranslator(&translator_);
    if (language_ == Language::korean && translator_.load(QStringLiteral(":/i18n/headroom_ko.qm")))
        QCoreApplication::installTranslator(&translator_);
    QApplication::setFont(applicationFont(language_));
}

QString windowStyleSheet(const Theme& theme) {
    QFile file(QStringLiteral(":/window.qss"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    QString sheet = QString::fromUtf8(file.readAll());
    const QColor on_accent = theme.is_dark ? theme.base : QColor(Qt::white);
    // Longest names first, so that @line does not eat the beginning of @line2.
    using Token = std::pair<const char*, QColor>;
    const std::array tokens{
        Token{"@accbg", theme.accbg}, Token{"@onacc", on_accent}, Token{"@line2", theme.line2},
        Token{"@line", theme.line},   Token{"@ink2", theme.ink2}, Token{"@ink3", theme.ink3},
        Token{"@base", theme.base},   Token{"@ctl", theme.ctl},   Token{"@alt", theme.alt},
        Token{"@win", theme.win},     Token{"@acc", theme.acc},   Token{"@ink", theme.ink}};
    for (const auto& [name, colour] : tokens)
        sheet.replace(QLatin1String(name), colour.name());
    return sheet;
}

} // namespace headroom
