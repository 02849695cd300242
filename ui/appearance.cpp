#include "ui/appearance.hpp"

#include <QApplication>
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
    QString sheet = QStringLiteral(R"(
QMenuBar { background: @win; color: @ink2; border: none; padding: 1px 4px; }
QMenuBar::item { padding: 3px 8px; background: transparent; border-radius: 3px; }
QMenuBar::item:selected { background: @accbg; color: @ink; }
QMenu { background: @base; border: 1px solid @line2; padding: 4px 0; }
QMenu::item { padding: 4px 28px 4px 24px; }
QMenu::item:selected { background: @accbg; color: @ink; }
QMenu::item:disabled { color: @ink3; }
QMenu::separator { height: 1px; background: @line; margin: 4px 0; }
QToolBar { background: @win; border: none; border-bottom: 1px solid @line; padding: 4px 8px; spacing: 2px; }
QToolBar::separator { width: 1px; background: @line; margin: 4px 6px; }
QToolBar QToolButton { border: 1px solid transparent; border-radius: 3px; padding: 4px 7px; color: @ink; }
QToolBar QToolButton:hover { background: @accbg; }
QToolBar QToolButton:focus { border-color: @acc; }
QToolBar QToolButton:disabled { color: @ink3; }
QTabBar { background: @win; }
QTabBar::tab { background: transparent; color: @ink2; padding: 7px 13px; border: 1px solid transparent;
  border-top: 2px solid transparent; border-bottom: none; }
QTabBar::tab:hover { color: @ink; background: @accbg; }
QTabBar::tab:selected { background: @base; color: @ink; font-weight: 600; border-color: @line; border-top-color: @acc; }
QTabBar::tab:focus { border-top-color: @ink; }
QPushButton, QToolButton[role="button"] { background: @ctl; color: @ink; border: 1px solid @line2; border-radius: 3px; padding: 4px 11px; }
QPushButton:hover, QToolButton[role="button"]:hover { background: @accbg; }
QPushButton:default { background: @acc; color: @onacc; border-color: @acc; font-weight: 600; }
QPushButton:focus, QToolButton[role="button"]:focus { border: 2px solid @acc; padding: 3px 10px; }
QPushButton:default:focus { border-color: @ink; }
QPushButton:disabled { color: @ink3; border-color: @line; }
QToolButton[role="button"]:checked { background: @accbg; }
QToolButton[role="link"] { border: 1px solid transparent; color: @acc; padding: 1px 3px; background: transparent; }
QToolButton[role="link"]:hover { text-decoration: underline; }
QToolButton[role="link"]:focus { border: 1px solid @acc; border-radius: 3px; }
QFrame[role="separator"] { color: @line; background: @line; border: none; max-height: 1px; }
QFrame[role="rule"] { color: @line; background: @line; border: none; }
QStatusBar { background: @win; color: @ink2; border-top: 1px solid @line; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @ink2; padding: 0 6px; }
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QDockWidget { border: none; }
QToolTip { background: @base; color: @ink; border: 1px solid @line2; padding: 3px 6px; }
QScrollBar:vertical { background: transparent; width: 9px; margin: 0; }
QScrollBar::handle:vertical { background: @line2; border-radius: 3px; min-height: 24px; margin: 1px 2px; }
QScrollBar::add-line:vertical, QScrollBar::sub-line:vertical { height: 0; }
QHeaderView::section { background: @alt; color: @ink2; border: none; border-bottom: 1px solid @line; padding: 4px 8px; }
QAbstractSpinBox QLineEdit { background: transparent; border: none; }
QTableView { background: @base; alternate-background-color: @alt; gridline-color: @line; border: none; }
)");
    // Longest names first, so that @line does not eat the beginning of @line2.
    const std::array<std::pair<const char*, QColor>, 12> tokens{
        {{"@accbg", theme.accbg},
         {"@onacc", theme.is_dark ? theme.base : QColor(Qt::white)},
         {"@line2", theme.line2},
         {"@line", theme.line},
         {"@ink2", theme.ink2},
         {"@ink3", theme.ink3},
         {"@base", theme.base},
         {"@ctl", theme.ctl},
         {"@alt", theme.alt},
         {"@win", theme.win},
         {"@acc", theme.acc},
         {"@ink", theme.ink}}};
    for (const auto& [name, colour] : tokens)
        sheet.replace(QLatin1String(name), colour.name());
    return sheet;
}

} // namespace headroom
