#pragma once

#include <span>

#include "mesh/mesh.h"

namespace conjac {

/// A harmonic field on some elements of a mesh: Laplace's equation by linear elements,
///
///     sum over elements of V grad N_a . grad N_b phi_b = 0,   phi = 0 on `zero`, 1 on `one`,
///
/// nothing flowing through the rest of the boundary. Its gradient runs from one part of a body to
/// another whatever the shape between: the directions of muscle fibres from origin to insertion.
template <int Dim>
struct HarmonicSolution {
  std::vector<double> value;       // (elements given) mean of the element's nodes
  std::vector<Vec<Dim>> gradient;  // (elements given) 1/m
};
/// Nodes of `zero` and `one` that no element has are passed over. Throws Error(bad_input) when one
/// of the two is empty, when they overlap, or when a part of the elements touches neither.
template <int Dim>
HarmonicSolution<Dim> harmonic_field(const Mesh<Dim>& mesh, std::span<const int> elements,
                                     std::span<const int> zero, std::span<const int> one);

}  // namespace conjac
