#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "core/tuned.h"
#include "mesh/read_surface.h"
#include "scene/cut_body.h"

namespace conjac {
namespace {

// For the crossings the knife is off by this fraction of the body, so that nothing ever lies
// exactly on it (mesh/cut_surface.h).
CONJAC_TUNED(double, kOff, 1e-8);
constexpr int kRim = 48;  // corners of a disc
constexpr const char* kFlatNormal =
    "cut: the normal of the plane is zero in x and y; this body is flat";

template <int Dim>
Vec<Dim> vec(const Triple& t) {
  Vec<Dim> result;
  for (int c = 0; c < Dim; ++c) result[c] = t[c];
  return result;
}

template <int Dim>
struct Maker {
  Vec<Dim> middle;
  double size;    // of the body
  double offset;  // kOff times it

  /// Far enough from p to leave the body behind.
  double beyond(const Vec<Dim>& p) const { return (p - middle).norm() + 2 * size; }

  CutSurface<Dim> operator()(const CutPlane& cut) const {
    const Vec<Dim> point = vec<Dim>(cut.point), normal = vec<Dim>(cut.normal);
    require(normal.norm() > 0, Dim == 2 ? kFlatNormal : "cut: the normal of the plane is zero");
    const bool bounded = cut.radius > 0;
    return disc<Dim>(point, normal, bounded ? cut.radius : 2 * beyond(point), bounded ? kRim : 4,
                     offset);
  }
  CutSurface<Dim> operator()(const CutSweep& cut) const {
    require(cut.points.size() >= 2, "cut: a sweep needs two points or more");
    std::vector<Vec<Dim>> line;
    double reach = 0;
    for (const Triple& p : cut.points) {
      const Vec<Dim> point = vec<Dim>(p);
      if (!line.empty() && (point - line.back()).norm() <= offset) continue;  // the pen stood still
      line.push_back(point);
      reach = std::max(reach, beyond(point));
    }
    Vec<Dim> direction = vec<Dim>(cut.direction);
    if constexpr (Dim == 3) {
      require(direction.norm() > 0, "cut: the direction of the sweep is zero");
      direction.normalize();
    }
    if (line.size() < 2) return {line, {}, offset};
    const bool bounded = cut.depth > 0;
    return swept<Dim>(line, direction, bounded ? 0 : -reach, bounded ? cut.depth : reach,
                      cut.closed && line.size() > 2, offset);
  }
  CutSurface<Dim> operator()(const CutTriangles& cut) const {
    if constexpr (Dim == 2) {
      throw Error(ErrorKind::bad_input,
                  "cut: a surface of triangles cannot cut a flat body; use `sweep` with points");
    } else {
      std::vector<Vec<3>> points;
      for (const Triple& p : cut.points) points.push_back(vec<3>(p));
      for (const auto& triangle : cut.triangles)
        for (int corner : triangle)
          require(corner >= 0 && corner < static_cast<int>(points.size()),
                  "cut: a triangle of the surface names corner " + std::to_string(corner) +
                      ", but there are " + std::to_string(points.size()) + ", counted from 0");
      return {points, cut.triangles, offset};
    }
  }
  CutSurface<Dim> operator()(const CutFile& cut) const {
    CutSpec whole;
    whole.shape = cut;
    return (*this)(std::get<CutTriangles>(loaded_cut(whole, Dim).shape));
  }
};

bool finite(const Triple& t) {
  return std::isfinite(t[0]) && std::isfinite(t[1]) && std::isfinite(t[2]);
}

bool finite_numbers(const CutShape& shape) {
  if (const auto* plane = std::get_if<CutPlane>(&shape))
    return finite(plane->point) && finite(plane->normal) && std::isfinite(plane->radius);
  if (const auto* sweep = std::get_if<CutSweep>(&shape))
    return std::all_of(sweep->points.begin(), sweep->points.end(), finite) &&
           finite(sweep->direction) && std::isfinite(sweep->depth);
  if (const auto* surface = std::get_if<CutTriangles>(&shape))
    return std::all_of(surface->points.begin(), surface->points.end(), finite);
  return true;
}

}  // namespace

CutSpec loaded_cut(const CutSpec& cut, int dimension) {
  CutSpec result = cut;
  if (const auto* file = std::get_if<CutFile>(&cut.shape)) {
    const TriangleSurface read = read_surface(file->path);
    CutTriangles surface;
    for (const Vec<3>& p : read.points) surface.points.push_back({p[0], p[1], p[2]});
    surface.triangles = read.triangles;
    result.shape = surface;
  }
  require(dimension == 3 || !std::holds_alternative<CutTriangles>(result.shape),
          "cut: a surface of triangles cannot cut a flat body; use `sweep` with points");
  if (const auto* plane = std::get_if<CutPlane>(&result.shape))
    require(dimension == 3 || plane->normal[0] != 0 || plane->normal[1] != 0, kFlatNormal);
  return result;
}

template <int Dim>
std::vector<char> elements_to_cut(const Mesh<Dim>& mesh, const CutSpec& cut) {
  std::vector<char> chosen;
  for (const std::string& name : cut.bodies) {
    const auto found = std::find(mesh.body_names.begin(), mesh.body_names.end(), name);
    require(found != mesh.body_names.end(),
            "cut: there is no body \"" + name + "\"; name one of the scene's `bodies`");
    chosen.resize(mesh.elements.size(), 0);
    for (int e = 0; e < mesh.element_count(); ++e)
      chosen[e] |= mesh.body_of(e) == found - mesh.body_names.begin();
  }
  return chosen;
}

template <int Dim>
CutSurface<Dim> knife(const CutSpec& cut, const VectorXd& x) {
  require(finite_numbers(cut.shape), "cut: the surface has a number that is not finite");
  Box<Dim> box = Box<Dim>::at(x.head<Dim>());
  for (Eigen::Index i = 0; i < x.size(); i += Dim) box.include(Vec<Dim>(x.segment<Dim>(i)));
  const double size = (box.high - box.low).norm();
  return std::visit(Maker<Dim>{(box.low + box.high) / 2, size, kOff * size}, cut.shape);
}

template std::vector<char> elements_to_cut<2>(const Mesh<2>&, const CutSpec&);
template std::vector<char> elements_to_cut<3>(const Mesh<3>&, const CutSpec&);
template CutSurface<2> knife<2>(const CutSpec&, const VectorXd&);
template CutSurface<3> knife<3>(const CutSpec&, const VectorXd&);

}  // namespace conjac
