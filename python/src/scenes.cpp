#include <pybind11/stl.h>

#include "bindings.h"
#include "conjac/simulation.h"

namespace conjac::python {

void bind_scenes(py::module_& module) {
  py::class_<SceneSpec>(module, "Scene", "A scene that was read and checked.")
      .def("to_json", &scene_as_json, "The whole scene as JSON, defaults written out.");
  module.def("load_scene", &load_scene, py::arg("name_or_path"), py::arg("overrides"),
             py::arg("folders"), py::call_guard<py::gil_scoped_release>());
  module.def("scene_from_json", &scene_from_json, py::arg("text"), py::arg("name"),
             py::arg("base_folder"), py::arg("overrides"));
  module.def("scene_names", &scene_names, py::arg("folder"));
  module.def("scene_json_schema", &scene_json_schema);
  module.def("option_table", [] { return fields_as_json(option_fields()); });
  module.attr("scenes_of_checkout") = CONJAC_SCENES;
}

}  // namespace conjac::python
