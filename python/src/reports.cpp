#include <pybind11/stl.h>

#include "bindings.h"
#include "conjac/recording.h"
#include "conjac/step_report.h"

namespace conjac::python {
namespace {

/// A struct as a Python class: read-only attributes, as_dict() and a repr, from one list of names.
template <class T>
class Record {
 public:
  Record(py::module_& module, const char* name, const char* doc) : class_(module, name, doc) {}
  template <class Member>
  Record& field(const char* name, Member T::*member, const char* doc) {
    class_.def_readonly(name, member, doc);
    fields_.append(name);
    return *this;
  }
  template <class Function>
  Record& property(const char* name, Function&& function, const char* doc) {
    class_.def_property_readonly(name, function, doc);
    return *this;
  }
  void done() {
    class_.attr("fields") = py::tuple(fields_);
    class_.def(
        "as_dict",
        [](const py::object& self) {
          py::dict result;
          for (const py::handle name : self.attr("fields")) {
            py::object value = self.attr(name);
            result[name] = py::hasattr(value, "as_dict") ? value.attr("as_dict")() : value;
          }
          return result;
        },
        "The same as a dict, records inside it too.");
    class_.def("__repr__", [](const py::object& self) {
      std::string text = py::str(py::type::of(self).attr("__name__"));
      const char* separator = "(";
      for (const py::handle name : self.attr("fields")) {
        text +=
            separator + std::string(py::str(name)) + "=" + std::string(py::repr(self.attr(name)));
        separator = ", ";
      }
      return text + ")";
    });
  }

 private:
  py::class_<T> class_;
  py::list fields_;
};

}  // namespace

void bind_reports(py::module_& module) {
  Record<StageTimes>(module, "StageTimes", "Wall-clock time of the stages of a step, s.")
      .field("fill", &StageTimes::fill, "forces, stiffness, strain rates")
      .field("factor", &StageTimes::factor, "numeric factorization")
      .field("solve", &StageTimes::solve, "triangular and small dense solves")
      .field("other", &StageTimes::other, "everything else")
      .property("total", &StageTimes::total, "their sum")
      .done();
  Record<Energies>(module, "Energies", "Where the energy of the body is, J.")
      .field("kinetic", &Energies::kinetic, "of motion")
      .field("elastic", &Energies::elastic, "of deformation")
      .field("gravity", &Energies::gravity, "of height; zero at the origin")
      .field("contact", &Energies::contact, "of contact")
      .property("total", &Energies::total, "their sum")
      .done();
  Record<CutReport>(module, "CutReport", "What a cut did.")
      .field("separated", &CutReport::separated, "whether anything came apart")
      .field("text", &CutReport::text, "the same in a sentence")
      .field("time", &CutReport::time, "simulated time, s")
      .field("touched", &CutReport::touched, "elements the surface passes through")
      .field("faces", &CutReport::faces, "sides of elements that came apart")
      .field("nodes_added", &CutReport::nodes_added, "copies of nodes")
      .field("nodes_moved", &CutReport::nodes_moved, "nodes moved onto the surface")
      .field("nodes_promoted", &CutReport::nodes_promoted,
             "nodes of loose pieces that became dynamic")
      .field("pieces_rigid", &CutReport::pieces_rigid,
             "loose pieces that keep their shape from now on, for they are small")
      .field("pieces_before", &CutReport::pieces_before, "pieces before the cut")
      .field("pieces_after", &CutReport::pieces_after, "pieces after it")
      .field("crumbs", &CutReport::crumbs, "pieces below the limit")
      .field("elements_removed", &CutReport::elements_removed, "with the crumbs")
      .field("mass_removed", &CutReport::mass_removed, "with the crumbs, kg")
      .field("seconds", &CutReport::seconds, "wall clock until the next step can begin")
      .done();
  Record<ContactTotals>(module, "ContactTotals", "All contacts at one moment.")
      .field("count", &ContactTotals::count, "contacts")
      .field("penetration", &ContactTotals::penetration, "the deepest, m")
      .field("normal_force", &ContactTotals::normal_force, "sum of the normal forces' sizes, N")
      .field("friction_force", &ContactTotals::friction_force, "sum of the frictions' sizes, N")
      .done();
  Record<Books>(
      module, "Books",
      "What balances the energies of a step with those before it: the change of kinetic + "
      "elastic + gravity + contact - relief + owed is scripted_work - dissipated + "
      "imbalance, J.")
      .field("dissipated", &Books::dissipated,
             "taken by damping, friction, joints, and motion that followers cannot have")
      .field("relief", &Books::relief, "after the step: bend that the inertia of followers holds")
      .field("owed", &Books::owed, "after the step: lost by the integrator, to be put back")
      .field("imbalance", &Books::imbalance, "what the integrator made or lost in this step")
      .field("viscous", &Books::viscous, "part of dissipated: by the viscosity of materials")
      .field("impact", &Books::impact, "part of dissipated: by linear-implicit steps in touch")
      .done();
  Record<StepReport>(module, "StepReport", "What one step did.")
      .field("time", &StepReport::time, "simulated time after the step, s")
      .field("energy", &StepReport::energy, "after the step")
      .field("scripted_work", &StepReport::scripted_work,
             "work done on the body from outside in this step, J")
      .field("books", &StepReport::books, "what balances the energies")
      .field("residual", &StepReport::residual, "largest net force on a node that is not held, N")
      .field("unbalanced", &StepReport::unbalanced,
             "net force left on nodes that follow, over the load they carry")
      .field("factorizations", &StepReport::factorizations, "numeric factorizations in this step")
      .field("undone", &StepReport::undone, "tries the guard threw away")
      .field("substeps", &StepReport::substeps, "accepted parts the step was taken in")
      .field("active_nodes", &StepReport::active_nodes, "dynamic nodes at the end of the step")
      .field("contact", &StepReport::contact, "contacts after the step")
      .field("stages", &StepReport::stages, "wall clock of the stages")
      .field("cuts", &StepReport::cuts, "cuts the timeline made before the step")
      .done();
  Record<RestReport>(module, "RestReport", "What a Newton solve for the static state came to.")
      .field("converged", &RestReport::converged, "whether the static state was found")
      .field("iterations", &RestReport::iterations, "Newton steps")
      .field("residual", &RestReport::residual,
             "largest net force on a free node over the load the body carries")
      .field("round_off", &RestReport::round_off,
             "what rounding may leave there, over the same load")
      .field("distance", &RestReport::distance, "largest distance of a node from its place, m")
      .field("relative", &RestReport::relative, "the same over the size of the body")
      .field("message", &RestReport::message,
             "where it did not converge: how far it came, where, and what to do")
      .done();
  Record<RunResult>(module, "RunResult", "A whole run in numbers.")
      .field("status", &RunResult::status, "'ok'")
      .field("steps", &RunResult::steps, "steps taken")
      .field("wall_time", &RunResult::wall_time, "s")
      .field("mean_stages", &RunResult::mean_stages, "s per step")
      .field("factorizations", &RunResult::factorizations, "numeric factorizations, all steps")
      .field("undone", &RunResult::undone, "tries the guard threw away, all steps")
      .field("substeps", &RunResult::substeps, "accepted parts, all steps")
      .field("energy", &RunResult::energy, "at the end")
      .field("cuts", &RunResult::cuts, "cuts the timeline made")
      .field("rest", &RunResult::rest, "distance to the static state, with check_rest")
      .done();
}

}  // namespace conjac::python
