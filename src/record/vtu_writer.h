#pragma once

#include <string>
#include <vector>

#include "record/files.h"
#include "record/frame.h"

namespace conjac::record {

/// Writes one VTK unstructured grid (.vtu) whole or not at all: point data `velocity`, `role`, cell
/// data `von_mises`, `region`, field data `TimeValue`. 2D frames become triangles with z = 0.
/// Throws Error(diverged) for a frame with a number that is not finite, before touching the disk,
/// and Error(io) when the file cannot be written.
void write_vtu(const Path& path, const FrameView& frame);

/// The frames of a run: <folder>/frames/frame_00000.vtu ... and the time series <folder>/frames.pvd
/// that lists them. The series is rewritten, atomically, after every frame, so it is valid and
/// complete whenever the run stops.
class FrameSeries {
 public:
  /// Creates <folder>/frames and an empty series. Frames in several pieces (record/frame_piece.h) are
  /// listed here; whoever has a piece writes it first.
  explicit FrameSeries(const Path& folder, int pieces = 1);

  /// Goes on behind the frames of these times, which are there. Later ones are removed.
  FrameSeries(const Path& folder, std::vector<double> times);

  /// Writes the next frame and returns its path.
  Path append(const FrameView& frame);

  int size() const { return static_cast<int>(times_.size()); }
  const std::vector<double>& times() const { return times_; }

 private:
  void write_series() const;
  std::string name(int index) const;

  Path folder_;
  std::vector<double> times_;
  int pieces_ = 1;
};

/// "frames/frame_00012.vtu"
std::string frame_name(int index);

}  // namespace conjac::record
