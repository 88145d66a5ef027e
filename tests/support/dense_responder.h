#pragma once

#include <utility>

#include "system/contact_terms.h"

namespace conjac::test {

/// Bodies that answer impulses by one matrix over nodes and joints; they know no contacts.
class DenseResponder : public Responder {
 public:
  explicit DenseResponder(MatrixXd response) : response_(std::move(response)) {}

  void respond(const Motion& impulse, Motion& change) override {
    VectorXd all(impulse.nodes.size() + impulse.joints.size());
    all << impulse.nodes, impulse.joints;
    const VectorXd answer = response_ * all;
    change.nodes = answer.head(impulse.nodes.size());
    change.joints = answer.tail(impulse.joints.size());
  }
  void respond_at_contacts(const VectorXd& impulses, VectorXd& velocities) override {
    velocities = VectorXd::Zero(impulses.size());
  }
  void push_at_contacts(const VectorXd& /*impulses*/) override {}
  void reduce_load(VectorXd& /*force*/) override {}
  double share_seen() const override { return 1; }
  bool movable() const override { return true; }
  int most_answers() const override { return 1; }

 private:
  MatrixXd response_;
};

}  // namespace conjac::test
