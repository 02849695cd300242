// How the program looks and which language it speaks: chosen in the View menu, kept between runs.
//
//     Appearance appearance;                       // as chosen last time
//     appearance.setThemeChoice(ThemeChoice::dark);
//     appearance.theme().acc
//
// "System" follows the desktop while the program runs. Both take effect at once: the palette and
// font of the application change, and changed() says so. Widgets read their theme from their
// palette (themeOf), texts are made anew by the window.
#pragma once

#include "ui/system_scheme.hpp"
#include "ui/theme.hpp"

#include <QObject>
#include <QTranslator>

namespace headroom {

enum class ThemeChoice : std::uint8_t { light, dark, system };

class Appearance final : public QObject {
    Q_OBJECT
  public:
    explicit Appearance(QObject* parent = nullptr);

    ThemeChoice themeChoice() const { return choice_; }
    Language language() const { return language_; }
    const Theme& theme() const;

    void setThemeChoice(ThemeChoice choice);
    void setLanguage(Language language);

    bool eventFilter(QObject* watched, QEvent* event) override;

  signals:
    void themeChanged();
    void languageChanged();

  private:
    void followSystem(bool dark);
    void applyTheme();
    void applyLanguage();

    ThemeChoice choice_ = ThemeChoice::system;
    Language language_ = Language::english;
    bool system_is_dark_ = false;
    SystemScheme system_;
    QTranslator translator_;
};

/// What the palette alone cannot say: tabs, tool bar, buttons, links, separators.
QString windowStyleSheet(const Theme& theme);

} // namespace headroom
