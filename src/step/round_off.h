#pragma once

#include "core/dim.h"
#include "linalg/sparse.h"

namespace conjac {

/// How far rounding can put forces and energy off, to first order, from the stiffness at x. The
/// force of an element is a difference of terms as large as its stiffness times its edges (at rest
/// they cancel altogether, so the size of the forces says nothing), and its corners are rounded
/// themselves. With e the machine's epsilon, i and j unknowns, d_ij the distance of their nodes and
/// |x_j| the largest coordinate of a node:
///
///     force_i = e sum_j |K_ij| (d_ij + |x_j|)        energy = e/2 sum_ij |K_ij| d_ij^2
///
/// The energy leaves rounded corners out: energies that are compared belong to the same ones.
struct RoundOff {
  VectorXd force;  // (dofs) N
  double energy = 0;
};

/// `stiffness`: lower triangle of K; `stride` unknowns per node.
void estimate_round_off(const SparseMatrix& stiffness, const VectorXd& x, int stride,
                        RoundOff& result);

/// The largest sum_j |K_ij| d_ij: the force on a node whose elements are strained by one, N.
double force_of_strain(const SparseMatrix& stiffness, const VectorXd& x, int stride);

}  // namespace conjac
