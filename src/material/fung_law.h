#pragma once

#include <complex>
#include <string_view>

#include "core/pack.h"

namespace conjac {

/// psi(I) = exp(I - 1) - I: zero and stationary at I = 1, stiffening exponentially in tension.
struct FungLaw {
  static constexpr std::string_view name = "aFUNG";

  template <class T>
  CONJAC_INLINE static T value(T I) {
    using std::exp;
    return exp(I - T(1.0)) - I;
  }
  template <class T>
  CONJAC_INLINE static T first(T I) {
    using std::exp;
    return exp(I - T(1.0)) - T(1.0);
  }
  template <class T>
  CONJAC_INLINE static T second(T I) {
    using std::exp;
    return exp(I - T(1.0));
  }
};

}  // namespace conjac
