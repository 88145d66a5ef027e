#pragma once

#include <vector>

#include "conjac/solid_view.h"
#include "conjac/step_report.h"
#include "contact/contacts.h"

namespace conjac {

// What is shown of the contacts at x. A null pointer stands for a scene where nothing can touch.

template <int Dim>
ContactTotals contact_totals(Contacts<Dim>* contacts, const VectorXd& x);

/// forces (dofs) <- normal and friction forces on nodes; untouched when nothing can touch.
template <int Dim>
void contact_forces(Contacts<Dim>* contacts, const VectorXd& x, VectorXd& forces);

template <int Dim>
void contact_views(Contacts<Dim>* contacts, const VectorXd& x, std::vector<ContactView>& views);

}  // namespace conjac
