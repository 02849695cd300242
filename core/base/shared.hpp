// A value that copies share, because nobody changes it once it is made.
//
//     Shared<SiteCalibration> site(std::move(calibration));
//     Scenario other = scenario;               // copies a pointer, not the tables behind it
//     if (site) fmt::print("{}", site->name);  // empty like an optional
//
// Whoever wants another value makes a changed copy and shares that. Equal means equal values, so
// that a struct with a Shared member still compares as a plain value. Thread-safe: constant.
#pragma once

#include <memory>
#include <utility>

namespace headroom {

template <class T>
class Shared {
  public:
    Shared() = default;
    explicit Shared(T value) : value_(std::make_shared<const T>(std::move(value))) {}

    explicit operator bool() const { return value_ != nullptr; }
    const T& operator*() const { return *value_; }
    const T* operator->() const { return value_.get(); }
    /// nullptr when empty.
    const T* get() const { return value_.get(); }

    friend bool operator==(const Shared& a, const Shared& b) {
        if (a.value_ == b.value_) return true;
        return a && b && *a == *b;
    }

  private:
    std::shared_ptr<const T> value_;
};

} // namespace headroom
