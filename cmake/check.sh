#!/usr/bin/env bash
# Formatting and static analysis over the program's own files, and what desktops read of it; needs a configured build/release.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(git ls-files 'app/*.[ch]pp' 'core/*.[ch]pp' 'ui/*.[ch]pp' 'tests/*.[ch]pp')
clang-format --dry-run --Werror "${files[@]}"
desktop-file-validate resources/*.desktop
appstreamcli validate --no-net resources/*.metainfo.xml

# Precompiled headers and some options are g++'s own; clang-tidy gets the same flags without them.
mkdir -p build/tidy
sed -E 's/-Werror//g; s/-Wno-(restrict|array-bounds|stringop-overflow)//g; s/-include [^ ]*cmake_pch\.hxx//g; s/-Winvalid-pch//g' build/release/compile_commands.json > build/tidy/compile_commands.json
git ls-files 'app/*.cpp' 'core/*.cpp' 'ui/*.cpp' | xargs -P "$(nproc)" -n 4 clang-tidy --quiet -p build/tidy
