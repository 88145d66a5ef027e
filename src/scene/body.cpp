#include "scene/body.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "core/check.h"
#include "core/memory.h"
#include "core/tuned.h"
#include "mesh/generate.h"
#include "mesh/read.h"
#include "mesh/refine.h"
#include "mesh/transform.h"
#include "reduce/floating.h"
#include "scene/limits.h"
#include "scene/placement.h"
#include "scene/select.h"
#include "scene/weld.h"

namespace conjac {
namespace {

template <int Dim>
Vec<Dim> vec(const auto& values) {
  Vec<Dim> result;
  for (int c = 0; c < Dim; ++c) result[c] = values[c];
  return result;
}

template <int Dim>
VectorXd flat(const std::vector<Vec<Dim>>& points) {
  VectorXd x(static_cast<Eigen::Index>(points.size()) * Dim);
  for (std::size_t i = 0; i < points.size(); ++i)
    x.segment<Dim>(static_cast<Eigen::Index>(i) * Dim) = points[i];
  return x;
}

/// Nodes of a piece that would pin it well: interior ones where there are any, the one farthest
/// from the middle first.
template <int Dim>
std::vector<int> pin_candidates(const Mesh<Dim>& mesh, const Pieces& pieces, int piece,
                                const std::vector<char>& on_boundary, bool interior) {
  std::vector<int> nodes;
  Vec<Dim> middle = Vec<Dim>::Zero();
  int count = 0;
  for (int i = 0; i < mesh.nodes(); ++i) {
    if (pieces.of_node[i] != piece) continue;
    middle += mesh.rest[i];
    ++count;
    if (!interior || !on_boundary[i]) nodes.push_back(i);
  }
  middle /= count;
  std::stable_sort(nodes.begin(), nodes.end(), [&](int a, int b) {
    return (mesh.rest[a] - middle).squaredNorm() > (mesh.rest[b] - middle).squaredNorm();
  });
  return nodes;
}

// Pins must reach over this part of their piece, and this far across it: what lies beyond them
// turns about them with a longer lever, and blows up in pieces of a few elements.
CONJAC_TUNED(double, kReach, 0.4);
// ... of its size, or of their line where that is shorter.
CONJAC_TUNED(double, kAcross, 0.2);

template <int Dim>
bool spread(const Mesh<Dim>& mesh, const Pieces& pieces, int piece, const std::vector<int>& pins) {
  Vec<Dim> low = mesh.rest[pins[0]], high = low;
  for (int i = 0; i < mesh.nodes(); ++i)
    if (pieces.of_node[i] == piece)
      low = low.cwiseMin(mesh.rest[i]), high = high.cwiseMax(mesh.rest[i]);
  const double size = (high - low).maxCoeff();
  int a = pins[0], b = pins[0];
  for (int p : pins)
    for (int q : pins)
      if ((mesh.rest[p] - mesh.rest[q]).norm() > (mesh.rest[a] - mesh.rest[b]).norm()) a = p, b = q;
  const Vec<Dim> line = mesh.rest[b] - mesh.rest[a];
  if (!(line.norm() >= kReach * size)) return false;
  double across = 0;
  for (int p : pins) {
    const Vec<Dim> offset = mesh.rest[p] - mesh.rest[a];
    across = std::max(across, (offset - offset.dot(line) / line.squaredNorm() * line).norm());
  }
  return Dim == 2 || across >= kAcross * std::min(size, line.norm());
}

}  // namespace

namespace {

int mesh_spec_dimension(const MeshSpec& spec) {
  if (std::holds_alternative<BoxMesh>(spec.source)) return 3;
  if (std::holds_alternative<RectangleMesh>(spec.source)) return 2;
  if (const auto* spindle = std::get_if<SpindleMesh>(&spec.source)) return spindle->flat ? 2 : 3;
  const auto* file = std::get_if<MeshFile>(&spec.source);
  require(file, "the scene has no mesh; give `mesh` or `bodies`");
  return mesh_dimension(file->path);
}

/// Before it is made: a grid of so many cells fits into memory, whatever solves it.
void check_cells(std::span<const int> cells) {
  MemoryNeed need{.nodes = 1, .elements = cells.size() == 3 ? 6.0 : 2.0};
  need.dimension = static_cast<int>(cells.size());
  need.factored = false;
  for (int count : cells) need.nodes *= count + 1.0, need.elements *= count;
  check_memory(need, usable_memory());
}

/// The mesh in smaller elements; not before it is known to fit into memory.
template <int Dim>
Mesh<Dim> refined(Mesh<Dim> mesh, int times) {
  const RefinedSize size = refined_size(mesh, times);
  if (times > 0)
    check_memory(
        {.nodes = size.nodes, .elements = size.elements, .dimension = Dim, .factored = false},
        usable_memory());
  for (; times > 0; --times) mesh = refine(mesh);
  return mesh;
}

template <int Dim>
BodyShape<Dim> build_one(const MeshSpec& spec) {
  BodyShape<Dim> shape;
  if (const auto* file = std::get_if<MeshFile>(&spec.source)) {
    ReadResult<Dim> read = read_mesh<Dim>(file->path);
    shape.mesh = std::move(read.mesh);
    shape.notices = std::move(read.notices);
    require(!spec.use_materials || !shape.mesh.materials.empty(),
            file->path +
                ": mesh.use_materials: the file holds no materials; Vega files (.veg) may, "
                "as *MATERIAL and *REGION. Leave it out and give the scene `materials`");
    if (!spec.use_materials) shape.mesh.materials.clear();
  } else if (const auto* muscle = std::get_if<SpindleMesh>(&spec.source)) {
    shape.mesh = spindle<Dim>(muscle->cells, vec<Dim>(muscle->from), vec<Dim>(muscle->to),
                              muscle->belly, muscle->tendon);
  } else if constexpr (Dim == 3) {
    const auto& box_spec = std::get<BoxMesh>(spec.source);
    check_cells(box_spec.cells);
    shape.mesh = box(box_spec.cells, vec<3>(box_spec.size), vec<3>(box_spec.origin));
  } else {
    const auto& flat_spec = std::get<RectangleMesh>(spec.source);
    check_cells(flat_spec.cells);
    shape.mesh = rectangle(flat_spec.cells, vec<2>(flat_spec.size), vec<2>(flat_spec.origin));
  }
  shape.mesh = refined(std::move(shape.mesh), spec.refine);
  if (spec.scale != 1) scale(shape.mesh, spec.scale);
  const Rotation& turn = spec.rotate;
  if (turn.degrees != 0) rotate(shape.mesh, vec<3>(turn.axis), vec<3>(turn.center), turn.degrees);
  translate(shape.mesh, vec<Dim>(spec.translate));
  return shape;
}

/// Appends a body to the scene's one mesh.
template <int Dim>
void append(BodyShape<Dim>& whole, const BodySpec& spec) {
  BodyShape<Dim> part = build_one<Dim>(spec.mesh);
  Mesh<Dim>& mesh = whole.mesh;
  const int first_node = mesh.nodes(), body = static_cast<int>(mesh.body_names.size());
  mesh.rest.insert(mesh.rest.end(), part.mesh.rest.begin(), part.mesh.rest.end());
  for (auto element : part.mesh.elements) {
    for (int& node : element) node += first_node;
    mesh.elements.push_back(element);
  }
  const int first_element = static_cast<int>(mesh.body.size());
  for (MeshMaterial& one : part.mesh.materials) {
    for (int& element : one.elements) element += first_element;
    mesh.materials.push_back(std::move(one));
  }
  for (MeshSet& set : part.mesh.sets) {
    const int first = set.of_elements ? first_element : first_node;
    for (int& one : set.members) one += first;
    mesh.sets.push_back(std::move(set));
  }
  mesh.region.insert(mesh.region.end(), part.mesh.region.begin(), part.mesh.region.end());
  mesh.body.resize(mesh.elements.size(), body);
  mesh.body_names.push_back(spec.name);
  for (const std::string& notice : part.notices)
    whole.notices.push_back("body \"" + spec.name + "\": " + notice);
}

}  // namespace

int scene_dimension(const SceneSpec& spec) {
  if (spec.bodies.empty()) return mesh_spec_dimension(spec.mesh);
  const int dimension = mesh_spec_dimension(spec.bodies[0].mesh);
  for (const BodySpec& body : spec.bodies)
    require(mesh_spec_dimension(body.mesh) == dimension,
            "bodies: \"" + body.name + "\" is " + std::to_string(5 - dimension) + "D, but \"" +
                spec.bodies[0].name + "\" is " + std::to_string(dimension) +
                "D; the bodies of a scene must be all flat or all solid");
  return dimension;
}

template <int Dim>
BodyShape<Dim> build_shape(const SceneSpec& spec) {
  BodyShape<Dim> whole;
  if (spec.bodies.empty()) whole = build_one<Dim>(spec.mesh);
  for (const BodySpec& body : spec.bodies) append(whole, body);
  weld(whole.mesh, spec, whole.notices);
  check_size(whole.mesh);
  return whole;
}

template <int Dim>
std::vector<char> body_nodes(const Mesh<Dim>& mesh, int body) {
  std::vector<char> member(mesh.rest.size(), 0);
  for (int e = 0; e < mesh.element_count(); ++e)
    if (mesh.body_of(e) == body)
      for (int node : mesh.elements[e]) member[node] = 1;
  return member;
}

template <int Dim>
VectorXd starting_velocities(const Mesh<Dim>& mesh, const VectorXd& mass, const SceneSpec& spec) {
  VectorXd v = VectorXd::Zero(mass.size());
  for (std::size_t b = 0; b < spec.bodies.size(); ++b) {
    const std::vector<char> member = body_nodes(mesh, static_cast<int>(b));
    Vec<3> moment = Vec<3>::Zero();
    double total = 0;
    for (int i = 0; i < mesh.nodes(); ++i) {
      if (!member[i]) continue;
      moment.template head<Dim>() += mass[i * Dim] * mesh.rest[i];
      total += mass[i * Dim];
    }
    const Vec<3> linear = vec<3>(spec.bodies[b].velocity), spin = vec<3>(spec.bodies[b].spin);
    for (int i = 0; i < mesh.nodes(); ++i) {
      if (!member[i]) continue;
      Vec<3> arm = -moment / total;
      arm.template head<Dim>() += mesh.rest[i];
      v.template segment<Dim>(i * Dim) = (linear + spin.cross(arm)).template head<Dim>();
    }
  }
  return v;
}

template <int Dim>
std::vector<Representative> choose_representatives(const Mesh<Dim>& mesh, const Pieces& pieces,
                                                   const SceneSpec& spec,
                                                   const std::vector<char>& pinned,
                                                   std::vector<std::string>& notices) {
  std::vector<Representative> chosen;
  std::vector<int> taken;  // what automatic placement keeps away from
  std::vector<int> held;   // asked for, but held
  const auto add = [&](int node, bool adaptive) {
    for (Representative& known : chosen) {
      if (known.node != node) continue;
      known.adaptive = adaptive;  // named twice: the last word counts
      return;
    }
    chosen.push_back({node, adaptive});
    taken.push_back(node);
  };
  for (int i = 0; i < mesh.nodes(); ++i)
    if (pinned[i]) taken.push_back(i);
  for (const RoleSpec& role : spec.roles) {
    if (role.role == NodeRole::fixed) continue;
    for (int node : select_nodes(mesh, role.select)) {
      if (pinned[node])
        held.push_back(node);
      else
        add(node, role.role == NodeRole::representative);
    }
  }
  if (!held.empty())
    notices.push_back(counted_nodes(held) +
                      (held.size() == 1 ? " is held for the whole run, or rides on a bone,"
                                        : " are held for the whole run, or ride on bones,") +
                      " and cannot be dynamic as well");
  const auto place = [&](int count, bool adaptive, unsigned seed, std::span<const char> among) {
    if (count <= 0) return;
    const std::vector<int> placed = place_nodes(mesh, taken, count, seed, among);
    if (static_cast<int>(placed.size()) < count)
      notices.push_back("placement: only " + std::to_string(placed.size()) + " of " +
                        std::to_string(count) + " nodes found room at a sensible distance");
    for (int node : placed) add(node, adaptive);
  };
  for (std::size_t b = 0; b < spec.bodies.size(); ++b) {
    const PlacementSpec& own = spec.bodies[b].placement;
    const std::vector<char> member = body_nodes(mesh, static_cast<int>(b));
    place(own.dynamic, false, own.seed, member);
    place(own.representative, true, own.seed, member);
  }
  place(spec.placement.dynamic, false, spec.placement.seed, {});
  place(spec.placement.representative, true, spec.placement.seed, {});

  complete_pins(mesh, pieces, pinned, chosen, notices);
  return chosen;
}

template <int Dim>
void complete_pins(const Mesh<Dim>& mesh, const Pieces& pieces, const std::vector<char>& pinned,
                   std::vector<Representative>& chosen, std::vector<std::string>& notices) {
  const VectorXd x = flat(mesh.rest);
  const std::vector<char> on_boundary = boundary_nodes(mesh);
  std::vector<int> floating, added;  // pieces, and nodes for them
  for (int piece = 0; piece < pieces.count; ++piece) {
    std::vector<int> pins;
    for (int i = 0; i < mesh.nodes(); ++i)
      if (pinned[i] && pieces.of_node[i] == piece) pins.push_back(i);
    for (const Representative& r : chosen)
      if (pieces.of_node[r.node] == piece) pins.push_back(r.node);
    if (pins_piece(x, Dim, pins)) continue;
    for (bool interior : {true, false}) {
      const std::vector<int> candidates =
          pin_candidates(mesh, pieces, piece, on_boundary, interior);
      const std::vector<int> missing = missing_pins(x, Dim, pins, candidates);
      std::vector<int> completed = pins;
      completed.insert(completed.end(), missing.begin(), missing.end());
      if (interior && !(pins_piece(x, Dim, completed) && spread(mesh, pieces, piece, completed)))
        continue;
      floating.push_back(piece);
      for (int node : missing) {
        chosen.push_back({node, true});
        added.push_back(node);
      }
      break;
    }
  }
  if (floating.size() == 1) {
    std::string list;
    for (int node : added) list += (list.empty() ? "" : ", ") + std::to_string(node);
    notices.push_back("piece " + std::to_string(floating[0]) + " can float: node(s) " + list +
                      " become dynamic whenever nothing else pins it");
  } else if (!floating.empty()) {
    notices.push_back(std::to_string(floating.size()) + " pieces can float: " +
                      counted_nodes(added) + " become dynamic whenever nothing else pins them");
  }
}

template BodyShape<2> build_shape<2>(const SceneSpec&);
template BodyShape<3> build_shape<3>(const SceneSpec&);
template std::vector<char> body_nodes<2>(const Mesh<2>&, int);
template std::vector<char> body_nodes<3>(const Mesh<3>&, int);
template VectorXd starting_velocities<2>(const Mesh<2>&, const VectorXd&, const SceneSpec&);
template VectorXd starting_velocities<3>(const Mesh<3>&, const VectorXd&, const SceneSpec&);
template std::vector<Representative> choose_representatives<2>(const Mesh<2>&, const Pieces&,
                                                               const SceneSpec&,
                                                               const std::vector<char>&,
                                                               std::vector<std::string>&);
template std::vector<Representative> choose_representatives<3>(const Mesh<3>&, const Pieces&,
                                                               const SceneSpec&,
                                                               const std::vector<char>&,
                                                               std::vector<std::string>&);
template void complete_pins<2>(const Mesh<2>&, const Pieces&, const std::vector<char>&,
                               std::vector<Representative>&, std::vector<std::string>&);
template void complete_pins<3>(const Mesh<3>&, const Pieces&, const std::vector<char>&,
                               std::vector<Representative>&, std::vector<std::string>&);

}  // namespace conjac
