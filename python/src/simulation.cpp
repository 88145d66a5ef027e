#include "conjac/simulation.h"

#include <pybind11/stl.h>
#include <map>

#include "arrays.h"
#include "bindings.h"
#include "calls.h"
#include "conjac/error.h"
#include "run.h"

namespace conjac::python {
namespace {

/// Takes n steps. The interpreter is free during each of them; in between it may hand over a
/// Ctrl-C.
StepReport step(SharedSimulation& shared, long long n) {
  if (n < 1)
    throw Error(ErrorKind::usage, "step: n is " + std::to_string(n) + ", but must be at least 1");
  const Turn turn(shared);
  StepReport report;
  for (long long i = 1; i <= n; ++i) {
    {
      const py::gil_scoped_release release;
      report = shared.simulation.step();
    }
    if (report.status != StepStatus::ok)
      throw Error(ErrorKind::diverged, "step " + std::to_string(i) + " of " + std::to_string(n) +
                                           " from t = " + std::to_string(report.time) +
                                           " s: " + report.message);
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return report;
}

/// Values, row numbers and column starts of the lower triangle, as scipy.sparse.csc_matrix wants
/// them.
py::tuple stiffness(SharedSimulation& shared, bool project) {
  const Turn turn(shared);
  const SparseView K = [&] {
    const py::gil_scoped_release release;
    return shared.simulation.stiffness(project);
  }();
  const auto entries = static_cast<py::ssize_t>(K.values.size());
  return py::make_tuple(free_copy(K.values, {entries}), free_copy(K.rows, {entries}),
                        free_copy(K.column_start, {K.size + 1}));
}

py::array_t<double> jacobian(SharedSimulation& shared) {
  const Turn turn(shared);
  int unknowns = 0;
  const std::span<const double> J = [&] {
    const py::gil_scoped_release release;
    return shared.simulation.jacobian(unknowns);
  }();
  const Simulation& s = shared.simulation;
  return free_copy(J, {static_cast<py::ssize_t>(s.nodes()) * s.dimension(), unknowns});
}

/// A function of every representative node, as an array.
template <class T>
py::array_t<T> per_representative(const Simulation& s, T (Simulation::*function)(int) const) {
  py::array_t<T> result(s.representatives());
  for (int k = 0; k < s.representatives(); ++k) result.mutable_at(k) = (s.*function)(k);
  return result;
}

RestReport rest(SharedSimulation& shared, bool move) {
  const Turn turn(shared);
  const py::gil_scoped_release release;
  if (!move) return shared.simulation.distance_to_rest();
  const RestReport report = shared.simulation.equilibrate();
  if (!report.converged) throw Error(ErrorKind::diverged, report.message);
  return report;
}

void bind_arrays(py::class_<SharedSimulation>& simulation) {
  simulation
      .def_property(
          "positions",
          in_turn([](Simulation& s) { return frozen_copy(s.positions(), node_shape(s)); }),
          [](SharedSimulation& shared, const Rows& given) {
            const Turn turn(shared);
            shared.simulation.set_positions(flat(shared.simulation, "positions", given));
          },
          "(nodes, dimension) m. A copy that cannot be written to; assign a whole array.")
      .def_property(
          "velocities",
          in_turn([](Simulation& s) { return frozen_copy(s.velocities(), node_shape(s)); }),
          [](SharedSimulation& shared, const Rows& given) {
            const Turn turn(shared);
            shared.simulation.set_velocities(flat(shared.simulation, "velocities", given));
          },
          "(nodes, dimension) m/s. A copy that cannot be written to; assign a whole array.")
      .def_property_readonly("rest_positions",
                             shared_array("rest_positions",
                                          [](Simulation& s) {
                                            return frozen_copy(s.rest_positions(), node_shape(s));
                                          }),
                             "(nodes, dimension) m, undeformed. Shared until a cut: no copy.")
      .def_property_readonly(
          "elements",
          shared_array("elements",
                       [](Simulation& s) {
                         return frozen_copy(s.element_nodes(), {s.elements(), s.dimension() + 1});
                       }),
          "(elements, dimension + 1) node numbers. Shared until a cut: no copy.")
      .def_property_readonly("element_regions",
                             shared_array("element_regions",
                                          [](Simulation& s) {
                                            return frozen_copy(s.element_regions(), {s.elements()});
                                          }),
                             "(elements,) labels of the mesh. Shared until a cut: no copy.")
      .def_property_readonly(
          "masses",
          shared_array("masses",
                       [](Simulation& s) { return frozen_copy(s.masses(), {s.nodes()}); }),
          "(nodes,) kg. Shared until a cut or another density: no copy.")
      .def_property_readonly(
          "roles", in_turn([](Simulation& s) { return frozen_copy(s.roles(), {s.nodes()}); }),
          "(nodes,) numbers of conjac.Role.")
      .def("forces", in_turn([](Simulation& s) { return free_copy(s.forces(), node_shape(s)); }),
           "(nodes, dimension) N: elastic, gravity and loads; what holds held nodes is not in it.")
      .def("von_mises",
           in_turn([](Simulation& s) { return free_copy(s.von_mises(), {s.elements()}); }),
           "(elements,) von Mises stress, Pa.");
}

/// One array per quantity, a row for every contact.
py::dict contacts(Simulation& s) {
  const std::vector<ContactView>& now = s.contacts();
  const auto count = static_cast<py::ssize_t>(now.size());
  const int dimension = s.dimension();
  py::dict result;
  const auto numbers = [&](const char* name, auto ContactView::*member) {
    using T = std::remove_reference_t<decltype(now[0].*member)>;
    py::array_t<std::remove_const_t<T>> array(count);
    for (py::ssize_t i = 0; i < count; ++i) array.mutable_at(i) = now[i].*member;
    result[name] = array;
  };
  const auto vectors = [&](const char* name, std::array<double, 3> ContactView::*member) {
    py::array_t<double> array({count, static_cast<py::ssize_t>(dimension)});
    for (py::ssize_t i = 0; i < count; ++i)
      for (int c = 0; c < dimension; ++c) array.mutable_at(i, c) = (now[i].*member)[c];
    result[name] = array;
  };
  numbers("node", &ContactView::node);
  numbers("obstacle", &ContactView::obstacle);
  numbers("depth", &ContactView::depth);
  vectors("point", &ContactView::point);
  vectors("normal", &ContactView::normal);
  vectors("force", &ContactView::force);
  vectors("friction", &ContactView::friction);
  return result;
}

void bind_contact(py::class_<SharedSimulation>& simulation) {
  simulation
      .def("contacts", in_turn(&contacts),
           "What touches now, as a dict of arrays with a row per contact: node, obstacle (its "
           "number in the scene, -1 for a face of a body), depth (m), point (m), normal (unit, "
           "towards the node), force on the node (N), friction (the part of it along the "
           "surface).")
      .def("contact_forces", in_turn([](Simulation& s) {
             const std::span<const double> forces = s.contact_forces();
             if (forces.empty()) {
               py::array_t<double> none(node_shape(s));
               none[py::ellipsis()] = 0.0;
               return none;
             }
             return free_copy(forces, node_shape(s));
           }),
           "(nodes, dimension) N: normal forces and friction of all contacts.");
}

void bind_representatives(py::class_<SharedSimulation>& simulation) {
  simulation
      .def_property_readonly("representatives", in_turn([](Simulation& s) {
                               return per_representative(s, &Simulation::representative_node);
                             }),
                             "Node numbers of those that are or may become dynamic.")
      .def_property_readonly(
          "awake", in_turn([](Simulation& s) { return per_representative(s, &Simulation::awake); }),
          "Whether each of the representatives is awake.")
      .def("liveliness",
           in_turn([](Simulation& s) { return per_representative(s, &Simulation::liveliness); }),
           "Of the region of each representative, mean over the window, 1/s.")
      .def_property_readonly("representative_regions", in_turn([](Simulation& s) {
                               return frozen_copy(s.representative_regions(), {s.elements()});
                             }),
                             "(elements,) whose region an element is in: an index of "
                             "representatives.");
}

void bind_bones(py::class_<SharedSimulation>& simulation) {
  simulation
      .def_property_readonly("joint_names", in_turn([](Simulation& s) { return s.joint_names(); }),
                             "Names of the joint coordinates, as in history.csv.")
      .def_property_readonly("joint_positions", in_turn([](Simulation& s) {
                               const auto q = s.joint_positions();
                               return frozen_copy(q, {static_cast<py::ssize_t>(q.size())});
                             }),
                             "(coordinates,) rad or m; four numbers (w, x, y, z) for a ball.")
      .def_property_readonly("joint_velocities", in_turn([](Simulation& s) {
                               const auto u = s.joint_velocities();
                               return frozen_copy(u, {static_cast<py::ssize_t>(u.size())});
                             }),
                             "(unknowns,) rad/s or m/s.")
      .def(
          "set_joints",
          [](SharedSimulation& shared, const Rows& q, const Rows& u) {
            const Turn turn(shared);
            shared.simulation.set_joints(numbers(q), numbers(u));
          },
          py::arg("positions"), py::arg("velocities"),
          "Moves the bones; nodes that ride on them move along.")
      .def(
          "set_joint_torques",
          [](SharedSimulation& shared, const Rows& torques) {
            const Turn turn(shared);
            shared.simulation.set_joint_torques(numbers(torques));
          },
          py::arg("torques"),
          "(unknowns,) N m or N, beside those of the timeline, until set anew.");
}

}  // namespace

void bind_simulation(py::module_& module) {
  py::class_<SharedSimulation> simulation(module, "Simulation");
  simulation
      .def(py::init<const SceneSpec&>(), py::arg("scene"), py::call_guard<py::gil_scoped_release>())
      .def(py::init([](const py::bytes& state) {
             const std::string_view bytes = state;
             const py::gil_scoped_release release;
             return std::make_unique<SharedSimulation>(bytes);
           }),
           py::arg("state"))
      .def(
          "state",
          [](SharedSimulation& shared) {
            std::string bytes;
            {
              const Turn turn(shared);
              const py::gil_scoped_release release;
              bytes = shared.simulation.state();
            }
            return py::bytes(bytes);
          },
          "All that the next step depends on, as bytes. What goes on from them gives what this "
          "simulation would give, to the bit.")
      .def(
          "set_state",
          [](SharedSimulation& shared, const py::bytes& state) {
            const std::string_view bytes = state;
            const Turn turn(shared);
            {
              const py::gil_scoped_release release;
              shared.simulation.set_state(bytes);
            }
            shared.forget_arrays();
          },
          py::arg("state"),
          "Becomes what was saved, scene and options too. Raises conjac.Error for bytes that are "
          "damaged or of another version; then nothing has changed.")
      .def(
          "reset",
          [](SharedSimulation& shared) {
            const Turn turn(shared);
            {
              const py::gil_scoped_release release;
              shared.simulation = Simulation(shared.start);
            }
            shared.forget_arrays();
          },
          "Back to the start: the scene as it was given, at time 0. Of a simulation that was "
          "loaded "
          "the scene is that of the state, with the options it had then.")
      .def("step", &step, py::arg("n") = 1,
           "Takes n steps and returns the report of the last. Raises conjac.Error when a step "
           "diverges; the state is then the last good one.")
      .def(
          "equilibrate", [](SharedSimulation& shared) { return rest(shared, true); },
          "Moves the body to its static state, at rest. Raises conjac.Error where none is found; "
          "the "
          "body is then where it was.")
      .def(
          "distance_to_rest", [](SharedSimulation& shared) { return rest(shared, false); },
          "How far the body is from its static state; does not move it. Where none is found the "
          "report says so (converged, message).")
      .def("energy", in_turn([](Simulation& s) { return s.energy(); }), "Energies now, J.")
      .def("jacobian", &jacobian,
           "(nodes * dimension, unknowns): velocities of all nodes from those of the dynamic "
           "ones.\nColumn k * dimension + c is component c of dynamic_nodes[k].")
      .def("_stiffness", &stiffness, py::arg("project"))
      .def("_run", &recorded_run, py::arg("folder"), py::arg("steps"), py::arg("check_rest"),
           py::arg("checkpoint"), py::arg("progress"))
      .def("_cut",
           [](SharedSimulation& shared, const std::string& text, const std::string& folder) {
             const Turn turn(shared);
             const py::gil_scoped_release release;
             return shared.simulation.cut(cut_from_json(text, folder));
           })
      .def("_scene", in_turn([](Simulation& s) { return scene_as_json(s.scene()); }))
      .def("_options", in_turn([](Simulation& s) { return options_as_json(s.options()); }))
      .def("_set_option",
           [](SharedSimulation& shared, const std::string& name, const std::string& value) {
             const Turn turn(shared);
             if (name == "name")
               throw Error(ErrorKind::usage,
                           "the method is chosen when a simulation is made; make another with "
                           "overrides=[\"method.name=...\"]");
             set_option(shared.simulation.options(), name, value);
           })
      .def_property_readonly("dimension", in_turn([](Simulation& s) { return s.dimension(); }),
                             "2 or 3.")
      .def_property_readonly("name", in_turn([](Simulation& s) { return s.scene().name; }),
                             "Name of the scene.")
      .def_property_readonly("size", in_turn([](Simulation& s) { return s.size(); }),
                             "Diagonal of the rest shape's box, m.")
      .def_property_readonly("notices", in_turn([](Simulation& s) { return s.notices(); }),
                             "What the scene's author should know.")
      .def_property_readonly("probes", in_turn([](Simulation& s) {
                               const std::vector<std::string> names = s.probe_names();
                               std::vector<double> values(names.size());
                               s.probe_values(values);
                               std::map<std::string, double> probes;
                               for (std::size_t k = 0; k < names.size(); ++k)
                                 probes[names[k]] = values[k];
                               return probes;
                             }),
                             "What the scene's probes see now: the columns they have in "
                             "history.csv, by name.")
      .def_property_readonly("topology", in_turn([](Simulation& s) { return s.topology(); }),
                             "Grows with every cut that parted anything.")
      .def_property_readonly("factorizations",
                             in_turn([](Simulation& s) { return s.factorizations(); }),
                             "Numeric factorizations so far.");
  bind_arrays(simulation);
  bind_contact(simulation);
  bind_representatives(simulation);
  bind_bones(simulation);
  bind_changes(simulation);
  bind_fields(simulation);
  bind_view(simulation);
}

}  // namespace conjac::python
