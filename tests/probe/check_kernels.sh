#!/usr/bin/env bash
# check_kernels.sh CLANG ROOT: kernels.ptx is what CLANG makes of kernels.cu.
set -euo pipefail
folder=$2/app/probe/cuda
"$1" -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -std=c++17 -O3 -S \
    "$folder/kernels.cu" -o - 2>/dev/null | diff "$folder/kernels.ptx" -
