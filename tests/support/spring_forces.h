#pragma once

#include <utility>

#include "support/dense.h"
#include "system/force_model.h"

namespace conjac::test {

/// Linear springs about a rest shape under a constant load: f = K (x - rest) + load.
class SpringForces : public ForceModel {
 public:
  SpringForces(const SparseMatrix& K, VectorXd shape, VectorXd pull)
      : stiffness(K), rest(std::move(shape)), load(std::move(pull)), dense_(dense_symmetric(K)) {}

  double energy_and_force(const VectorXd& x, VectorXd& force) override {
    const VectorXd d = x - rest, elastic = dense_ * d;
    force = elastic + load;
    return -0.5 * d.dot(elastic) - load.dot(d);
  }
  double linearise(const VectorXd& x, VectorXd& force, SparseMatrix& K) override {
    linearised_ = x;
    ++linearisations;
    K = stiffness;
    return energy_and_force(x, force);
  }
  double moved_since_linearised(const VectorXd& x) override {
    return (x - linearised_).cwiseAbs().maxCoeff();
  }
  bool touches_ahead() const override { return touching; }
  VectorXd force(const VectorXd& x) {
    VectorXd result;
    energy_and_force(x, result);
    return result;
  }

  SparseMatrix stiffness;
  VectorXd rest, load;
  bool touching = false;
  int linearisations = 0;

 private:
  MatrixXd dense_;
  VectorXd linearised_;
};

}  // namespace conjac::test
