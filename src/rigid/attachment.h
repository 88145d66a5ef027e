#pragma once

#include <vector>

#include "rigid/articulation.h"

namespace conjac {

class Archive;

/// Nodes that ride on bodies: where they are, and the rows of B that give their velocity from joint
/// velocities, v = B u. The row of coordinate c of a point x on link i is e_c . (v_k + w_k x x) for
/// every unknown k that moves the link.
class Attachment {
 public:
  /// A node and the link it rides on, at its rest position. Nodes ascend.
  struct Rider {
    int node = 0, link = 0;
    Point rest = Point::Zero();
  };
  Attachment() = default;
  Attachment(std::vector<Rider> riders, int stride) : riders_(std::move(riders)), stride_(stride) {}

  const std::vector<Rider>& riders() const { return riders_; }
  bool empty() const { return riders_.empty(); }
  int rows() const { return static_cast<int>(riders_.size()) * stride_; }

  void place(const Articulation& tree, VectorXd& x) const;  // their entries of x
  void rows(const Articulation& tree, MatrixXd& B) const;   // (rows x unknowns)
  /// forces (links) <- the forces on the riders as dead forces on the links.
  void forces(const Articulation& tree, const VectorXd& f,
              std::vector<Articulation::DeadForce>& forces) const;

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  std::vector<Rider> riders_;
  int stride_ = 3;
};

}  // namespace conjac
