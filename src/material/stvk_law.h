#pragma once

#include <string_view>

#include "core/unroll.h"

namespace conjac {

/// psi(I) = (I - 1)^2 / 2: a quadratic penalty on the squared stretch.
struct StvkLaw {
  static constexpr std::string_view name = "aSTVK";

  template <class T>
  CONJAC_INLINE static T value(T I) {
    return T(0.5) * (I - T(1.0)) * (I - T(1.0));
  }
  template <class T>
  CONJAC_INLINE static T first(T I) {
    return I - T(1.0);
  }
  template <class T>
  CONJAC_INLINE static T second(T) {
    return T(1.0);
  }
};

}  // namespace conjac
