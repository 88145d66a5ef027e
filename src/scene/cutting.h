#pragma once

#include <string>
#include <vector>

#include "scene/cut_body.h"
#include "scene/driving_nodes.h"
#include "scene/flesh.h"
#include "scene/hand.h"
#include "scene/script.h"
#include "scene/skeleton.h"
#include "scene/stepper.h"

namespace conjac {

class Archive;

/// Cuts: those of the timeline that are still to come, and how one is made. Nodes keep their
/// numbers, copies come behind them; only removed crumbs change that.
template <int Dim>
class Cutting {
 public:
  /// A wrong name in the timeline is better found now than at the cut.
  Cutting(const Mesh<Dim>& mesh, const SceneSpec& spec);
  /// The next cut of the timeline that is due; null: none is.
  const CutSpec* due(double time);
  void set_time_step(double h) { step_ = h; }

  /// Everything that knows the nodes of a body.
  struct Parts {
    const SceneSpec& spec;
    Flesh<Dim>& flesh;
    Script<Dim>& script;
    Skeleton& skeleton;
    Hand<Dim>& hand;
    DrivingNodes<Dim>& nodes;
    Stepper<Dim>& stepper;
    State &state, &previous;
    std::vector<std::string>& notices;
  };
  /// Parts the body along a surface, as it is now. Where anything came apart the body is another
  /// one afterwards, and all of `parts` follow.
  static CutReport cut(const CutSpec& spec, const Parts& parts);

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  static CutBody<Dim> part(const CutSpec& spec, const Parts& parts);
  static int take_over(CutBody<Dim>&& body, const Parts& parts);

  std::vector<CutEvent> cuts_;  // by time
  std::size_t next_ = 0;
  double step_;  // s
};

}  // namespace conjac
