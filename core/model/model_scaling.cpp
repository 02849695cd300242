// scaled_to(): the nearest member of a family of sizes spanned by one model.
//
// The family is a fixed set: each width (a whole number of key/value heads) with each depth whose
// ratio to that width is near the model's own. The member nearest to the size asked is taken, and
// the nearest point of a fixed set never moves down when the question moves up.
#include "core/model/model_spec.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace headroom {

namespace {

/// How far the ratio of width to depth may leave the model's own. Published families stay within
/// it: Llama 3.1 has 128 at 8B, 102 at 70B and 130 at 405B.
constexpr double aspect_slack = 1.5;
/// MLP widths keep the power of two that divides them, up to this: tiles of matrix products.
constexpr int widest_mlp_step = 256;

int rounded_to(double value, int step, int limit) {
    const double steps = std::max(1.0, std::round(value / step));
    const double most = std::max(1.0, std::floor(static_cast<double>(limit) / step));
    return static_cast<int>(std::min(steps, most)) * step;
}

class Family {
  public:
    Family(const ModelSpec& origin, ScalingSteps steps)
        : origin_(origin), tensor_step_(std::clamp(steps.heads, 1, model_limits::heads)),
          layer_step_(std::clamp(steps.layers, 1, model_limits::layers)),
          hidden_step_(std::gcd(origin.hidden_size, std::max(1, origin.head_dim))),
          heads_per_kv_(std::max(1, origin.num_attention_heads / origin.num_key_value_heads)),
          keeps_kv_heads_(heads_per_kv_ > origin.num_key_value_heads),
          head_step_(keeps_kv_heads_ ? std::lcm(origin.num_key_value_heads, tensor_step_)
                                     : tensor_step_ * heads_per_kv_) {}

    /// Widths count in steps of attention heads.
    int widest() const {
        const double heads_by_hidden = static_cast<double>(model_limits::hidden_size) /
                                       origin_.hidden_size * origin_.num_attention_heads;
        const double heads = std::min<double>(heads_by_hidden, model_limits::heads);
        return std::max(1, static_cast<int>(heads / head_step_));
    }
    int shallowest(int width) const { return depth_at(width, 1.0 / aspect_slack); }
    int deepest(int width) const { return depth_at(width, aspect_slack); }
    int layer_step() const { return layer_step_; }

    ModelSpec member(int width, int depth) const {
        ModelSpec model = origin_;
        model.num_attention_heads = width * head_step_;
        if (!keeps_kv_heads_) model.num_key_value_heads = model.num_attention_heads / heads_per_kv_;
        model.hidden_size = rounded_to(scale_of(width) * origin_.hidden_size, hidden_step_,
                                       model_limits::hidden_size);
        model.num_hidden_layers = depth;
        const double deeper = static_cast<double>(depth) / origin_.num_hidden_layers;
        if (origin_.num_decoder_layers > 0)
            model.num_decoder_layers =
                rounded_to(deeper * origin_.num_decoder_layers, 1, model_limits::layers);
        scale_mlp(model, static_cast<double>(model.hidden_size) / origin_.hidden_size);
        return model;
    }

  private:
    double scale_of(int width) const {
        return static_cast<double>(width) * head_step_ / origin_.num_attention_heads;
    }

    int depth_at(int width, double slack) const {
        const double depth = slack * scale_of(width) * origin_.num_hidden_layers;
        return rounded_to(depth, layer_step_, model_limits::layers);
    }

    int mlp_width(int origin_width, double wider) const {
        if (origin_width <= 0) return origin_width;
        const int step =
            std::lcm(std::gcd(origin_width, widest_mlp_step), std::min(tensor_step_, origin_width));
        return rounded_to(wider * origin_width, step, model_limits::intermediate_size);
    }

    void scale_mlp(ModelSpec& model, double wider) const {
        model.intermediate_size = mlp_width(origin_.intermediate_size, wider);
        if (!model.moe) return;
        model.moe->moe_intermediate_size = mlp_width(origin_.moe->moe_intermediate_size, wider);
        model.moe->shared_expert_intermediate_size =
            mlp_width(origin_.moe->shared_expert_intermediate_size, wider);
    }

    const ModelSpec& origin_;
    int tensor_step_, layer_step_, hidden_step_;
    int heads_per_kv_;
    /// Families keep the ratio of heads (multi-head) or the number of key/value heads (multi-query,
    /// Llama 3 from 8B to 405B); kept is whichever lets the width grow in finer steps.
    bool keeps_kv_heads_;
    int head_step_;
};

double size_of(const ModelSpec& model) {
    return static_cast<double>(count_parameters(model).total);
}

/// The first of first, first + step, ... up to last for which `reached` holds, else last. `reached`
/// must stay true once it is.
template <class Predicate>
int first_where(int first, int last, int step, Predicate reached) {
    int low = 0;
    int high = (last - first) / step;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (reached(first + middle * step))
            high = middle;
        else
            low = middle + 1;
    }
    return first + low * step;
}

class Nearest {
  public:
    Nearest(const ModelSpec& origin, double asked)
        : asked_(asked), best_(origin), distance_(std::abs(size_of(origin) - asked)) {}

    void offer(const ModelSpec& candidate) {
        const double distance = std::abs(size_of(candidate) - asked_);
        if (!(distance < distance_)) return;
        distance_ = distance;
        best_ = candidate;
    }
    const ModelSpec& best() const { return best_; }

  private:
    double asked_;
    ModelSpec best_;
    double distance_;
};

/// Both depths of this width between which the size asked lies.
void offer_depths(const Family& family, int width, double asked, Nearest& nearest) {
    const int shallowest = family.shallowest(width);
    const int step = family.layer_step();
    const int depth = first_where(shallowest, family.deepest(width), step,
                                  [&](int d) { return size_of(family.member(width, d)) >= asked; });
    nearest.offer(family.member(width, depth));
    if (depth > shallowest) nearest.offer(family.member(width, depth - step));
}

} // namespace

ModelSpec scaled_to(const ModelSpec& model, double parameters, ScalingSteps steps) {
    const Family family(model, steps);
    const int widest = family.widest();
    const int narrow = first_where(1, widest, 1, [&](int width) {
        return size_of(family.member(width, family.deepest(width))) >= parameters;
    });
    const int wide = first_where(narrow, widest, 1, [&](int width) {
        return size_of(family.member(width, family.shallowest(width))) >= parameters;
    });
    Nearest nearest(model, parameters);
    for (int width = std::max(1, narrow - 1); width <= wide; ++width)
        offer_depths(family, width, parameters, nearest);
    return nearest.best();
}

} // namespace headroom
