#pragma once

#include <vector>

#include "contact/contact_views.h"
#include "scene/body_forces.h"
#include "scene/contact_setup.h"
#include "scene/obstacle_surfaces.h"
#include "scene/solids.h"

namespace conjac {

/// What a world shows of itself, in memory of its own: looking must not disturb a run.
template <int Dim>
class Views {
 public:
  /// The body or its contacts are other ones from now on.
  void begin(const SceneSpec& spec, const Contacts<Dim>* contacts) {
    stiffness_.resize(0, 0);
    solids_.clear();
    if (contacts != nullptr) solids_ = obstacle_views(spec, contacts->obstacles());
  }
  const SparseMatrix& stiffness(const BodyForces<Dim>& forces, const VectorXd& x, bool project) {
    const Pattern& pattern = forces.elastic().pattern();
    if (stiffness_.cols() == 0) stiffness_ = pattern.zeros();
    VectorXd force = VectorXd::Zero(x.size());
    forces.elastic().force_and_stiffness(x, force, stiffness_, project);
    forces.add_stiffness(x, project, stiffness_);
    return stiffness_;
  }
  const RowMatrix& jacobian(RowMatrix J) { return jacobian_ = std::move(J); }
  const std::vector<SolidView>& solids(const Contacts<Dim>* contacts) {
    for (std::size_t k = 0; contacts != nullptr && k < solids_.size(); ++k)
      show(solids_[k], contacts->obstacles()[k], contacts->pose(static_cast<int>(k)));
    return solids_;
  }
  const std::vector<ContactView>& contacts(Contacts<Dim>* contacts, const VectorXd& x) {
    contact_views(contacts, x, contacts_);
    return contacts_;
  }
  const VectorXd& contact_forces(Contacts<Dim>* contacts, const VectorXd& x) {
    conjac::contact_forces(contacts, x, contact_forces_);
    return contact_forces_;
  }

 private:
  SparseMatrix stiffness_;
  RowMatrix jacobian_;
  std::vector<SolidView> solids_;
  std::vector<ContactView> contacts_;
  VectorXd contact_forces_;
};

}  // namespace conjac
