#include "scene/obstacle_surfaces.h"

#include <cctype>
#include <filesystem>
#include <sstream>
#include <utility>

#include "core/check.h"
#include "mesh/read_surface.h"
#include "mesh/surface_measure.h"
#include "scene/solids.h"

namespace conjac {
namespace {

// A sequence is held in memory, all of it.
constexpr std::size_t kMostFiles = 10000;

Pose turned(const Rotation& rotation) {
  Pose pose;
  pose.turn =
      Eigen::AngleAxisd(rotation.degrees * M_PI / 180, as_vector(rotation.axis).normalized());
  pose.shift = as_vector(rotation.center) - pose.turn * as_vector(rotation.center);
  return pose;
}

template <class Spec>
Pose rest_pose(const Spec& spec) {
  return Pose{Eigen::Quaterniond::Identity(), as_vector(spec.translate)} * turned(spec.rotate);
}

TriangleSurface scaled_surface(const std::string& file, double scale) {
  TriangleSurface surface = read_surface(file);
  for (Vec<3>& p : surface.points) p *= scale;
  return surface;
}

/// What is inside of an obstacle must be told from what is outside.
void require_closed(const TriangleSurface& surface, const std::string& file) {
  const SurfaceMeasure measured = measure_surface(surface);
  if (measured.open_edges == 0) return;
  const auto text = [](const Vec<3>& p) {
    std::ostringstream out;
    out << "(" << p[0] << ", " << p[1] << ", " << p[2] << ")";
    return out.str();
  };
  const auto [a, b] = *measured.an_open_edge;
  throw Error(ErrorKind::bad_input,
              "obstacles: the surface of '" + file +
                  "' is not closed: " + std::to_string(measured.open_edges) +
                  " of its edges have a triangle on one side only, for example the one from " +
                  text(surface.points[a]) + " to " + text(surface.points[b]) +
                  ". Close it (`conjac mesh FILE --fill-holes` fills small holes, and a mesh of "
                  "tetrahedra serves as an obstacle too); `conjac info FILE` says how it is.");
}

/// The name with the last number in it one higher, as wide as it was; empty where it has none.
std::string next_name(std::string name) {
  std::size_t end = name.size();
  while (end > 0 && !std::isdigit(static_cast<unsigned char>(name[end - 1]))) --end;
  if (end == 0) return {};
  std::size_t at = end;
  while (at > 0 && std::isdigit(static_cast<unsigned char>(name[at - 1]))) {
    if (++name[--at] <= '9') return name;
    name[at] = '0';
  }
  return name.insert(at, "1");
}

/// The first file and those that follow it, as long as there are any.
std::vector<std::string> files_of(const SequenceObstacle& spec) {
  namespace fs = std::filesystem;
  const fs::path first(spec.first);
  const std::string ending = first.extension().string();
  std::vector<std::string> files;
  std::error_code failed;
  for (std::string stem = first.stem().string(); !stem.empty(); stem = next_name(stem)) {
    const fs::path file = first.parent_path() / (stem + ending);
    if (!fs::is_regular_file(file, failed)) break;
    require(files.size() < kMostFiles, "obstacles: the sequence of '" + spec.first +
                                           "' has more than " + std::to_string(kMostFiles) +
                                           " files; take every second one, or fewer");
    files.push_back(file.string());
  }
  require(files.size() > 1,
          "obstacles: a `sequence` has two files or more, but there is none after '" + spec.first +
              "'. Files are found by counting the last number of the name up (beat-00.ply, "
              "beat-01.ply, ...); for one that keeps its shape use `surface`");
  return files;
}

VectorXd flat(const std::vector<Vec<3>>& points) {
  VectorXd x(static_cast<Eigen::Index>(points.size()) * 3);
  for (std::size_t i = 0; i < points.size(); ++i)
    x.segment<3>(static_cast<Eigen::Index>(i) * 3) = points[i];
  return x;
}

std::vector<double> numbers(const VectorXd& x) {
  return {x.begin(), x.end()};
}

}  // namespace

PlacedShape read_obstacle(const SurfaceObstacle& spec, int dimension) {
  require(dimension == 3, "obstacles: a `surface` needs a scene in 3D; use another shape");
  TriangleSurface surface = scaled_surface(spec.file, spec.scale);
  require_closed(surface, spec.file);
  return {GridSolid{std::make_shared<DistanceGrid>(surface, spec.cells)}, rest_pose(spec)};
}

PlacedShape read_obstacle(const SequenceObstacle& spec, int dimension) {
  require(dimension == 3, "obstacles: a `sequence` needs a scene in 3D; use another shape");
  MovingSurface::Plan plan{spec.start, spec.interval, spec.repeat, {}, {}};
  for (const std::string& file : files_of(spec)) {
    TriangleSurface surface = scaled_surface(file, spec.scale);
    if (plan.shapes.empty()) {
      require_closed(surface, file);
      plan.triangles = surface.triangles;
    }
    plan.shapes.push_back(flat(surface.points));
    require(surface.triangles == plan.triangles &&
                plan.shapes.back().size() == plan.shapes.front().size(),
            "obstacles: '" + file + "' has " + std::to_string(surface.points.size()) +
                " vertices and " + std::to_string(surface.triangles.size()) + " triangles, '" +
                spec.first + "' " + std::to_string(plan.shapes.front().size() / 3) + " and " +
                std::to_string(plan.triangles.size()) +
                "; all files of a sequence need the same ones in the same order, so that each "
                "vertex has a way to go");
  }
  return {SequenceSolid{std::make_shared<MovingSurface>(std::move(plan))}, rest_pose(spec)};
}

void draw_obstacle_file(const SurfaceObstacle& spec, SolidView& view) {
  view.kind = SolidKind::mesh;
  const TriangleSurface surface = scaled_surface(spec.file, spec.scale);
  view.positions = numbers(flat(surface.points));
  for (const auto& t : surface.triangles)
    view.triangles.insert(view.triangles.end(), t.begin(), t.end());
}

void draw_obstacle_file(const MovingSurface& surface, SolidView& view) {
  view.kind = SolidKind::mesh;
  const MovingSurface::Plan& plan = surface.plan();
  view.positions = numbers(plan.shapes.front());
  for (const auto& t : plan.triangles)
    view.triangles.insert(view.triangles.end(), t.begin(), t.end());
  SolidSequence sequence{plan.start, plan.interval, plan.repeat, {}};
  for (const VectorXd& shape : plan.shapes) sequence.positions.push_back(numbers(shape));
  view.sequence = std::make_shared<const SolidSequence>(std::move(sequence));
}

void show(SolidView& view, const Obstacle& obstacle, const Pose& pose) {
  place(view, pose);
  if (const MovingSurface* surface = obstacle.surface())
    view.positions.assign(surface->positions().begin(), surface->positions().end());
}

}  // namespace conjac
