GPUS=$(nvidia-smi -L | wc -l)
torchrun --nproc_per_node $GPUS pretrain_gpt.py --num-layers ${1} --hidden-size 256 --num-attention-heads 4 --seq-length 256 --max-position-embeddings 256 --micro-batch-size 1 --global-batch-size 4 --bf16 --vocab-size `cat vocab`
