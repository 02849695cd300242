MODEL_ARGS="--num-layers 2 --hidden-size 64"
TP=8
