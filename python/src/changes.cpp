// What a program may change between two steps.
#include <pybind11/stl.h>

#include <numeric>

#include "arrays.h"
#include "calls.h"

namespace conjac::python {
namespace {

/// Numbers of nodes or elements, as any array-like of whole numbers.
using Indices = py::array_t<int, py::array::c_style | py::array::forcecast>;

std::vector<int> indices(const char* name, const py::object& given, int count) {
  std::vector<int> result;
  if (given.is_none()) {
    result.resize(static_cast<std::size_t>(count));
    std::iota(result.begin(), result.end(), 0);
    return result;
  }
  const py::array array = py::array::ensure(given);
  const std::string kind = array ? std::string(py::str(array.attr("dtype").attr("kind"))) : "";
  if (kind == "b" && array.ndim() == 1 && array.shape(0) == count) {  // a mask
    const py::array_t<bool> mask(array);
    for (int i = 0; i < count; ++i)
      if (mask.at(i)) result.push_back(i);
    return result;
  }
  if ((kind != "i" && kind != "u") || array.ndim() > 1)
    throw Error(ErrorKind::usage, std::string(name) + ": need a list of whole numbers, or " +
                                      std::to_string(count) + " truth values");
  const Indices whole(array);
  result.assign(whole.data(), whole.data() + whole.size());
  return result;
}

Triple triple(const char* name, const Rows& given, int dimension) {
  const bool fits = given.ndim() == 1 && (given.shape(0) == 3 || given.shape(0) == dimension);
  if (!fits)
    throw Error(ErrorKind::usage, std::string(name) + ": need " + std::to_string(dimension) +
                                      " numbers, not an array of shape " +
                                      std::string(py::str(given.attr("shape"))));
  Triple result{};
  std::copy(given.data(), given.data() + given.size(), result.begin());
  return result;
}

void set_external_forces(SharedSimulation& shared, const py::object& given) {
  const Turn turn(shared);
  Simulation& s = shared.simulation;
  if (given.is_none()) {
    s.set_external_forces(std::vector<double>(s.positions().size(), 0.0));
    return;
  }
  s.set_external_forces(flat(s, "external_forces", py::cast<Rows>(given)));
}

void apply_force(SharedSimulation& shared, const py::object& nodes, const Rows& force) {
  const Turn turn(shared);
  Simulation& s = shared.simulation;
  const std::vector<int> on = indices("apply_force: nodes", nodes, s.nodes());
  const int d = s.dimension();
  if (force.ndim() != 2) {
    s.apply_force(on, triple("apply_force: force", force, d));
    return;
  }
  if (force.shape(0) != static_cast<py::ssize_t>(on.size()) || force.shape(1) != d)
    throw Error(ErrorKind::usage, "apply_force: force: need one row of " + std::to_string(d) +
                                      " numbers for each of " + std::to_string(on.size()) +
                                      " nodes, or one force for all, not an array of shape " +
                                      std::string(py::str(force.attr("shape"))));
  const auto now = s.external_forces();
  std::vector<double> all(now.begin(), now.end());
  for (std::size_t k = 0; k < on.size(); ++k) {
    if (on[k] < 0 || on[k] >= s.nodes())
      throw Error(ErrorKind::usage, "apply_force: nodes: there is no node " +
                                        std::to_string(on[k]) + "; the body has " +
                                        std::to_string(s.nodes()));
    for (int c = 0; c < d; ++c)
      all[static_cast<std::size_t>(on[k] * d + c)] += force.at(static_cast<py::ssize_t>(k), c);
  }
  s.set_external_forces(all);
}

void set_held_positions(SharedSimulation& shared, const Rows& given) {
  const Turn turn(shared);
  Simulation& s = shared.simulation;
  const auto count = static_cast<py::ssize_t>(s.held_nodes().size());
  if (given.ndim() != 2 || given.shape(0) != count || given.shape(1) != s.dimension())
    throw Error(ErrorKind::usage, "held_positions: need an array of shape (" +
                                      std::to_string(count) + ", " + std::to_string(s.dimension()) +
                                      "), not " + std::string(py::str(given.attr("shape"))));
  s.set_held_positions(numbers(given));
}

void set_material_values(SharedSimulation& shared, const std::string& name, const Rows& values,
                         const py::object& elements, int law) {
  const Turn turn(shared);
  Simulation& s = shared.simulation;
  const std::vector<int> of = indices("elements", elements, s.elements());
  shared.forget_arrays();  // masses
  if (values.ndim() == 0) {
    s.set_material_values(name, of, std::vector<double>(of.size(), *values.data()), law);
    return;
  }
  s.set_material_values(name, of, numbers(values), law);
}

void bind_loads(py::class_<SharedSimulation>& simulation) {
  simulation
      .def_property(
          "external_forces",
          in_turn([](Simulation& s) { return frozen_copy(s.external_forces(), node_shape(s)); }),
          &set_external_forces,
          "(nodes, dimension) N, beside the loads of the timeline and exactly as these, until "
          "changed. A copy that cannot be written to; assign a whole array, or None for none.")
      .def("apply_force", &apply_force, py::arg("nodes"), py::arg("force"),
           "Adds to external_forces: one force, N in total, shared equally by these nodes as a "
           "`load` of the timeline is, or a row for each. It acts until external_forces is "
           "changed.")
      .def_property(
          "gravity",
          in_turn([](Simulation& s) { return frozen_copy<double>(s.scene().gravity, {3}); }),
          [](SharedSimulation& shared, const Rows& given) {
            const Turn turn(shared);
            shared.simulation.set_gravity(triple("gravity", given, shared.simulation.dimension()));
          },
          "(3,) m/s^2; in 2D two numbers may be given.")
      .def(
          "set_friction",
          [](SharedSimulation& shared, double friction, int obstacle) {
            const Turn turn(shared);
            shared.simulation.set_friction(friction, obstacle);
          },
          py::arg("friction"), py::arg("obstacle") = -1,
          "Coefficient of friction of an obstacle (its number in the scene), or, -1, that of the "
          "contact, which all have that have none of their own.");
}

void bind_time(py::class_<SharedSimulation>& simulation) {
  simulation
      .def_property(
          "time", in_turn([](Simulation& s) { return s.time(); }),
          [](SharedSimulation& shared, double time) {
            const Turn turn(shared);
            shared.simulation.set_time(time);
          },
          "Simulated time, s. The timeline goes on from what is assigned; the body stays as it is.")
      .def_property(
          "time_step", in_turn([](Simulation& s) { return s.scene().time.step; }),
          [](SharedSimulation& shared, double step) {
            const Turn turn(shared);
            shared.simulation.set_time_step(step);
          },
          "Length of a step, s; counts from the next step on.")
      .def_property_readonly("held_nodes", in_turn([](Simulation& s) {
                               const auto held = s.held_nodes();
                               return frozen_copy(held, {static_cast<py::ssize_t>(held.size())});
                             }),
                             "Numbers of the nodes that are held now.")
      .def_property(
          "held_positions", in_turn([](Simulation& s) {
            const std::vector<double> places = s.held_positions();
            return frozen_copy<double>(
                places, {static_cast<py::ssize_t>(s.held_nodes().size()), s.dimension()});
          }),
          &set_held_positions,
          "(held_nodes, dimension) m, where they are held. A node that is put elsewhere goes there "
          "within the next step and stays; moves of the timeline that began before no longer move "
          "it. A copy that cannot be written to; assign a whole array.");
}

void bind_materials(py::class_<SharedSimulation>& simulation) {
  simulation
      .def(
          "material_values",
          [](SharedSimulation& shared, const std::string& name, int law) {
            const Turn turn(shared);
            const std::vector<double> values = shared.simulation.material_values(name, law);
            return free_copy<double>(values, {static_cast<py::ssize_t>(values.size())});
          },
          py::arg("name"), py::arg("law") = -1,
          "(elements,) 'density' (kg/m^3), 'young' (Pa), 'poisson', or 'stiffness' (Pa, of fibres) "
          "of each element; nan where it has none. `law` is a place among the element's laws, for "
          "elements where several have such a number.")
      .def(
          "set_material_values", &set_material_values, py::arg("name"), py::arg("values"),
          py::arg("elements") = py::none(), py::arg("law") = -1,
          "Gives these elements (numbers or a mask; all without) other values of the same law, one "
          "for all or one each. `scene` keeps what the scene says.")
      .def_property_readonly(
          "element_materials",
          shared_array(
              "element_materials",
              [](Simulation& s) { return frozen_copy(s.element_materials(), {s.elements()}); }),
          "(elements,) place in the scene's materials. Shared until a cut: no "
          "copy.")
      .def_property_readonly("activations", in_turn([](Simulation& s) {
                               return frozen_copy(s.activations(), {s.elements()});
                             }),
                             "(elements,) activation of the fibres, 0..1.")
      .def(
          "set_activation",
          [](SharedSimulation& shared, double value, const py::object& elements) {
            const Turn turn(shared);
            Simulation& s = shared.simulation;
            s.set_activation(indices("elements", elements, s.elements()), value);
          },
          py::arg("value"), py::arg("elements") = py::none(),
          "Activation 0..1 of these elements' fibres (all without a list), from now on instead of "
          "the timeline's. Raises conjac.Error where none of them has fibres.");
}

}  // namespace

void bind_changes(py::class_<SharedSimulation>& simulation) {
  bind_loads(simulation);
  bind_time(simulation);
  bind_materials(simulation);
}

}  // namespace conjac::python
