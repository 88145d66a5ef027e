// The only file that sees CGAL: it compiles for a minute or two, so everything else stays outside.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/IO/polygon_soup_io.h>
#include <CGAL/Mesh_complex_3_in_triangulation_3.h>
#include <CGAL/Mesh_criteria_3.h>
#include <CGAL/Mesh_triangulation_3.h>
#include <CGAL/Polygon_mesh_processing/border.h>
#include <CGAL/Polygon_mesh_processing/connected_components.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/repair_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Polygon_mesh_processing/triangulate_faces.h>
#include <CGAL/Polygon_mesh_processing/triangulate_hole.h>
#include <CGAL/Polyhedral_mesh_domain_3.h>
#include <CGAL/Random.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/Surface_mesh_simplification/Policies/Edge_collapse/Count_stop_predicate.h>
#include <CGAL/Surface_mesh_simplification/edge_collapse.h>
#include <CGAL/exude_mesh_3.h>
#include <CGAL/make_mesh_3.h>
#include <CGAL/perturb_mesh_3.h>
#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <filesystem>
#include <optional>

#include "progress.h"
#include "surface_to_tetrahedra.h"

namespace conjac::mesher {
namespace {

namespace PMP = CGAL::Polygon_mesh_processing;
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Surface = CGAL::Surface_mesh<Point>;
using Domain = CGAL::Polyhedral_mesh_domain_3<Surface, Kernel>;
using Triangulation = CGAL::Mesh_triangulation_3<Domain>::type;
using Complex = CGAL::Mesh_complex_3_in_triangulation_3<Triangulation>;
using Criteria = CGAL::Mesh_criteria_3<Triangulation>;
using Warn = std::function<void(const std::string&)>;

// Holes with a longer rim than this share of the surface's diagonal are somebody's decision.
constexpr double kLargeHole = 0.3;
// Parts of the result with less than this share of the volume are crumbs.
constexpr double kCrumb = 1e-3;
// Dihedral angle below which another h is tried, degrees, and how often.
constexpr double kAcceptable = 10;
constexpr int kTries = 4;
// Points on each part of the surface that the refinement starts from.
constexpr std::size_t kStartPoints = 20;
// Share of the vertices asked for at which the search for h is content.
constexpr double kGood = 0.008;

double diagonal(const Surface& surface) {
  const CGAL::Bbox_3 box = PMP::bbox(surface);
  return std::hypot(box.x_span(), box.y_span(), box.z_span());
}

// ---- the surface -------------------------------------------------------------------------------

Surface read_surface(const std::string& path, const Warn& warn) {
  std::vector<Point> points;
  std::vector<std::vector<std::size_t>> polygons;
  if (!std::filesystem::is_regular_file(path))
    throw BadSurface(path + ": no such file. Check the name.");
  if (!CGAL::IO::read_polygon_soup(path, points, polygons) || polygons.empty())
    throw BadSurface(path +
                     ": holds no surface this program can read. It reads OBJ, OFF, PLY and " +
                     "STL by their extension; check the format, or export the surface again.");
  for (const Point& p : points)
    if (!std::isfinite(p.x()) || !std::isfinite(p.y()) || !std::isfinite(p.z()))
      throw BadSurface(path + ": a coordinate is not finite. Export the surface again.");
  for (const auto& polygon : polygons)
    for (const std::size_t corner : polygon)
      if (corner >= points.size())
        throw BadSurface(path + ": a face names a vertex that does not exist. Export it again.");
  PMP::repair_polygon_soup(points, polygons);  // merges the triangles' own corners in STL
  if (!PMP::orient_polygon_soup(points, polygons))
    warn("Some edges belong to more than two faces; vertices there were doubled.");
  Surface surface;
  PMP::polygon_soup_to_polygon_mesh(points, polygons, surface);
  PMP::triangulate_faces(surface);
  if (surface.number_of_faces() < 4)
    throw BadSurface(path + ": has fewer than four triangles, so it encloses nothing.");
  return surface;
}

double rim_length(const Surface& surface, Surface::Halfedge_index start) {
  double length = 0;
  for (const auto h : CGAL::halfedges_around_face(start, surface))
    length += PMP::edge_length(h, surface);
  return length;
}

/// Closes holes; large ones only when asked to.
void close_holes(const std::string& path, Surface& surface, const MeshOptions& options,
                 const Warn& warn) {
  std::vector<Surface::Halfedge_index> rims;
  PMP::extract_boundary_cycles(surface, std::back_inserter(rims));
  if (rims.empty()) return;
  double longest = 0;
  for (const auto rim : rims) longest = std::max(longest, rim_length(surface, rim));
  const double share = longest / diagonal(surface);
  if (share > kLargeHole && !options.fill_holes)
    throw BadSurface(fmt::format(
        "{}: the surface is open: {} hole{}, the longest rim {:.3g} long ({:.0f} % of the "
        "surface's diagonal). Close it in a modelling program, or let --fill-holes close it with "
        "a flat lid.",
        path, rims.size(), rims.size() == 1 ? "" : "s", longest, 100 * share));
  for (const auto rim : rims) {
    std::vector<Surface::Face_index> lid;
    PMP::triangulate_hole(surface, rim, std::back_inserter(lid));
    if (lid.empty())
      throw BadSurface(path + ": a hole could not be closed. Close it in a modelling program.");
  }
  warn(fmt::format("The surface had {} hole{}, the longest rim {:.3g} long; closed with lids.",
                   rims.size(), rims.size() == 1 ? "" : "s", longest));
}

void decimate(Surface& surface, const MeshOptions& options) {
  namespace SMS = CGAL::Surface_mesh_simplification;
  if (options.decimate <= 0 || surface.number_of_vertices() <= std::size_t(options.decimate))
    return;
  Stage stage(fmt::format("decimating to {} vertices", options.decimate), options.time_limit,
              options.quiet);
  // A closed surface has three edges for each vertex.
  const SMS::Count_stop_predicate<Surface> enough(3 * std::size_t(options.decimate));
  const auto stop = [&](const auto& cost, const auto& edge, auto initial, auto current) {
    return stage.out_of_time || enough(cost, edge, initial, current);
  };
  SMS::edge_collapse(surface, stop);
  surface.collect_garbage();
  stage.done(fmt::format("{} vertices", surface.number_of_vertices()));
}

Surface prepare(const std::string& path, const MeshOptions& options, const Warn& warn) {
  Stage stage("reading " + path, options.time_limit, options.quiet);
  Surface surface = read_surface(path, warn);
  stage.done(fmt::format("{} vertices, {} triangles", surface.number_of_vertices(),
                         surface.number_of_faces()));
  decimate(surface, options);
  Stage checks("checking the surface", options.time_limit, options.quiet);
  close_holes(path, surface, options, warn);
  std::vector<std::pair<Surface::Face_index, Surface::Face_index>> crossings;
  PMP::self_intersections(surface, std::back_inserter(crossings));
  if (!crossings.empty())
    warn(
        fmt::format("{} pairs of triangles intersect; what is inside is ambiguous there, and "
                    "the mesh may differ from the surface at these places.",
                    crossings.size()));
  checks.done(crossings.empty() ? "closed, free of self-intersections" : "closed");
  if (std::abs(PMP::volume(surface)) < 1e-9 * std::pow(diagonal(surface), 3))
    throw BadSurface(path + ": the surface encloses no volume (is it a flat sheet?).");
  return surface;
}

// ---- refinement --------------------------------------------------------------------------------

/// Refinement only sees parts of the surface on which it has a point. CGAL's own points, shot from
/// the middle of the box, all lie on one side of a body that is not there, and miss small bodies;
/// so every part of the surface gives points of its own, the centroids of triangles spread over
/// their list.
void start_points(const Surface& surface, const Domain& domain, Complex& complex) {
  std::vector<std::pair<Point, Domain::Index>> shot;
  domain.construct_initial_points_object()(std::back_inserter(shot), 20);
  const auto insert = [&](const Point& point) {
    const auto vertex = complex.triangulation().insert(Triangulation::Weighted_point(point));
    if (vertex == Triangulation::Vertex_handle()) return;
    complex.set_dimension(vertex, 2);
    complex.set_index(vertex, shot.front().second);  // there is one surface, so one index
  };
  if (shot.empty()) return;
  for (const auto& start : shot) insert(start.first);

  std::map<Surface::Face_index, std::size_t> part;
  const std::size_t parts =
      PMP::connected_components(surface, boost::make_assoc_property_map(part));
  std::vector<std::vector<Surface::Face_index>> faces(parts);
  for (const auto& [face, k] : part) faces[k].push_back(face);
  for (const auto& list : faces) {
    const std::size_t count = std::min(kStartPoints, list.size());
    for (std::size_t i = 0; i < count; ++i) {
      const auto h = surface.halfedge(list[i * list.size() / count]);
      insert(CGAL::centroid(surface.point(surface.source(h)), surface.point(surface.target(h)),
                            surface.point(surface.target(surface.next(h)))));
    }
  }
}

Tetrahedra extract(const Complex& complex) {
  Tetrahedra mesh;
  std::map<Triangulation::Vertex_handle, int> place;
  for (auto cell = complex.cells_in_complex_begin(); cell != complex.cells_in_complex_end();
       ++cell) {
    std::array<int, 4> corners;
    for (int k = 0; k < 4; ++k) {
      const auto vertex = cell->vertex(k);
      const auto [at, fresh] = place.try_emplace(vertex, static_cast<int>(mesh.points.size()));
      if (fresh) {
        const auto& p = vertex->point();
        mesh.points.push_back({p.x(), p.y(), p.z()});
      }
      corners[k] = at->second;
    }
    mesh.cells.push_back(corners);
  }
  return mesh;
}

struct Refined {
  Complex complex;
  int vertices = 0;  // used by elements; a lower bound when `full`
  bool full = false;
};

class Refiner {
 public:
  Refiner(const std::string& path, const Surface& surface, const MeshOptions& options)
      : path_(path),
        surface_(surface),
        options_(options),
        random_(options.seed),
        domain_(surface, &random_) {}

  Refined refine(double h) {
    namespace P = CGAL::parameters;
    Stage stage(fmt::format("refining, h = {:.4g}", h), options_.time_limit, options_.quiet);
    const Criteria criteria(P::facet_angle = 25, P::facet_size = h, P::facet_distance = 0.15 * h,
                            P::cell_radius_edge_ratio = 2, P::cell_size = options_.cell_ratio * h);
    CGAL::Mesh_error_code error = CGAL::CGAL_MESH_3_NO_ERROR;
    const std::size_t most = options_.edge > 0 ? 0 : 3 * std::size_t(options_.vertices) + 1000;
    random_ = CGAL::Random(options_.seed);
    Refined result;
    start_points(surface_, domain_, result.complex);
    CGAL::refine_mesh_3(
        result.complex, domain_, criteria, P::no_lloyd(), P::no_odt(), P::no_perturb(),
        P::no_exude(), P::no_reset_c3t3(),
        P::mesh_3_options(P::maximal_number_of_vertices = most, P::pointer_to_error_code = &error,
                          P::pointer_to_stop_atomic_boolean = &stage.out_of_time));
    if (error == CGAL::CGAL_MESH_3_STOPPED)
      throw BadSurface(fmt::format(
          "{}: refining took longer than {:.0f} s. Ask for fewer --vertices, --decimate the "
          "surface, or raise --time-limit.",
          path_, options_.time_limit));
    result.full = error == CGAL::CGAL_MESH_3_MAXIMAL_NUMBER_OF_VERTICES_REACHED;
    result.vertices = static_cast<int>(extract(result.complex).points.size());
    if (result.full) result.vertices = std::max(result.vertices, static_cast<int>(most));
    stage.done(fmt::format("{}{} vertices, {} elements", result.full ? "more than " : "",
                           result.vertices, result.complex.number_of_cells_in_complex()));
    return result;
  }

  /// Slivers: first perturbed away, then weighted away. Both stop by themselves in time.
  void improve(Complex& complex) {
    namespace P = CGAL::parameters;
    Stage perturbing("perturbing", options_.time_limit, options_.quiet);
    CGAL::perturb_mesh_3(complex, domain_, P::time_limit = options_.time_limit,
                         P::sliver_bound = options_.sliver_angle);
    perturbing.done(angle_text(complex));
    Stage exuding("exuding", options_.time_limit, options_.quiet);
    CGAL::exude_mesh_3(complex, P::time_limit = options_.time_limit,
                       P::sliver_bound = options_.sliver_angle);
    exuding.done(angle_text(complex));
  }

 private:
  static std::string angle_text(const Complex& complex) {
    return fmt::format("smallest dihedral angle {:.1f} degrees",
                       smallest_dihedral(extract(complex)));
  }

  const std::string& path_;
  const Surface& surface_;
  const MeshOptions& options_;
  CGAL::Random random_;
  Domain domain_;
};

/// h and a refinement with the number of vertices asked for. Secant steps in log-log, kept inside
/// the bracket; a full refinement only says that h is too small. The search goes on to kGood for a
/// few rounds, and then takes what is within the tolerance.
std::pair<double, Refined> search(const std::string& path, const Surface& surface,
                                  const MeshOptions& options, Refiner& refiner) {
  if (options.edge > 0) return {options.edge, refiner.refine(options.edge)};
  const double wanted = std::log(options.vertices);
  // A surface with triangles of circumradius about h/2 alone would have this many vertices.
  double log_h = std::log(std::sqrt(2.2 * PMP::area(surface) / options.vertices));
  std::optional<std::pair<double, double>> fine, coarse;  // (log h, log vertices)
  std::optional<std::pair<double, Refined>> best;
  double best_miss = kTolerance / 2;  // half of it: dropping crumbs takes some vertices away
  for (int round = 0; round < 20 && !(best && round >= 6); ++round) {
    Refined tried = refiner.refine(std::exp(log_h));
    const double found = std::log(std::max(tried.vertices, 1));
    const double miss = std::abs(std::expm1(found - wanted));
    (found > wanted ? fine : coarse) = {log_h, found};
    if (!tried.full && miss < best_miss) {
      best_miss = miss;
      best.emplace(std::exp(log_h), std::move(tried));
      if (miss < kGood) break;
    }
    if (fine && coarse) {
      const double width = coarse->first - fine->first;
      if (width < 1e-4) break;
      const double slope = (fine->second - wanted) / (fine->second - coarse->second);
      log_h = fine->first + width * std::clamp(slope, 0.1, 0.9);
    } else {
      log_h += std::clamp((found - wanted) / 2.5, -1.0, 1.0) + (found > wanted ? 0.02 : -0.02);
    }
  }
  if (best) return std::move(*best);
  throw BadSurface(fmt::format(
      "{}: no edge length gives {} vertices within {:.0f} %; the surface may need more of them to "
      "be resolved. Ask for another number, or give the edge length with --edge.",
      path, options.vertices, 100 * kTolerance));
}

}  // namespace

Tetrahedra surface_to_tetrahedra(const std::string& path, const MeshOptions& options,
                                 const Warn& warn) {
  const Surface surface = prepare(path, options, warn);
  Refiner refiner(path, surface, options);
  auto [h, refined] = search(path, surface, options, refiner);
  if (refined.vertices == 0)
    throw BadSurface(path + ": the mesh came out empty; the edge length is too large for it.");

  // How many slivers survive is luck: a slightly different h throws the dice again.
  const auto count_missed = [&](const Tetrahedra& mesh) {
    const double share = static_cast<double>(mesh.points.size()) / options.vertices - 1;
    return options.edge > 0 || std::abs(share) <= kTolerance ? 0.0 : share;
  };
  Tetrahedra best;
  Crumbs best_crumbs;
  double best_angle = -2;
  for (int round = 1; round <= kTries; ++round) {
    refiner.improve(refined.complex);
    Tetrahedra mesh = extract(refined.complex);
    const Crumbs crumbs = drop_crumbs(mesh, kCrumb);
    const double angle = smallest_dihedral(mesh);
    const bool first = best.cells.empty();
    if (first || (angle > best_angle && count_missed(mesh) == 0)) {
      best_angle = angle;
      best_crumbs = crumbs;
      best = std::move(mesh);
    }
    if (best_angle >= kAcceptable || round == kTries) break;
    refined = refiner.refine(h * (1 + 0.003 * (round % 2 == 1 ? round : -round)));
  }
  if (best_crumbs.dropped > 0)
    warn(fmt::format("{} elements hung on an edge or a vertex, or apart; they were dropped.",
                     best_crumbs.dropped));
  if (best_crumbs.parts > 1)
    warn(fmt::format("The mesh has {} separate parts.", best_crumbs.parts));
  if (const double share = count_missed(best); share != 0)
    warn(fmt::format("The mesh has {:.0f} % {} vertices than asked for.", 100 * std::abs(share),
                     share < 0 ? "fewer" : "more"));
  const double missing = volume(best) / std::abs(PMP::volume(surface)) - 1;
  if (std::abs(missing) > 0.1)
    warn(
        fmt::format("The mesh has {:.0f} % {} volume than the surface encloses: more --vertices "
                    "would follow it better, or its parts overlap.",
                    100 * std::abs(missing), missing < 0 ? "less" : "more"));
  return best;
}

}  // namespace conjac::mesher
