#pragma once

#include "core/dim.h"

namespace conjac {

/// What the free joints do at contacts that concern bones: v_rel = sum w_k v_k + rows u + known.
template <int Dim>
struct BoneRows {
  int joints = 0;
  VectorXd buffer;  // behind a row-major block (contacts x Dim, joints); only grows
  VectorXd known;   // (contacts x Dim) of joints that the timeline moves, m/s; only grows

  void begin(std::size_t contacts, int free_joints) {
    joints = free_joints;
    const Eigen::Index rows = static_cast<Eigen::Index>(contacts) * Dim;
    if (known.size() < rows) known.resize(2 * rows), buffer.resize(2 * rows * joints);
    if (buffer.size() < rows * joints) buffer.resize(rows * joints);
    known.head(rows).setZero();
    buffer.head(rows * joints).setZero();
  }
  using Rows = Eigen::Matrix<double, Dim, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Rows> of(std::size_t contact) {
    return {buffer.data() + static_cast<Eigen::Index>(contact) * Dim * joints, Dim, joints};
  }
  Vec<Dim> velocity(std::size_t contact, const VectorXd& u) { return of(contact).lazyProduct(u); }
  /// forces (free joints) += what a force at the contact does there.
  void add_force(std::size_t contact, const Vec<Dim>& force, VectorXd& forces) {
    const auto rows = of(contact);
    for (int c = 0; c < Dim; ++c) forces += force[c] * rows.row(c).transpose();
  }
  Vec<Dim> known_of(std::size_t contact) const {
    return known.template segment<Dim>(static_cast<Eigen::Index>(contact) * Dim);
  }
};

}  // namespace conjac
