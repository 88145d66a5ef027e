#include "rigid/attachment.h"

namespace conjac {

void Attachment::place(const Articulation& tree, VectorXd& x) const {
  for (const Rider& rider : riders_) {
    const Point at = tree.position(rider.link, rider.rest);
    for (int c = 0; c < stride_; ++c) x[rider.node * stride_ + c] = at[c];
  }
}

void Attachment::rows(const Articulation& tree, MatrixXd& B) const {
  B.setZero(rows(), tree.unknowns());
  int row = 0;
  for (const Rider& rider : riders_) {
    const Point x = tree.position(rider.link, rider.rest);
    for (int link = rider.link; link >= 0; link = tree.link(link).parent)
      for (int k = tree.first_unknown(link), j = tree.unknowns_of(link); j > 0; ++k, --j) {
        const Point v = velocity_at(tree.axis(k), x);
        for (int c = 0; c < stride_; ++c) B(row + c, k) = v[c];
      }
    row += stride_;
  }
}

void Attachment::forces(const Articulation& tree, const VectorXd& f,
                        std::vector<Articulation::DeadForce>& forces) const {
  forces.assign(tree.links(), {});
  for (const Rider& rider : riders_) {
    Point force = Point::Zero();
    for (int c = 0; c < stride_; ++c) force[c] = f[rider.node * stride_ + c];
    forces[rider.link].add(tree.position(rider.link, rider.rest), force);
  }
}

}  // namespace conjac
