#include "core/present/glossary.hpp"

#include "core/present/wording.hpp"

#include <array>

namespace headroom {

namespace {

struct Entry {
    Words term, meaning;
};

constexpr std::array axis_meanings{
    Words{
        "Parameters of the model. The slider builds models of the same kind with more or fewer "
        "layers and wider ones.",
        "모델의 파라미터 수입니다. 슬라이더는 같은 종류의 모델을 층 수와 너비를 바꾸어 만듭니다."},
    Words{"Tokens of one sample. Activations grow with it, attention with its square.",
          "샘플 하나의 토큰 수입니다. 활성값은 이에 비례하고 어텐션 연산은 제곱에 비례합니다."},
    Words{
        "Samples that one GPU computes at once. Larger ones use the GPU better and keep more "
        "activations.",
        "GPU 한 장이 한 번에 계산하는 샘플 수입니다. 클수록 GPU를 잘 쓰지만 활성값이 늘어납니다."},
    Words{
        "Samples of one optimizer step over all GPUs: micro batch × accumulation × data parallel.",
        "모든 GPU를 합친 옵티마이저 스텝 하나의 샘플 수입니다. 마이크로 배치 × 누적 × 데이터 "
        "병렬입니다."},
    Words{
        "Number format of the matrix products. Fewer bits are faster; the states stay as the plan "
        "says.",
        "행렬곱의 수 형식입니다. 비트가 적을수록 빠르며 상태의 형식은 계획을 따릅니다."},
    Words{
        "Activation checkpointing: activations are dropped and computed again in backward. Full "
        "repeats the forward pass, selective only the attention core.",
        "활성값을 버리고 역전파에서 다시 계산합니다. 전체는 순전파를 반복하고 선택은 어텐션 부분만 "
        "반복합니다."},
    Words{"What data-parallel ranks share out instead of copying: 1 optimizer states, 2 gradients "
          "too, 3 weights too.",
          "데이터 병렬 랭크가 복사하지 않고 나누는 것: 1 옵티마이저 상태, 2 기울기까지, 3 "
          "가중치까지."},
    Words{"What is kept in host memory or on NVMe instead of the GPU, at the price of the link.",
          "GPU 대신 호스트 메모리나 NVMe에 두는 것입니다. 연결 속도만큼 느려집니다."},
    Words{"GPUs of the whole cluster.", "클러스터 전체의 GPU 수입니다."},
    Words{
        "TP: every matrix is split over this many GPUs, which exchange activations in each layer; "
        "best inside of one node.",
        "TP: 행렬을 이만큼의 GPU에 나눕니다. 층마다 활성값을 주고받으므로 한 노드 안이 좋습니다."},
    Words{"PP: layers are split into stages, through which micro batches flow; idle time at the "
          "ends is the bubble.",
          "PP: 층을 단계로 나누어 마이크로 배치를 흘려보냅니다. 양 끝의 빈 시간이 버블입니다."},
    Words{"CP: one sample's tokens are split over this many GPUs, for long sequences.",
          "CP: 샘플 하나의 토큰을 이만큼의 GPU에 나눕니다. 긴 시퀀스에 씁니다."},
    Words{"EP: experts of a mixture-of-experts model are spread over this many GPUs.",
          "EP: 전문가 혼합 모델의 전문가를 이만큼의 GPU에 나눕니다."},
};
static_assert(axis_meanings.size() == axis_count);

constexpr std::array entries{
    Entry{{"allocated", "할당"},
          {"Memory in tensors at the peak: what the framework counts as allocated.",
           "최고점에 텐서가 차지하는 메모리입니다. 프레임워크가 할당량으로 세는 값입니다."}},
    Entry{{"reserved", "예약"},
          {"Allocated memory and what the framework's allocator holds besides.",
           "할당량에 프레임워크 할당자가 더 쥐고 있는 것을 더한 값입니다."}},
    Entry{{"VRAM, need", "VRAM, 필요량"},
          {"Reserved memory, CUDA context and NCCL: what nvidia-smi shows for the process. The "
           "verdict judges this.",
           "예약량에 CUDA 컨텍스트와 NCCL을 더한 값으로 nvidia-smi에 보이는 값입니다. 판정은 이 "
           "값으로 "
           "합니다."}},
    Entry{
        {"to spare, headroom", "여유"},
        {"What the card holds less what one GPU needs.", "카드의 용량에서 필요량을 뺀 값입니다."}},
    Entry{{"fits", "들어감"},
          {"The need, its P90 too, is below the capacity, and the margin asked for is left.",
           "필요량과 그 P90이 용량보다 작고 목표한 여유가 남습니다."}},
    Entry{{"tight", "빠듯함"},
          {"Fits, but less than the margin asked for is left, or the P90 of the need is above the "
           "capacity.",
           "들어가지만 목표한 여유가 남지 않거나 필요량의 P90이 용량을 넘습니다."}},
    Entry{{"not legal", "만들 수 없음"},
          {"The plan cannot be run at all, as when heads do not divide by TP.",
           "헤드를 TP로 나눌 수 없는 경우처럼 아예 실행할 수 없는 계획입니다."}},
    Entry{
        {"P10–P90", "P10–P90"},
        {"Eight of ten measured runs lie in this band around their estimate; wider where less was "
         "measured.",
         "측정한 실행 열에 여덟이 드는 범위입니다. 측정이 적을수록 넓습니다."}},
    Entry{{"step", "스텝"},
          {"One update of the weights: forward, backward and optimizer over the global batch.",
           "가중치를 한 번 갱신하는 일입니다. 글로벌 배치의 순전파, 역전파, 옵티마이저를 "
           "포함합니다."}},
    Entry{{"gradient accumulation", "기울기 누적"},
          {"Micro batches that one rank runs before a step.",
           "스텝 하나 전에 랭크 하나가 처리하는 마이크로 배치 수입니다."}},
    Entry{{"data parallel, DP", "데이터 병렬, DP"},
          {"Ranks that hold the same model and see different samples: GPUs / (TP × PP × CP).",
           "같은 모델로 다른 샘플을 보는 랭크 수입니다. GPU 수 / (TP × PP × CP)입니다."}},
    Entry{{"MFU", "MFU"},
          {"Model FLOP utilisation: arithmetic that the model needs, without recompute, over the "
           "dense peak of the GPUs.",
           "재계산을 뺀 모델 연산량을 GPU의 희소성 없는 최대 성능으로 나눈 값입니다."}},
    Entry{{"HFU", "HFU"},
          {"The same with what is computed again.", "재계산까지 넣은 같은 값입니다."}},
    Entry{{"limiter", "제한 요인"},
          {"The largest exposed cause of the step's time.", "스텝 시간에서 가장 큰 원인입니다."}},
    Entry{{"activations", "활성값"},
          {"What forward keeps for backward.", "순전파가 역전파를 위해 남겨 두는 값입니다."}},
    Entry{{"optimizer states", "옵티마이저 상태"},
          {"Moments and master weights, as with AdamW: 12 bytes a parameter in mixed precision.",
           "모멘트와 원본 가중치입니다. 혼합 정밀도의 AdamW는 파라미터마다 12바이트입니다."}},
    Entry{{"gathered parameters", "모은 파라미터"},
          {"With ZeRO 3 the layer in use is put together from its shards.",
           "ZeRO 3에서 쓰는 층을 조각에서 모은 것입니다."}},
    Entry{
        {"pipeline bubble", "파이프라인 버블"},
        {"Time in which a stage waits for others.", "한 단계가 다른 단계를 기다리는 시간입니다."}},
    Entry{{"recompute", "재계산"},
          {"Arithmetic done a second time because of checkpointing.",
           "체크포인팅 때문에 다시 하는 연산입니다."}},
    Entry{{"stragglers", "느린 노드"},
          {"Time lost because the slowest of many nodes sets the pace.",
           "여러 노드 중 가장 느린 것이 속도를 정해 잃는 시간입니다."}},
    Entry{{"GiB, GB", "GiB, GB"},
          {"VRAM is in GiB (1024³ bytes): a card sold as 80 GB holds about 80 GiB. Rates are "
           "decimal, FLOP/s always dense.",
           "VRAM은 GiB(1024³바이트)입니다. 80 GB 카드는 약 80 GiB를 담습니다. 속도는 십진 단위이며 "
           "FLOP/s는 항상 희소성을 뺀 값입니다."}},
    Entry{{"hollow mark", "빈 도형"},
          {"The GPU is announced, its preset estimated, or the plan lies outside of what was "
           "validated.",
           "발표만 된 GPU이거나 프리셋이 추정치이거나 계획이 검증 범위 밖입니다."}},
};

} // namespace

std::string axis_help(Axis axis, Language language) {
    return std::string(say(axis_meanings[static_cast<std::size_t>(axis)], language));
}

std::vector<GlossaryEntry> glossary(Language language) {
    std::vector<GlossaryEntry> list;
    for (const Axis axis : all_axes)
        list.push_back({axis_name(axis, language), axis_help(axis, language)});
    for (const Entry& entry : entries)
        list.push_back(
            {std::string(say(entry.term, language)), std::string(say(entry.meaning, language))});
    return list;
}

} // namespace headroom
