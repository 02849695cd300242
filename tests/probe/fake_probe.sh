#!/bin/sh
# A pretend headroom-probe for the window's tests: HR_SCRIPT says how it behaves.
hello='{"event": "hello", "pid": 1, "protocol": 1, "probe": "fake", "effort": "default"}'
device='{"event": "device", "backend": "fake", "index": 0, "name": "FAKE (tests only)", "sm": 108}'
done='{"event": "done", "ok": true, "seconds": 1}'
stage() {
    echo '{"event": "stage", "name": "'"$1"'", "index": '"$2"', "of": 4, "budget_s": 1, "before_s": '$(($2 - 1))', "total_s": 4}'
}
result() { # name, value, unit, trust, doubts
    echo '{"event": "result", "name": "'"$1"'", "value": '"$2"', "unit": "'"$3"'", "rel_spread": 0.002, "samples": 15, "dropped": 0, "trust": '"$4"', "doubts": ['"$5"'], "device": 0}'
}
case "${HR_SCRIPT:-ok}" in
ok)
    echo "$hello"
    stage facts 1
    echo "$device"
    stage context 2
    result usable_memory 79.15 GiB true
    stage bandwidth 3
    result hbm_triad 1771 GB/s true
    stage products 4
    result gemm_bf16_square_8k 261 TFLOP/s false '"throttled", "unsteady"'
    echo '{"event": "skipped", "name": "attention", "reason": "not_measured", "message": "needs cuDNN"}'
    while [ $# -gt 1 ]; do
        [ "$1" = --output ] && echo '{"format": 1, "kind": "probe", "protocol": 1}' >"$2"
        shift
    done
    echo "$done"
    ;;
slow)
    trap 'exit 20' TERM
    echo "$hello"
    for i in 1 2 3 4; do
        stage "facts" $i
        read -r word && [ "$word" = cancel ] && {
            echo '{"event": "error", "code": "cancelled", "message": "cancelled by the user"}'
            exit 20
        }
    done
    ;;
no_driver)
    echo "$hello"
    echo '{"event": "error", "code": "no_driver", "stage": "facts", "message": "libcuda.so.1 is not installed: there is no NVIDIA driver"}'
    exit 11
    ;;
busy)
    echo "$hello"
    case "$*" in *--yes*)
        result hbm_triad 900 GB/s false '"other_process"'
        echo "$done"
        exit 0
        ;;
    esac
    echo '{"event": "error", "code": "other_process", "message": "another program runs on this GPU"}'
    exit 13
    ;;
crash) echo "$hello"; kill -SEGV $$ ;;
hang) echo "$hello"; exec sleep 100 ;;
ignores_term) trap '' TERM INT; echo "$hello"; while :; do sleep 1; done ;;
garbage)
    echo "$hello"
    head -c 4096 /dev/urandom
    echo
    echo '{"event": "result", "name": '
    echo '[1,2,3]'
    result hbm_triad 1800 GB/s true
    echo "$done"
    ;;
flood) echo "$hello"; yes '{"event": "series", "name": "x", "t": 1, "tflops": 1}' | head -n 2000000 ;;
huge) echo "$hello"; printf '{"event": "result", "name": "'; head -c 50000000 /dev/zero | tr '\0' a; echo '"}' ;;
partial) echo "$hello"; printf '{"event": "resu' ;;
lies)
    echo "$hello"
    echo "$device"
    result hbm_triad -1e308 GB/s true
    result gemm_bf16_square_8k 1e30 TFLOP/s true
    result hbm_copy 1800 GiB/s true
    echo "$done"
    ;;
utf8) echo "$hello"; printf '{"event": "device", "backend": "fake", "name": "\377\376 \360\237"}\n'; echo "$done" ;;
no_end) echo "$hello" ;;
newer) echo '{"event": "hello", "protocol": 2, "probe": "9.0"}'; echo "$done" ;;
esac
