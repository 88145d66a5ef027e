#include "record/run_distance.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/check.h"
#include "record/material_points.h"

namespace conjac::record {
namespace {

constexpr double kInstant = 1e-7;  // s: frames nearer to each other show the same moment

/// Positions of a run at any time it covers. Asked in ascending order, it reads each frame once.
class Motion {
 public:
  explicit Motion(const RunFolder& run) : run_(run) {}

  /// Whether there was a frame at that time.
  bool at(double time, std::vector<Vec<3>>& points) {
    const auto& frames = run_.frames();
    while (next_ + 1 < frames.size() && frames[next_].time < time - kInstant) ++next_;
    std::erase_if(kept_, [&](const auto& frame) { return frame.first + 1 < next_; });
    const Frame& after = read(next_);
    points = points_of(after.positions, after.dimension);
    if (std::abs(after.time - time) <= kInstant || next_ == 0) return true;
    // Between two frames: the cubic with their positions and velocities (Hermite).
    const Frame& before = read(next_ - 1);
    const double dt = after.time - before.time, s = (time - before.time) / dt;
    const double h1 = s * s * (3 - 2 * s), g0 = s * (1 - s) * (1 - s) * dt,
                 g1 = -s * s * (1 - s) * dt;
    const auto x0 = points_of(before.positions, before.dimension);
    const auto v0 = points_of(before.velocities, before.dimension);
    const auto v1 = points_of(after.velocities, after.dimension);
    points.resize(std::min(points.size(), x0.size()));
    for (std::size_t i = 0; i < points.size(); ++i)
      points[i] = (1 - h1) * x0[i] + h1 * points[i] + g0 * v0[i] + g1 * v1[i];
    return false;
  }

 private:
  const Frame& read(std::size_t number) {
    const auto held = kept_.find(number);
    if (held != kept_.end()) return held->second;
    return kept_.emplace(number, read_frame(run_.frames()[number].file)).first->second;
  }

  const RunFolder& run_;
  std::size_t next_ = 0;
  std::map<std::size_t, Frame> kept_;  // around the time asked for
};

}  // namespace

RunDistances run_distances(const RunFolder& a, const RunFolder& b) {
  const std::string both = a.folder().string() + " and " + b.folder().string();
  const double begin = std::max(a.first_time(), b.first_time());
  const double end = std::min(a.last_time(), b.last_time());
  require(begin <= end + kInstant, both + ": the runs have no time in common.");
  RunDistances result;
  const Frame start_a = read_frame(a.frames().front().file);
  const Frame start_b = read_frame(b.frames().front().file);
  std::optional<MaterialPoints> partners;
  try {
    partners.emplace(start_a.view(), start_b.view());
  } catch (const Error& error) {
    throw Error(error.kind(), both + ": " + error.what());
  }
  result.same_mesh = partners->same_mesh();
  const auto nodes_a = static_cast<std::size_t>(start_a.view().nodes());
  const auto nodes_b = static_cast<std::size_t>(start_b.view().nodes());
  result.size = extent(points_of(start_a.positions, start_a.dimension));

  Motion motion(b);
  std::vector<Vec<3>> theirs;
  for (const FrameEntry& entry : a.frames()) {
    if (entry.time < begin - kInstant || entry.time > end + kInstant) continue;
    const Frame frame = read_frame(entry.file);
    const auto ours = points_of(frame.positions, frame.dimension);
    if (!motion.at(entry.time, theirs)) ++result.interpolated;
    require(ours.size() >= nodes_a && theirs.size() >= nodes_b,
            both + ": a run has fewer nodes at " + std::to_string(entry.time) +
                " s than at its start.");
    if (ours.size() != nodes_a || theirs.size() != nodes_b) result.node_count_changed = true;
    const auto points = partners->at(theirs);
    RunDistance row{entry.time};
    for (std::size_t i = 0; i < nodes_a; ++i) {
      const double distance = (ours[i] - points[i]).norm();
      row.mean += distance / static_cast<double>(nodes_a);
      if (distance > row.largest) row.largest = distance, row.node = static_cast<int>(i);
    }
    result.rows.push_back(row);
  }
  return result;
}

}  // namespace conjac::record
