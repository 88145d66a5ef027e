#include "fem/rest_shape.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "fem/own_elements.h"

namespace conjac {

template <int Dim>
RestShape<Dim>::RestShape(const Mesh<Dim>& mesh, std::vector<int> order)
    : node_count(mesh.nodes()), element_of_slot(std::move(order)) {
  constexpr int W = Pack::width, N = nodes_per_element;
  CONJAC_ASSERT(element_of_slot.size() % W == 0);
  const std::size_t slots = element_of_slot.size();
  slot_of_element.assign(mesh.element_count(), -1);
  nodes.assign(slots * N, -1);
  dofs.assign(slots * N, 0);
  inverse.resize(slots / W);
  volume.assign(slots / W, Pack(0.0));

  if (!ranks().alone()) counted.assign(slots / W, Pack(0.0));
  int last = -1;  // a gap repeats the shape of the element before it, which keeps its F finite
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const int own = element_of_slot[slot], element = own >= 0 ? own : last;
    const std::size_t batch = slot / W, lane = slot % W;
    std::array<int, N> at = mesh.elements[element];
    std::sort(at.begin(), at.end());
    Mat<Dim> D;
    for (int a = 0; a < Dim; ++a) D.col(a) = mesh.rest[at[a + 1]] - mesh.rest[at[0]];
    const double determinant = D.determinant();
    if (!std::isfinite(determinant) || determinant == 0) {
      throw Error(ErrorKind::bad_input,
                  "element " + std::to_string(element) + " has no volume; repair the mesh");
    }
    const Mat<Dim> inverted = D.inverse();
    for (int k = 0; k < Dim * Dim; ++k) inverse[batch].m[k].set(lane, inverted.data()[k]);
    for (int a = 0; a < N; ++a) dofs[(batch * N + a) * W + lane] = at[a] * Dim;
    if (own >= 0) {
      for (int a = 0; a < N; ++a) nodes[slot * N + a] = at[a];
      volume[batch].set(lane, std::abs(determinant) / (Dim == 2 ? 2 : 6));
      if (!counted.empty() && counts_here(at)) counted[batch].set(lane, volume[batch][lane]);
      slot_of_element[own] = static_cast<int>(slot);
      last = own;
    }
  }
}

template struct RestShape<2>;
template struct RestShape<3>;

}  // namespace conjac
