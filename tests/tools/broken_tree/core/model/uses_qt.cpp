// Qt outside of ui/: what check_dependencies.sh has to find.
#include <QString>
