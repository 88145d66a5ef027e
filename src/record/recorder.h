#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conjac/step_report.h"
#include "record/frame.h"
#include "record/history.h"
#include "record/run_books.h"
#include "record/stream.h"
#include "record/summary.h"
#include "record/vtu_writer.h"

namespace conjac {
class Archive;
}

namespace conjac::record {

struct RecorderOptions {
  bool frames = true;                           // .vtu files, frames.pvd and recording.cjvr
  std::vector<std::string> extra_columns = {};  // of history.csv, e.g. metric_0, active_0
  int pieces = 1;  // of a frame; several are written by those who have them (frame_piece.h)
};

/// Owns the results folder of one run (docs/format.md). What it writes is valid at any moment, so
/// a run that is killed leaves everything up to then; `finish` adds summary.json. The pictures
/// beside these files are drawn from them (draw/run_pictures.h).
class Recorder {
 public:
  /// Creates the folder, or takes over an empty one or one with the results of an earlier run,
  /// whose files it removes; files it does not know stay. Throws Error(io) for any other folder
  /// that is not empty.
  Recorder(const Path& folder, RecorderOptions options = {});

  /// Where a run stands in its files, so that it can go on from there.
  struct Mark {
    int rows = 0;                    // of history.csv
    std::int64_t history_bytes = 0;  // of these
    std::vector<double> frame_times = {};
    std::int64_t stream_bytes = -1;  // of recording.cjvr; -1: there is none
    StepReport last = {};
    double scripted_work = 0;  // J
    RunBooks books = {};
    long long factorizations = 0, undone = 0, substeps = 0;
  };
  /// What is written is on the disk when it returns.
  Mark mark();
  /// Throws Error(bad_input) when the files of a folder have less than a mark says.
  static void check(const Path& folder, const Mark& mark);
  /// Goes on from a mark: what the files have beyond it is removed, as if it had not been. So are the
  /// files of a run that has ended.
  Recorder(const Path& folder, const RecorderOptions& options, const Mark& mark);

  /// Throws Error(diverged) for a frame with a number that is not finite; nothing is written then.
  void frame(const FrameView& frame);
  /// A message of the viewer's stream (record/stream.h), into recording.cjvr; dropped when frames
  /// are not wanted.
  void message(std::string_view message);
  void step(const StepReport& report, std::span<const double> extra = {});

  /// The summary with what the steps said so far: counts, times, energies.
  RunSummary completed(RunSummary summary) const;
  /// Writes the completed summary and returns it. The last file of a run: a folder with a
  /// summary.json has everything.
  RunSummary finish(RunSummary summary);

  int steps() const { return history_.rows(); }
  const RunBooks& books() const { return books_; }
  int frames() const { return frames_ ? frames_->size() : 0; }

 private:
  Path folder_;
  History history_;
  std::optional<FrameSeries> frames_;
  std::optional<AppendFile> stream_;
  std::vector<StageTimes> stages_;  // (steps)
  StepReport last_;
  double scripted_work_ = 0;  // J
  RunBooks books_;
  long long factorizations_ = 0, undone_ = 0, substeps_ = 0;
  int synced_frames_ = 0;  // that are on the disk for sure
};

void describe(Archive& archive, Recorder::Mark& mark);

/// Whether the folder holds results of an earlier run.
bool is_results_folder(const Path& folder);

}  // namespace conjac::record
