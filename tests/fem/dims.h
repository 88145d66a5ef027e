#pragma once

#include <gtest/gtest.h>

#include <type_traits>

namespace conjac::test {

/// Typed tests over both dimensions: `constexpr int Dim = TypeParam::value`.
using Dims = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;

}  // namespace conjac::test
