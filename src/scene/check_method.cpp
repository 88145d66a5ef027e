#include "scene/check_method.h"

#include <string>

#include "conjac/error.h"

namespace conjac {
namespace {

std::string name_of(Integrator integrator) {
  constexpr const char* kNames[] = {"linear-implicit", "trapezoidal", "symplectic", "bdf2",
                                    "midpoint",        "verlet"};
  return std::string("`") + kNames[static_cast<int>(integrator)] + "`";
}

}  // namespace

void check_method(const SceneSpec& scene) {
  const StepOptions& method = scene.method;
  const Integrator integrator = method.integrator_or_default();
  const bool full = method.method == Method::vanilla;
  if (!method.integrator_fits())
    throw Error(ErrorKind::bad_input,
                full ? "method.integrator: full finite elements have no " + name_of(integrator) +
                           "; choose `linear-implicit`, `trapezoidal`, `bdf2`, `midpoint` or "
                           "`verlet`"
                     : "method.integrator: " + name_of(integrator) +
                           " is one of full finite elements; set method.name to \"full\"");
  if (!full || integrator == Integrator::linear_implicit) return;  // knows all
  const auto refuse = [&](bool holds, const char* what) {
    if (holds)
      throw Error(ErrorKind::bad_input, "method.integrator: " + name_of(integrator) +
                                            " of full finite elements does not know " + what +
                                            "; choose `linear-implicit`, or method.name "
                                            "\"conjac\"");
  };
  refuse(!scene.bones.empty(), "bones");
}

}  // namespace conjac
