#include "ui/font_coverage.hpp"

#include <QFontDatabase>

namespace headroom {

std::optional<Problem> missingLetters(Language language) {
    if (language == Language::english) return {};
    if (!QFontDatabase::families(QFontDatabase::Korean).isEmpty()) return {};
    return warning("fonts", "no installed font has Korean letters, which will show as boxes; "
                            "install one, such as the package fonts-noto-cjk");
}

} // namespace headroom
