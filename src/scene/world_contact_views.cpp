#include <algorithm>

#include "scene/solids.h"
#include "scene/world.h"

namespace conjac {

template <int Dim>
ContactTotals World<Dim>::contact_totals() {
  ContactTotals totals;
  if (!contacts_) return totals;
  contacts_->find(state_.x);
  for (const ContactPoint<Dim>& p : contacts_->points()) {
    ++totals.count;
    totals.penetration = std::max(totals.penetration, -p.gap);
    totals.normal_force += p.normal_force().norm();
    totals.friction_force += contacts_->friction_force(p.slot).norm();
  }
  return totals;
}

template <int Dim>
const VectorXd& World<Dim>::contact_forces() {
  if (!contacts_) return contact_forces_;
  contact_forces_.setZero(state_.x.size());
  contacts_->find(state_.x);
  contacts_->add_force(contact_forces_);
  for (const ContactPoint<Dim>& p : contacts_->points())
    p.spread(contacts_->friction_force(p.slot), contact_forces_);
  return contact_forces_;
}

template <int Dim>
const std::vector<SolidView>& World<Dim>::solids() {
  if (contacts_)
    for (std::size_t k = 0; k < solids_.size(); ++k)
      place(solids_[k], contacts_->pose(static_cast<int>(k)));
  return solids_;
}

template <int Dim>
const std::vector<ContactView>& World<Dim>::contacts() {
  contact_views_.clear();
  if (!contacts_) return contact_views_;
  contacts_->find(state_.x);
  for (const ContactPoint<Dim>& p : contacts_->points()) {
    ContactView view;
    const Vec<Dim> rubbing = contacts_->friction_force(p.slot);
    const Vec<Dim> force = p.normal_force() + rubbing;
    for (int c = 0; c < Dim; ++c) {
      view.point[c] = p.count > 0 ? state_.x[p.nodes[0] * Dim + c] : p.at[c];
      view.normal[c] = p.normal[c];
      view.force[c] = force[c];
      view.friction[c] = rubbing[c];
    }
    view.depth = -p.gap;
    view.node = p.count > 0 ? p.nodes[0] : -1;
    view.obstacle = p.obstacle;
    contact_views_.push_back(view);
  }
  return contact_views_;
}

template class World<2>;
template class World<3>;

}  // namespace conjac
