// Arrays of elements, gradients and pictures.
#include <pybind11/stl.h>

#include "arrays.h"
#include "calls.h"
#include "conjac/render.h"

namespace conjac::python {
namespace {

py::dict as_dict(const Simulation& s, const RestGradient& gradient) {
  py::dict result;
  result["forces"] = free_copy<double>(gradient.forces, node_shape(s));
  for (const auto& [name, values] : gradient.materials)
    result[name.c_str()] = free_copy<double>(values, {static_cast<py::ssize_t>(values.size())});
  return result;
}

py::dict rest_gradient(SharedSimulation& shared, const Rows& by_positions) {
  const Turn turn(shared);
  Simulation& s = shared.simulation;
  const std::span<const double> by = flat(s, "rest_gradient: by_positions", by_positions);
  RestGradient gradient;
  {
    const py::gil_scoped_release release;
    gradient = s.rest_gradient(by);
  }
  return as_dict(s, gradient);
}

py::dict jacobian_gradient(SharedSimulation& shared, const Rows& by_jacobian) {
  const Turn turn(shared);
  Simulation& s = shared.simulation;
  if (by_jacobian.ndim() != 2)
    throw Error(ErrorKind::usage, "jacobian_gradient: by_jacobian: need the shape of jacobian()");
  RestGradient gradient;
  {
    const py::gil_scoped_release release;
    gradient = s.jacobian_gradient(numbers(by_jacobian));
  }
  return as_dict(s, gradient);
}

py::array_t<std::uint8_t> render(SharedSimulation& shared, int width, int height,
                                 const std::string& colour, bool edges, bool dots, bool shadow,
                                 bool labels) {
  const Turn turn(shared);
  RenderOptions options;
  options.width = width;
  options.height = height;
  options.colour = colour;
  options.edges = edges;
  options.dots = dots;
  options.shadow = shadow;
  options.labels = labels;
  Picture picture;
  {
    const py::gil_scoped_release release;
    picture = picture_of(shared.simulation, options);
  }
  return free_copy<std::uint8_t>(picture.pixels, {picture.height, picture.width, 3});
}

}  // namespace

void bind_fields(py::class_<SharedSimulation>& simulation) {
  simulation
      .def("deformation_gradients", in_turn([](Simulation& s) {
             return free_copy<double>(s.deformation_gradients(),
                                      {s.elements(), s.dimension(), s.dimension()});
           }),
           "(elements, dimension, dimension) F of each element. A new array.")
      .def("stresses", in_turn([](Simulation& s) {
             return free_copy<double>(s.stresses(), {s.elements(), 3, 3});
           }),
           "(elements, 3, 3) Cauchy stress, Pa; a body in 2D is in plane strain. A new array.")
      .def_property_readonly(
          "surface_faces",
          shared_array("surface_faces",
                       [](Simulation& s) {
                         const std::vector<int> faces = s.surface_faces();
                         return frozen_copy<int>(
                             faces, {static_cast<py::ssize_t>(faces.size()) / s.dimension(),
                                     s.dimension()});
                       }),
          "(faces, dimension) node numbers of the boundary's triangles (2D: "
          "edges), normals outwards. Shared until a cut: no copy.")
      .def_property_readonly("body_names", in_turn([](Simulation& s) { return s.body_names(); }),
                             "Names of the bodies; one for a scene of one body.")
      .def_property_readonly(
          "element_bodies",
          shared_array(
              "element_bodies",
              [](Simulation& s) { return frozen_copy<int>(s.element_bodies(), {s.elements()}); }),
          "(elements,) index into body_names. Shared until a cut: no copy.")
      .def("rest_gradient", &rest_gradient, py::arg("by_positions"),
           "For a number g of the static state, given by its derivative in the positions (nodes, "
           "dimension): a dict with its derivatives by the force on every node ('forces', (nodes, "
           "dimension)) and by the material of every element ('young', 'poisson', 'stiffness', "
           "'density', (elements,), as far as there are such). One solve, by the adjoint method. "
           "Raises conjac.Error where the body is not in equilibrium, or something touches.")
      .def("jacobian_gradient", &jacobian_gradient, py::arg("by_jacobian"),
           "The same for a number given by its derivative in each entry of jacobian().")
      .def("render", &render, py::arg("width") = 1280, py::arg("height") = 720,
           py::arg("colour") = "von_mises", py::arg("edges") = true, py::arg("dots") = true,
           py::arg("shadow") = true, py::arg("labels") = true,
           "A picture of the body as it is now: (height, width, 3) numbers 0..255 (uint8), red, "
           "green, blue. Needs no desktop.");
}

}  // namespace conjac::python
