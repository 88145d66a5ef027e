#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "reduce/modes.h"
#include "support/dense.h"
#include "support/springs.h"

namespace conjac::test {

/// A small body of springs and its modes, beside the dense matrices of the same.
struct SpringBody {
  static constexpr int kNodes = 40, kStride = 3, kSize = kNodes * kStride;
  SparseMatrix K = spring_stiffness(kNodes, kStride, 6, 11);
  VectorXd mass = VectorXd(kSize), x = VectorXd(kSize);
  std::vector<char> pinned = std::vector<char>(kNodes, 0), held = std::vector<char>(kNodes, 0);
  std::vector<int> representatives{30, 4, 37, 19};
  Condensation condensation;
  Modes modes;

  SpringBody() {
    for (int i = 0; i < kNodes; ++i)
      for (int c = 0; c < kStride; ++c) {
        mass[i * kStride + c] = 1 + 0.5 * std::sin(i);
        x[i * kStride + c] = std::sin(3.1 * i + c) + 0.1 * i;
      }
  }
  void find(const Modes::Wanted& wanted) {
    condensation.analyze(K, kStride, pinned, representatives);
    ASSERT_EQ(condensation.factorize(K, held), FactorStatus::ok);
    DriverMap map;
    map.unknowns = static_cast<int>(representatives.size()) * kStride;
    for (int k = 0; k < map.unknowns; ++k) map.driven.push_back(k);
    ASSERT_TRUE(condensation.drive(map));
    condensation.solve({});
    modes.analyze(condensation);
    modes.find(condensation, mass, x, wanted);
  }
  /// A column for each unknown that is not prescribed.
  MatrixXd free() const {
    std::vector<char> marked = pinned;
    for (int i = 0; i < kNodes; ++i) marked[i] |= held[i];
    return unmarked(marked, kStride);
  }
  MatrixXd A() const { return -free().transpose() * dense_symmetric(K) * free(); }
  MatrixXd M() const { return free().transpose() * mass.asDiagonal() * free(); }
  MatrixXd rows(const Jacobian& of) const { return free().transpose() * MatrixXd(of.dense()); }
};

/// Held at three nodes for good and at two for now.
inline SpringBody supported_springs() {
  SpringBody body;
  for (int i : {0, 1, 2}) body.pinned[i] = 1;
  for (int i : {22, 23}) body.held[i] = 1;
  return body;
}

}  // namespace conjac::test
