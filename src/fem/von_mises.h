#pragma once

#include <span>

#include "fem/assemble.h"

namespace conjac {

/// Von Mises stress of every element, Pa, for colouring results: sqrt(3/2) |deviator of sigma|,
/// with the Cauchy stress sigma = P F' / J of all laws together.
///
/// In 2D the body is in plane strain: F is completed by a stretch of 1 out of the plane, fibres lie
/// in it, and the same laws in 3D give the full stress, sigma_zz included. An inverted element
/// (J < 0) has the stress of its mirror image; J is kept away from zero for a flat one.
template <int Dim>
void von_mises(const Elastic<Dim>& elastic, const VectorXd& x, std::span<double> stress);

/// (elements x 3 x 3) that Cauchy stress itself, row after row, Pa.
template <int Dim>
void cauchy_stresses(const Elastic<Dim>& elastic, const VectorXd& x, std::span<double> stress);

}  // namespace conjac
