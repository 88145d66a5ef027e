#pragma once

#include <optional>
#include <string>

#include "api/trajectory.h"
#include "conjac/truth.h"

namespace conjac {

/// A reference run with what is known of it.
struct Truth {
  Trajectory way;
  TruthReference facts;  // without peaks and probe, which follow from the way
};

/// Finished references, one file each, under a name made of all that they depend on: the scene
/// without its method and its choice of nodes, the bytes of the files it names, the moments looked
/// at, and the version of this format. A file is written whole or not at all, and one that is not
/// whole is as good as none.
class TruthCache {
 public:
  /// No folder: nothing is kept.
  explicit TruthCache(std::string folder) : folder_(std::move(folder)) {}

  static std::string key(const SceneSpec& scene, const std::vector<double>& times,
                         const TruthOptions& options);
  std::optional<Truth> load(const std::string& key) const;
  void save(const std::string& key, const Truth& truth) const;  // throws Error(io)
  std::string path(const std::string& key) const;

 private:
  std::string folder_;
};

}  // namespace conjac
