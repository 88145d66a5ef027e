#include <algorithm>

#include "core/check.h"
#include "mesh/topology.h"
#include "scene/script.h"
#include "scene/select.h"

// Pressures of the timeline.

namespace conjac {

template <int Dim>
void Script<Dim>::take_pressure(const Mesh<Dim>& mesh, const PressureEvent& event,
                                const std::string& where) {
  const std::vector<int> nodes = select_nodes(mesh, event.select);
  std::vector<char> chosen(mesh.rest.size(), 0);
  for (int node : nodes) chosen[node] = 1;
  Press press{event, {}, {event.curve, where + ".curve"}};
  for (const Facet<Dim>& facet : boundary_facets(mesh)) {
    if (!std::ranges::all_of(facet.nodes, [&](int node) { return chosen[node]; })) continue;
    const auto sides = element_facets(mesh, facet.element);
    for (int k = 0; k <= Dim; ++k)
      if (sides[k].nodes == facet.nodes) press.sides.push_back({facet.element, k});
  }
  require(!press.sides.empty(),
          (event.select.origin.empty() ? where : event.select.origin) + ": catches " +
              std::to_string(nodes.size()) +
              " nodes, but no side of the surface with all its nodes among them; a pressure acts "
              "on whole sides: select more of the surface");
  presses_.push_back(std::move(press));
}

template <int Dim>
bool Script<Dim>::press(double time, const Mesh<Dim>& mesh, Pressure<Dim>& pressure) const {
  std::size_t count = 0;
  for (const Press& one : presses_) count += one.sides.size();
  bool changed = pressure.sides.size() != count;
  if (changed) {  // the body is another one
    pressure.sides.clear();
    for (const Press& one : presses_)
      for (const auto& [element, side] : one.sides)
        pressure.sides.push_back({element_facets(mesh, element)[side].nodes, 0});
  }
  auto next = pressure.sides.begin();
  for (const Press& one : presses_) {
    const PressureEvent& event = one.event;
    const double value =
        event.value * share_of_load(event.start, event.end, event.ramp, one.curve, time);
    for (std::size_t k = 0; k < one.sides.size(); ++k, ++next) {
      changed |= next->value != value;
      next->value = value;
    }
  }
  return changed;
}

#define CONJAC_PRESS(DIM)                                                          \
  template void Script<DIM>::take_pressure(const Mesh<DIM>&, const PressureEvent&, \
                                           const std::string&);                    \
  template bool Script<DIM>::press(double, const Mesh<DIM>&, Pressure<DIM>&) const;
CONJAC_PRESS(2)
CONJAC_PRESS(3)
#undef CONJAC_PRESS

}  // namespace conjac
