// The spelling of every enumeration of core/model, in the order of its enumerators.
#include "core/base/names.hpp"

#include "core/model/catalog.hpp"

namespace headroom {

using Name = std::string_view;

std::string_view name_of(Precision precision) {
    constexpr std::array names{Name{"fp32"}, Name{"tf32"},  Name{"fp16"}, Name{"bf16"},
                               Name{"fp8"},  Name{"mxfp8"}, Name{"nvfp4"}};
    return name_in(names, precision);
}

std::string_view name_of(WeightFormat format) {
    constexpr std::array names{Name{"bf16"},      Name{"nf4"}, Name{"fp4"},   Name{"int8"},
                               Name{"int4_g128"}, Name{"fp8"}, Name{"mxfp4"}, Name{"nvfp4"}};
    return name_in(names, format);
}

std::string_view name_of(Task task) {
    constexpr std::array names{Name{"pretrain"}, Name{"full_finetune"}, Name{"lora"},
                               Name{"qlora"}};
    return name_in(names, task);
}

std::string_view name_of(States states) {
    constexpr std::array names{Name{"auto"},     Name{"mixed"},        Name{"pure"},
                               Name{"megatron"}, Name{"fp32_sharded"}, Name{"autocast"}};
    return name_in(names, states);
}

std::string_view name_of(Optimizer optimizer) {
    constexpr std::array names{Name{"adamw"},      Name{"adamw_8bit"}, Name{"paged_adamw_8bit"},
                               Name{"adamw_4bit"}, Name{"lamb"},       Name{"adafactor"},
                               Name{"muon"},       Name{"sgd"}};
    return name_in(names, optimizer);
}

/// "parameters" implies the optimizer's states, as in DeepSpeed's offload_param.
std::string_view name_of(Offload offload) {
    constexpr std::array names{Name{"none"}, Name{"optimizer"}, Name{"parameters"}, Name{"nvme"}};
    return name_in(names, offload);
}

std::string_view name_of(RecomputeMode mode) {
    constexpr std::array names{Name{"none"}, Name{"selective"}, Name{"full"}};
    return name_in(names, mode);
}

std::string_view name_of(LossPath path) {
    constexpr std::array names{Name{"auto"},         Name{"eager"},   Name{"fused"},
                               Name{"fused_linear"}, Name{"chunked"}, Name{"vocab_parallel"}};
    return name_in(names, path);
}

std::string_view name_of(PipelineSchedule schedule) {
    constexpr std::array names{Name{"1f1b"}, Name{"interleaved"}, Name{"zero_bubble"}};
    return name_in(names, schedule);
}

std::string_view name_of(PipelineSplit split) {
    constexpr std::array names{Name{"even"}, Name{"balanced"}};
    return name_in(names, split);
}

std::string_view name_of(ModelStyle style) {
    constexpr std::array names{Name{"decoder"}, Name{"bert"}, Name{"t5"}, Name{"vit"}};
    return name_in(names, style);
}

std::string_view name_of(Norm norm) {
    constexpr std::array names{Name{"rmsnorm"}, Name{"layernorm"}, Name{"layernorm_nobias"}};
    return name_in(names, norm);
}

std::string_view name_of(Position position) {
    constexpr std::array names{Name{"rope"}, Name{"learned"}, Name{"alibi"}, Name{"none"}};
    return name_in(names, position);
}

std::string_view name_of(QkNorm norm) {
    constexpr std::array names{Name{"none"}, Name{"head_dim"}, Name{"full"}};
    return name_in(names, norm);
}

std::string_view name_of(GpuGeneration generation) {
    constexpr std::array names{
        Name{"volta"},  Name{"turing"},        Name{"ampere"}, Name{"ada"},
        Name{"hopper"}, Name{"blackwell"},     Name{"rubin"},  Name{"cdna2"},
        Name{"cdna3"},  Name{"cdna4"},         Name{"cdna5"},  Name{"rdna3"},
        Name{"gaudi"},  Name{"ponte_vecchio"}, Name{"tpu"},    Name{"apple"}};
    return name_in(names, generation);
}

std::string_view name_of(LinkKind kind) {
    constexpr std::array names{Name{"nvlink"}, Name{"nvlink_bridge"}, Name{"cpu_gpu"},
                               Name{"pcie"},   Name{"infiniband"},    Name{"ethernet"},
                               Name{"xgmi"},   Name{"roce_on_chip"},  Name{"ici"}};
    return name_in(names, kind);
}

std::string_view name_of(Purchase purchase) {
    constexpr std::array names{Name{"on_demand"}, Name{"spot"}, Name{"reserved_1y"},
                               Name{"reserved_3y"}, Name{"owned"}};
    return name_in(names, purchase);
}

std::string_view name_of(Housing housing) {
    constexpr std::array names{Name{"own_site"}, Name{"colocation"}};
    return name_in(names, housing);
}

std::string_view name_of(SourceKind kind) {
    constexpr std::array names{Name{"datasheet"},  Name{"paper"},       Name{"documentation"},
                               Name{"code"},       Name{"measurement"}, Name{"price_list"},
                               Name{"definition"}, Name{"derived"},     Name{"assumption"}};
    return name_in(names, kind);
}

} // namespace headroom
