KIND=small
if [ "$KIND" = large ]; then
  ARGS=(--num-layers 80 --hidden-size 8192 --num-attention-heads 64)
elif [[ $KIND == small ]]; then
  ARGS=("--num-layers 4" "--hidden-size 512" --num-attention-heads 8)
else
  ARGS=(--num-layers 1)
fi
if [ "$HOSTNAME" = big ]; then
  ARGS+=(--recompute-granularity full --recompute-method uniform --recompute-num-layers 1)
fi
torchrun --nproc_per_node=2 pretrain_gpt.py ${ARGS[@]} --seq-length 1024 --max-position-embeddings 1024 --micro-batch-size 2 --global-batch-size 8 --fp16 --vocab-size 32000
