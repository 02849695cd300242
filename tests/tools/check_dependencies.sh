#!/usr/bin/env bash
# Who may include whom: app -> ui -> core/present -> core/explore -> core/cost -> core/model ->
# core/base. Prints one line for each include that points the wrong way and fails if there is any.
#
#     check_dependencies.sh ROOT
set -euo pipefail
shopt -s globstar nullglob
cd "${1:?usage: check_dependencies.sh ROOT}"

# Folders that a folder may include besides itself; a folder without a line is a finding.
declare -A may_include=(
    [core/base]=""
    [core/model]="core/base"
    [core/cost]="core/base core/model"
    [core/serve]="core/base core/model core/cost"
    [core/calibrate]="core/base core/model core/cost core/serve"
    [core/explore]="core/base core/model core/cost core/serve"
    [core/present]="core/base core/model core/cost core/serve core/calibrate core/explore"
    [core/io]="core/base core/model core/cost core/serve core/calibrate core/present"
    [core/formats]="core/base core/model core/io"
    [ui]="core ui"
    [ui/charts]="core ui"
    [ui/panels]="core ui"
    [ui/widgets]="core ui"
    [app/cli]="core"
    [app/gui]="core ui"
    [app/probe]="core app/probe"
    [app/probe/cuda]="core app/probe"
    [app/probe/cpu]="core app/probe"
    [app/probe/mpi]="core app/probe"
)
# Widgets and charts are given what they show; they know neither panels nor the session.
declare -A may_not_include=(
    [ui/charts]="ui/panels ui/session.hpp"
    [ui/widgets]="ui/panels ui/session.hpp core/io"
)
findings=0

report() { # file:line:text, reason
    printf '%s  <- %s\n' "$1" "$2"
    findings=$((findings + 1))
}

is_within() { # path, folders...
    local path=$1 folder
    shift
    for folder in "$@"; do
        [[ $path == "$folder" || $path == "$folder"/* ]] && return 0
    done
    return 1
}

check_own_include() { # folder, include line, included path
    local folder=$1 included=$3
    [[ $included == */* ]] || return 0 # a neighbour
    # Lists are split on purpose.
    # shellcheck disable=SC2086
    if ! is_within "$included" "$folder" ${may_include[$folder]}; then
        report "$2" "$folder may not include this"
    elif is_within "$included" ${may_not_include[$folder]:-}; then
        report "$2" "$folder may not know this"
    fi
}

check_library_include() { # file, include line, included path
    local file=$1 included=$3
    if [[ $included =~ ^Q[A-Z] ]] && ! is_within "$file" ui app/gui; then
        report "$2" "Qt belongs in ui/ and app/gui"
    fi
    if [[ $included == nlohmann/* && $file != core/@(io|formats)/*.cpp ]] && ! is_within "$file" app/cli; then
        report "$2" "nlohmann belongs in the .cpp files of core/io and core/formats and in app/cli"
    fi
}

for file in core/**/*.[ch]pp ui/**/*.[ch]pp app/**/*.[ch]pp; do
    folder=$(dirname "$file")
    if [[ ! -v may_include[$folder] ]]; then
        report "$file" "folder $folder has no rule in check_dependencies.sh"
        continue
    fi
    while IFS= read -r line; do
        included=${line#*[<\"]}
        included=${included%[>\"]*}
        check_library_include "$file" "$file:$line" "$included"
        if [[ $line == *'"'* ]]; then
            check_own_include "$folder" "$file:$line" "$included"
        fi
    done < <(grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]' "$file" || true)
done

printf '%d findings\n' "$findings"
[[ $findings -eq 0 ]]
