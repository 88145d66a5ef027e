#include "scene/rest_state.h"

#include <algorithm>

namespace conjac {
namespace {

template <int Dim>
Point in_space(const Vec<Dim>& v) {
  Point p = Point::Zero();
  p.template head<Dim>() = v;
  return p;
}

/// Bones in touch, for statics.
template <int Dim>
class TouchedBones final : public JointModel {
 public:
  TouchedBones(Skeleton& bones, const Contacts<Dim>* contacts)
      : bones_(bones), contacts_(contacts) {}
  int unknowns() const override { return bones_.unknowns(); }
  std::span<const char> riders() const override { return bones_.riders(); }
  void turn(const VectorXd& q, const VectorXd& du, VectorXd& out) const override {
    bones_.turn(q, du, out);
  }
  double take_pose(const VectorXd& q, VectorXd& x, VectorXd& force) override {
    return bones_.take_pose(q, x, force);
  }
  void columns(MatrixXd& T) const override { bones_.columns(T); }
  void stiffness(const VectorXd& pull, MatrixXd& A) const override { bones_.stiffness(pull, A); }
  void add_contact_force(VectorXd& force) const override {
    each([&](const ContactPoint<Dim>& p, const RowMatrix& rows) {
      force += rows.transpose() * p.normal_force();
    });
  }
  void add_contact_stiffness(MatrixXd& C, MatrixXd& A) const override {
    each([&](const ContactPoint<Dim>& p, const RowMatrix& rows) {
      const VectorXd g = rows.transpose() * p.gradient;
      A += p.stiffness * g * g.transpose();
      for (int n = 0; n < p.count; ++n)
        for (int c = 0; c < Dim; ++c)
          C.row(p.nodes[n] * Dim + c) += p.stiffness * p.weights[n] * p.gradient[c] * g;
    });
  }

 private:
  template <class Do>
  void each(const Do& with) const {
    if (contacts_ == nullptr) return;
    for (const ContactPoint<Dim>& p : contacts_->points()) {
      if (p.bones == 0) continue;
      RowMatrix rows = RowMatrix::Zero(Dim, unknowns());
      VectorXd known = VectorXd::Zero(Dim);
      for (int k = 0; k < p.bones; ++k)
        bones_.add_point_rows(p.bone[k].bone, in_space<Dim>(p.at), p.bone[k].weight,
                              bones_.start_velocity(), rows, known);
      with(p, rows);
    }
  }
  Skeleton& bones_;
  const Contacts<Dim>* contacts_;
};

}  // namespace

template <int Dim>
EquilibriumResult find_rest(BodyForces<Dim>& forces, Skeleton& skeleton, const System& system,
                            const std::vector<char>& held, double load_scale,
                            const std::function<void(int, double)>& progress, VectorXd& x,
                            VectorXd& q) {
  System scratch = system;
  if (skeleton.empty()) return equilibrate(forces, scratch, Dim, held, load_scale, {}, x, progress);
  TouchedBones<Dim> bones(skeleton, forces.contacts);
  const double everything =
      std::max(load_scale, forces.weight().cwiseAbs().sum() + skeleton.weight());
  if (forces.contacts) forces.contacts->bone_blocks = 1;
  const EquilibriumResult result =
      equilibrate_jointed(forces, bones, scratch, Dim, held, load_scale, everything, skeleton.arm(),
                          {}, x, q, progress);
  if (forces.contacts) forces.contacts->bone_blocks = 0;
  return result;
}

template EquilibriumResult find_rest<2>(BodyForces<2>&, Skeleton&, const System&,
                                        const std::vector<char>&, double,
                                        const std::function<void(int, double)>&, VectorXd&,
                                        VectorXd&);
template EquilibriumResult find_rest<3>(BodyForces<3>&, Skeleton&, const System&,
                                        const std::vector<char>&, double,
                                        const std::function<void(int, double)>&, VectorXd&,
                                        VectorXd&);

}  // namespace conjac
