torchrun --nproc_per_node 4 --nnodes 2 run_clm.py --model_name_or_path gpt2-xl --per_device_train_batch_size 4 \
    --bf16 True --gradient_checkpointing --block_size=512 --optim adamw_torch --fsdp "full_shard auto_wrap" --output_dir out
