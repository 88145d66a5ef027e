#pragma once

#include <string>
#include <vector>

#include "conjac/step_report.h"
#include "record/reader.h"

namespace conjac::record {

/// What summary.json says of a run, as far as others ask for it. A run that was killed has none;
/// then `status` is empty and the rest is zero.
struct RunFacts {
  std::string scene, method, integrator, status;
  long long vertices = 0, elements = 0, dynamic_nodes = 0, steps = 0, factorizations = 0;
  double time_step = 0, simulated_time = 0, wall_time = 0;  // s
  StageTimes mean_stages;                                   // s per step
  Energies energy;                                          // J
};

/// The results of a run, opened to be read. Frames are read when asked for.
class RunFolder {
 public:
  /// Throws Error(bad_input) when there are no frames, saying how to get some.
  explicit RunFolder(const Path& folder);

  const Path& folder() const { return folder_; }
  const RunFacts& facts() const { return facts_; }
  const HistoryTable& history() const { return history_; }
  const std::vector<FrameEntry>& frames() const { return frames_; }
  double first_time() const { return frames_.front().time; }
  double last_time() const { return frames_.back().time; }

  /// The frame nearest in time.
  Frame frame_near(double time) const;

 private:
  Path folder_;
  RunFacts facts_;
  HistoryTable history_;
  std::vector<FrameEntry> frames_;
};

}  // namespace conjac::record
