#include "contact/contact_views.h"

#include <algorithm>

namespace conjac {

template <int Dim>
ContactTotals contact_totals(Contacts<Dim>* contacts, const VectorXd& x) {
  ContactTotals totals;
  if (contacts == nullptr) return totals;
  contacts->find(x);
  for (const ContactPoint<Dim>& p : contacts->points()) {
    ++totals.count;
    totals.penetration = std::max(totals.penetration, -p.gap);
    totals.normal_force += p.normal_force().norm();
    totals.friction_force += contacts->friction_force(p.slot).norm();
  }
  return totals;
}

template <int Dim>
void contact_forces(Contacts<Dim>* contacts, const VectorXd& x, VectorXd& forces) {
  if (contacts == nullptr) return;
  forces.setZero(x.size());
  contacts->find(x);
  contacts->add_force(forces);
  for (const ContactPoint<Dim>& p : contacts->points())
    p.spread(contacts->friction_force(p.slot), forces);
}

template <int Dim>
void contact_views(Contacts<Dim>* contacts, const VectorXd& x, std::vector<ContactView>& views) {
  views.clear();
  if (contacts == nullptr) return;
  contacts->find(x);
  for (const ContactPoint<Dim>& p : contacts->points()) {
    ContactView view;
    const Vec<Dim> rubbing = contacts->friction_force(p.slot);
    const Vec<Dim> force = p.normal_force() + rubbing;
    for (int c = 0; c < Dim; ++c) {
      view.point[c] = p.count > 0 ? x[p.nodes[0] * Dim + c] : p.at[c];
      view.normal[c] = p.normal[c];
      view.force[c] = force[c];
      view.friction[c] = rubbing[c];
    }
    view.depth = -p.gap;
    view.node = p.count > 0 ? p.nodes[0] : -1;
    view.obstacle = p.obstacle;
    views.push_back(view);
  }
}

template ContactTotals contact_totals<2>(Contacts<2>*, const VectorXd&);
template ContactTotals contact_totals<3>(Contacts<3>*, const VectorXd&);
template void contact_forces<2>(Contacts<2>*, const VectorXd&, VectorXd&);
template void contact_forces<3>(Contacts<3>*, const VectorXd&, VectorXd&);
template void contact_views<2>(Contacts<2>*, const VectorXd&, std::vector<ContactView>&);
template void contact_views<3>(Contacts<3>*, const VectorXd&, std::vector<ContactView>&);

}  // namespace conjac
