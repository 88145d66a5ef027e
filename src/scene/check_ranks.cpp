#include "scene/check_ranks.h"

#include <algorithm>
#include <string>
#include <variant>

#include "conjac/error.h"
#include "core/ranks.h"

namespace conjac {

void check_ranks(const SceneSpec& scene) {
  if (ranks().alone()) return;
  const auto refuse = [](bool holds, const std::string& what, const std::string& remedy) {
    if (holds)
      throw Error(ErrorKind::bad_input, what + " cannot be shared by several ranks yet; " + remedy +
                                            ", or run in one process (docs/scale-ranks.md)");
  };
  const bool cuts =
      std::any_of(scene.timeline.begin(), scene.timeline.end(),
                  [](const Event& event) { return std::holds_alternative<CutEvent>(event); });
  refuse(cuts, "timeline: cuts", "take them out");
  refuse(!scene.bones.empty(), "bones", "take them out");
  refuse(scene.contact.self, "contact.self: contact of a body with itself", "set it to false");
  refuse(scene.bodies.size() > 1 && scene.contact.between,
         "contact.between: contact between bodies", "set it to false");
  refuse(scene.skin.has_value(), "skin", "take it out");
  refuse(scene.start_at_rest, "start_at_rest", "set it to false");
  const StepOptions& method = scene.method;
  refuse(method.method == Method::vanilla, "method.name: full finite elements",
         "set it to \"conjac\"");
  refuse(method.background_factor.value_or(false), "method.background_factor", "set it to false");
  refuse(method.solver == Solver::fronts || method.solver == Solver::cholmod,
         method.solver == Solver::fronts ? "method.solver: `fronts`" : "method.solver: `cholmod`",
         "choose `mumps` or `multigrid`");
}

}  // namespace conjac
