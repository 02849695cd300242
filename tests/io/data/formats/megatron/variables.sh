#!/bin/bash
# nothing of this is run
export GPUS_PER_NODE=8
NODES=${NODES:-4}
TP=4 ; PP=$(( 2 * 1 ))
LAYERS=32; SEQ=2048  # tokens
MODEL="--num-layers $LAYERS --hidden-size 4096 --num-attention-heads 32 \
       --group-query-attention --num-query-groups 8 --seq-length $SEQ --max-position-embeddings ${SEQ}"
TRAIN=(
    --micro-batch-size 2
    --global-batch-size 64     # don't change
    --bf16
    --swiglu
    --sequence_parallel
    # --fp16
    --use-distributed-optimizer
    --num-layers-per-virtual-pipeline-stage=8
)
PARALLEL=(--tensor-model-parallel-size "$TP" --pipeline-model-parallel-size $PP)
torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $NODES pretrain_gpt.py \
    $MODEL "${TRAIN[@]}" ${PARALLEL[@]} --vocab-size 32100 --untie-embeddings-and-output-weights 2>&1 | tee log.txt
