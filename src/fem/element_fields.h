#pragma once

#include <span>

#include "fem/assemble.h"

namespace conjac {

/// (elements x Dim x Dim) F of every element, row after row.
template <int Dim>
void deformation_gradients(const Elastic<Dim>& elastic, const VectorXd& x, std::span<double> F);

/// (elements) work of each element's elastic force at x along `way` (dofs): -V P(F) : dF, with dF
/// the change of F along the way. Their sum is force . way.
template <int Dim>
void virtual_work(const Elastic<Dim>& elastic, const VectorXd& x, const VectorXd& way,
                  std::span<double> work);

}  // namespace conjac
