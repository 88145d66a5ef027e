#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conjac/step_report.h"
#include "record/energy_plot.h"
#include "record/frame.h"
#include "record/history.h"
#include "record/preview.h"
#include "record/stream.h"
#include "record/summary.h"
#include "record/vtu_writer.h"

namespace conjac::record {

struct RecorderOptions {
  bool frames = true;                           // .vtu files, frames.pvd and recording.cjvr
  bool preview = true;                          // preview.png
  int preview_panels = 0;                       // 0 lets the shape of the body decide: 6 to 9
  std::vector<std::string> extra_columns = {};  // of history.csv, e.g. metric_0, active_0
  double threshold = 0;                         // drawn in liveliness.png, 1/s; 0 draws none
};

/// Owns the results folder of one run (docs/format.md). What it writes is valid at any moment, so
/// a run that is killed leaves everything up to then; `finish` adds preview.png, energy.png,
/// liveliness.png (when the history has metric_ and active_ columns) and summary.json.
class Recorder {
 public:
  /// Creates the folder, or takes over an empty one or one with the results of an earlier run,
  /// whose files it removes; files it does not know stay. Throws Error(io) for any other folder
  /// that is not empty.
  Recorder(const Path& folder, RecorderOptions options = {});

  /// Throws Error(diverged) for a frame with a number that is not finite; nothing is written then.
  void frame(const FrameView& frame);
  /// A message of the viewer's stream (record/stream.h), into recording.cjvr; dropped when frames
  /// are not wanted.
  void message(std::string_view message);
  void step(const StepReport& report, std::span<const double> extra = {});

  /// Completes the summary with what the steps said (counts, times, final energies) and writes the
  /// rest of the files, summary.json last. Returns the completed summary.
  RunSummary finish(RunSummary summary);

  const Path& folder() const { return folder_; }
  int steps() const { return history_.rows(); }
  int frames() const { return frames_ ? frames_->size() : 0; }

 private:
  RunSummary completed(RunSummary summary) const;

  Path folder_;
  double threshold_;
  History history_;
  std::optional<FrameSeries> frames_;
  std::optional<AppendFile> stream_;
  std::optional<Preview> preview_;
  EnergyHistory energies_;
  std::vector<StageTimes> stages_;  // (steps)
  StepReport last_;
  long long factorizations_ = 0, undone_ = 0, substeps_ = 0;
};

/// Whether the folder holds results of an earlier run.
bool is_results_folder(const Path& folder);

}  // namespace conjac::record
