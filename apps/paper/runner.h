#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conjac/scene_spec.h"
#include "paper/cases.h"
#include "paper/reproduce.h"
#include "record/files.h"

namespace conjac::paper {

/// Runs cases, each into its folder, and knows which are done. A folder is complete when it has a
/// case.json, which is written last; it is fresh while the fingerprint in it is still that of the
/// case: of its scene with all overrides, of the mesh file, of what is measured and of the version
/// of the program. So a run that is stopped at any moment goes on with the first case not done.
class Runner {
 public:
  explicit Runner(const ReproduceOptions& options);

  record::Path folder(const Case& one) const;
  /// The scene as it will run; none when the beta it needs was not found.
  std::optional<SceneSpec> scene(const Case& one) const;
  bool fresh(const Case& one) const;

  /// False when it was stopped. `share` hears how much of the case is done.
  bool perform(const Case& one, const std::function<bool(double share)>& share) const;

 private:
  std::string fingerprint(const Case& one, const SceneSpec& scene) const;
  bool record_run(const SceneSpec& scene, const record::Path& folder,
                  const std::function<bool(double)>& share) const;

  const ReproduceOptions& options_;
  std::vector<Case> cases_;
};

}  // namespace conjac::paper
