#pragma once

#include <vector>

#include "core/dim.h"
#include "fem/law_groups.h"
#include "fem/rest_shape.h"
#include "linalg/pattern.h"
#include "linalg/sparse.h"

namespace conjac {

class Archive;

/// Elastic energy, force and stiffness of a mesh. The mesh and the material are copied into the
/// order the kernels want: batches of elements made of the same laws, one element per SIMD lane.
///
/// Results have the same bits for any number of threads. After a first call with vectors of the
/// right size nothing is allocated. Calls share scratch memory: one at a time per object.
///
/// Where ranks share the body (core/ranks.h) each has the elements that touch its own nodes. Energy
/// and forces are then those of the whole body on every rank, and every rank must ask; of K the rows
/// and columns of own nodes are complete, the others are of no use.
template <int Dim>
class Elastic {
 public:
  /// Throws Error(bad_input) for an element without volume or law, or a parameter out of range.
  /// `links`: pairs of nodes that have a place in K though no element joins them.
  Elastic(const Mesh<Dim>& mesh, const MaterialField<Dim>& field,
          std::span<const std::array<int, 2>> links = {});

  /// J (per metre of thickness in 2D).
  double energy(const VectorXd& x) const;
  /// f += elastic force, N.
  void add_force(const VectorXd& x, VectorXd& f) const;
  /// Both in one pass.
  double energy_and_force(const VectorXd& x, VectorXd& f) const;
  /// f += elastic force; K = df/dx, lower triangle (K is given the pattern if it has another). With
  /// `project` each law's tangent is clamped, which makes K negative semidefinite.
  void force_and_stiffness(const VectorXd& x, VectorXd& f, SparseMatrix& K, bool project) const;
  /// The same, and every element remembers the F its stiffness was taken at. Elements that are
  /// within `slack` of the F they remember (|F(x) - F| <= slack, eight neighbours in the order of
  /// the kernels together) keep it, and the stiffness they had: their entries of K are the same
  /// numbers as before, and what was made of them need not be made again. 0: all are renewed.
  void linearise(const VectorXd& x, VectorXd& f, SparseMatrix& K, bool project, double slack = 0);

  /// Sparsity of K: over all nodes, every diagonal block present.
  const Pattern& pattern() const { return pattern_; }

  /// Other parameters for the same laws in the same elements; activations are those of `field`.
  void set_parameters(const Mesh<Dim>& mesh, const MaterialField<Dim>& field);

  /// Activation (0 .. 1) of every fibre law of an element; the sparsity does not change.
  void set_activation(int element, double activation);

  /// How far the elements have moved from the F they remember: the maximum over elements of
  /// |F(x) - F(remembered)|. Infinite before the first linearise().
  double largest_change(const VectorXd& x) const;

  /// Memory of elements, pattern and what belongs to them, without the parameters of the laws.
  std::size_t bytes() const;

  const RestShape<Dim>& shape() const { return shape_; }
  const LawGroups<Dim>& laws() const { return laws_; }

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  template <bool kEnergy, bool kForce>
  double pass(const VectorXd& x, VectorXd* f) const;
  void add_up(VectorXd& f) const;
  void store_stiffness(int batch, const SmallMat<Pack, Dim>& F, bool project, Pack* blocks) const;

  LawGroups<Dim> laws_;
  RestShape<Dim> shape_;
  Pattern pattern_;
  // Of the last linearise().
  std::vector<SmallMat<Pack, Dim>> remembered_;  // (batches) F
  std::vector<Pack> stiffness_;                  // (slots x Layout::matrix doubles)
  bool projected_ = true;

  // Scratch, sized at the first use of each.
  mutable std::vector<double> partial_;  // (chunks) sums or maxima
  mutable std::vector<Pack> forces_;     // (slots x Layout::vector doubles)
  mutable std::vector<Pack> blocks_;     // (slots x Layout::matrix doubles)
};

}  // namespace conjac
