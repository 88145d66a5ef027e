#pragma once

#include <vector>

#include "contact/contacts.h"
#include "scene/cut_body.h"
#include "scene/flesh.h"
#include "scene/script.h"
#include "scene/skeleton.h"

namespace conjac {

/// The cuts of a run: those of the timeline that are still to come, and how one is made. What
/// becomes of everything that knows the nodes is the world's matter.
template <int Dim>
class Cutting {
 public:
  /// A wrong name in the timeline is better found now than at the cut.
  Cutting(const Mesh<Dim>& mesh, const SceneSpec& spec);
  /// The next cut of the timeline that is due; null: none is.
  const CutSpec* due(double time);
  void set_time_step(double h) { step_ = h; }

  /// Parts the body along a surface, as it is now. Nodes keep their numbers, copies come behind
  /// them; only removed crumbs change that.
  static CutBody<Dim> part(const CutSpec& spec, const Flesh<Dim>& flesh, const Script<Dim>& script,
                           const Skeleton& skeleton, Contacts<Dim>* contacts, const State& state,
                           const State& previous);
  /// Adds to the report what became of loose pieces.
  static void describe(CutReport& report);

 private:
  std::vector<CutEvent> cuts_;  // by time
  std::size_t next_ = 0;
  double step_;  // s
};

/// (old nodes) the copy that kept a node's place, -1 where it is gone.
std::vector<int> kept_numbers(const std::vector<int>& origin, int old_nodes);

}  // namespace conjac
