#include "mesh/clean.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "mesh/mesh_error.h"

namespace conjac {
namespace {

constexpr double kFlat = 1e-10;   // see clean.h
constexpr double kPlanar = 1e-9;  // spread of z allowed in a plane mesh, of its extent in x and y

[[noreturn]] void refuse(const RawMesh& raw, Place place, const std::string& cause,
                         std::optional<std::int64_t> element = {}) {
  mesh_error(raw.files[place.file], place, cause, element);
}

/// From the labels cells use to point indices.
class Labels {
 public:
  explicit Labels(const RawMesh& raw) : raw_(raw) {
    first_ = raw.label(0);
    for (std::size_t i = 0; i < raw.labels.size() && consecutive_; ++i)
      consecutive_ = offset(raw.labels[i]) == i;
    if (consecutive_) return;
    map_.reserve(raw.labels.size());
    for (std::size_t i = 0; i < raw.labels.size(); ++i)
      if (!map_.emplace(raw.labels[i], static_cast<int>(i)).second)
        refuse(raw, raw.points[i].place,
               "vertex " + std::to_string(raw.labels[i]) +
                   " is defined twice. Number the vertices anew.");
  }

  /// -1 when there is no such point.
  int index(std::int64_t label) const {
    if (consecutive_)
      return offset(label) < raw_.points.size() ? static_cast<int>(offset(label)) : -1;
    const auto found = map_.find(label);
    return found == map_.end() ? -1 : found->second;
  }

 private:
  /// From the first label, wrapping: hostile labels may lie anywhere.
  std::uint64_t offset(std::int64_t label) const {
    return static_cast<std::uint64_t>(label) - static_cast<std::uint64_t>(first_);
  }

  const RawMesh& raw_;
  std::int64_t first_ = 0;
  bool consecutive_ = true;
  std::unordered_map<std::int64_t, int> map_;
};

template <int Dim>
const std::vector<RawCell>& cells_of(const RawMesh& raw) {
  return Dim == 2 ? raw.triangles : raw.tetrahedra;
}

template <int Dim>
void check_kinds(const RawMesh& raw) {
  const Place start = line_place(1);
  if (Dim == 2 && (!raw.tetrahedra.empty() || raw.other_volumes.count > 0))
    refuse(raw, raw.tetrahedra.empty() ? raw.other_volumes.place : raw.tetrahedra[0].place,
           "the file holds volume elements, but a plane mesh of triangles was asked for. Use it in "
           "a 3D scene.");
  const OtherCells& other = Dim == 2 ? raw.other_faces : raw.other_volumes;
  if (other.count > 0)
    refuse(raw, other.place,
           "the file holds " + std::to_string(other.count) +
               (Dim == 2 ? " plane cells that are not triangles. Split them into triangles."
                         : " volume cells that are not tetrahedra. Split them into tetrahedra."),
           other.number);
  if (raw.points.empty())
    refuse(raw, start, "the file holds no vertices. It is empty or truncated; write it again.");
  if (raw.points.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    refuse(raw, start, "the file holds more vertices than can be numbered. Coarsen the mesh.");
  if (cells_of<Dim>(raw).empty())
    refuse(
        raw, start,
        Dim == 2 ? "the file holds no triangles. Export the elements, not only the vertices."
        : raw.triangles.empty()
            ? "the file holds no tetrahedra. Export the volume elements too."
            : "the file holds no tetrahedra, only a surface of " +
                  std::to_string(raw.triangles.size()) +
                  " triangles. Fill it with tetrahedra, or use it in a 2D scene if it is plane.");
}

void check_points(const RawMesh& raw) {
  for (std::size_t i = 0; i < raw.points.size(); ++i)
    for (double x : raw.points[i].x)
      if (!std::isfinite(x))
        refuse(raw, raw.points[i].place,
               "vertex " + std::to_string(raw.label(i)) +
                   " has a coordinate that is not a finite number. Repair or re-export the mesh.");
}

template <int Dim>
std::array<int, Dim + 1> indices(const RawMesh& raw, const Labels& labels, const RawCell& cell) {
  std::array<int, Dim + 1> nodes;
  for (int k = 0; k <= Dim; ++k) {
    nodes[k] = labels.index(cell.nodes[k]);
    if (nodes[k] < 0)
      refuse(raw, cell.place,
             "names vertex " + std::to_string(cell.nodes[k]) + ", which is not among the " +
                 std::to_string(raw.points.size()) + " vertices of the file. Re-export the mesh.",
             cell.number);
    if (std::find(nodes.begin(), nodes.begin() + k, nodes[k]) != nodes.begin() + k)
      refuse(raw, cell.place,
             "names vertex " + std::to_string(cell.nodes[k]) +
                 " twice. Remove the element or re-mesh.",
             cell.number);
  }
  return nodes;
}

int region_of(const RawMesh& raw, const RawCell& cell) {
  if (cell.region < std::numeric_limits<int>::min() ||
      cell.region > std::numeric_limits<int>::max())
    refuse(raw, cell.place,
           "has region label " + std::to_string(cell.region) + ". Labels must fit in 32 bits.",
           cell.number);
  return static_cast<int>(cell.region);
}

/// (elements) the first with the same nodes: itself, unless it repeats an earlier one.
template <int Dim>
std::vector<int> first_alike(const std::vector<std::array<int, Dim + 1>>& elements) {
  std::vector<std::array<int, Dim + 1>> keys = elements;
  for (auto& key : keys) std::sort(key.begin(), key.end());
  std::vector<int> order(elements.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
  std::vector<int> first(elements.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] =
        i > 0 && keys[order[i]] == keys[order[i - 1]] ? first[order[i - 1]] : order[i];
  return first;
}

/// Signed det(edges) / L^Dim; refuses flat elements and sizes whose volume is not a normal number.
template <int Dim>
double shape(const RawMesh& raw, const std::array<int, Dim + 1>& nodes, const RawCell& cell) {
  const auto point = [&](int k) {
    return Vec<Dim>(Eigen::Map<const Vec<Dim>>(raw.points[nodes[k]].x.data()));
  };
  double longest = 0;
  for (int a = 0; a <= Dim; ++a)
    for (int b = 0; b < a; ++b)
      longest = std::max(longest, (point(a) - point(b)).template lpNorm<Eigen::Infinity>());
  const double box = std::pow(longest, Dim);
  if (longest > 0 && !std::isnormal(box * kFlat))
    refuse(raw, cell.place,
           "is so large or so small that its volume cannot be represented. Scale the mesh.",
           cell.number);
  Mat<Dim> edges;
  for (int k = 0; k < Dim; ++k) edges.col(k) = (point(k + 1) - point(0)) / longest;
  const double det = longest > 0 ? edges.determinant() : 0.0;
  if (!(std::abs(det) >= kFlat))
    refuse(raw, cell.place,
           std::string("is flat: its ") + (Dim == 2 ? "area" : "volume") +
               " is zero for its size. Remove it or re-mesh.",
           cell.number);
  return det;
}

/// Refuses triangles that do not lie in one plane of constant z.
void check_plane(const RawMesh& raw, const std::vector<char>& used) {
  std::array<double, 3> low, high;
  low.fill(std::numeric_limits<double>::infinity());
  high.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < raw.points.size(); ++i)
    for (int k = 0; used[i] && k < 3; ++k) {
      low[k] = std::min(low[k], raw.points[i].x[k]);
      high[k] = std::max(high[k], raw.points[i].x[k]);
    }
  const double extent = std::max(high[0] - low[0], high[1] - low[1]);
  for (std::size_t i = 0; i < raw.points.size(); ++i)
    if (used[i] && raw.points[i].x[2] - low[2] > kPlanar * extent)
      refuse(raw, raw.points[i].place,
             "vertex " + std::to_string(raw.label(i)) +
                 " has z = " + std::to_string(raw.points[i].x[2]) + " while others have " +
                 std::to_string(low[2]) +
                 ": the triangles do not lie in one x-y plane. Turn the mesh into it, or give "
                 "tetrahedra for a 3D scene.");
}

std::string counted(std::int64_t count, const char* singular, const char* plural) {
  return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

std::vector<int> in_order(std::vector<int> list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

/// Sets and materials of the file, in the mesh's numbers; `index` has those of the points, `number`
/// those of the cells. Sets of which nothing is in the mesh are left out.
template <int Dim>
void take_names(const RawMesh& raw, const Labels& labels, const std::vector<int>& index,
                const std::vector<int>& number, Mesh<Dim>& mesh) {
  for (const RawSet& set : raw.sets) {
    MeshSet taken{set.name, false, {}};
    for (std::int64_t cell : Dim == 2 ? set.triangles : set.tetrahedra)
      taken.members.push_back(number[static_cast<std::size_t>(cell)]);
    taken.of_elements = !taken.members.empty();
    const auto add_node = [&](std::int64_t label) {
      const int point = labels.index(label);
      if (point >= 0 && index[point] >= 0) taken.members.push_back(index[point]);
    };
    if (!taken.of_elements) {
      for (std::int64_t label : set.nodes) add_node(label);
      for (std::int64_t cell : set.triangles)
        for (int k = 0; k < 3; ++k)
          add_node(raw.triangles[static_cast<std::size_t>(cell)].nodes[k]);
    }
    taken.members = in_order(std::move(taken.members));
    if (!taken.members.empty()) mesh.sets.push_back(std::move(taken));
  }
  for (const RawMaterial& material : raw.materials) {
    std::vector<int> elements;
    for (std::int64_t cell : material.tetrahedra)
      elements.push_back(number[static_cast<std::size_t>(cell)]);
    if (Dim == 3)
      mesh.materials.push_back({material.name, material.density, material.young, material.poisson,
                                in_order(std::move(elements))});
  }
}

}  // namespace

template <int Dim>
ReadResult<Dim> clean(const RawMesh& raw) {
  check_kinds<Dim>(raw);
  check_points(raw);
  const Labels labels(raw);
  const std::vector<RawCell>& cells = cells_of<Dim>(raw);

  std::vector<std::array<int, Dim + 1>> elements;
  elements.reserve(cells.size());
  std::vector<char> used(raw.points.size(), 0);
  std::int64_t quadratic = 0;
  for (const RawCell& cell : cells) {
    elements.push_back(indices<Dim>(raw, labels, cell));
    for (int node : elements.back()) used[node] = 1;
    quadratic += cell.quadratic;
  }
  if (Dim == 2) check_plane(raw, used);

  ReadResult<Dim> result;
  result.notices = raw.notices;
  std::vector<int> index(raw.points.size(), -1);
  std::int64_t unused = 0;
  for (std::size_t i = 0; i < raw.points.size(); ++i) {
    if (!used[i]) {
      ++unused;
      continue;
    }
    index[i] = result.mesh.nodes();
    result.mesh.rest.push_back(Eigen::Map<const Vec<Dim>>(raw.points[i].x.data()));
  }

  const std::vector<int> first = first_alike<Dim>(elements);
  std::vector<int> number(cells.size(), -1);  // of each cell in the mesh
  std::int64_t rewound = 0;
  std::int64_t doubled = 0;
  for (std::size_t e = 0; e < cells.size(); ++e) {
    if (first[e] != static_cast<int>(e)) {
      number[e] = number[first[e]];
      ++doubled;
      continue;
    }
    auto nodes = elements[e];
    if (shape<Dim>(raw, nodes, cells[e]) < 0) {
      std::swap(nodes[Dim - 1], nodes[Dim]);
      ++rewound;
    }
    for (int& node : nodes) node = index[node];
    number[e] = result.mesh.element_count();
    result.mesh.elements.push_back(nodes);
    result.mesh.region.push_back(region_of(raw, cells[e]));
  }

  take_names<Dim>(raw, labels, index, number, result.mesh);

  const std::string& file = raw.files.front();
  if (quadratic > 0)
    result.notices.push_back(
        file + ": " + counted(quadratic, "quadratic element was", "quadratic elements were") +
        " read by the corners alone.");
  if (doubled > 0)
    result.notices.push_back(file + ": " + counted(doubled, "element repeats", "elements repeat") +
                             " the nodes of an earlier one and was dropped.");
  if (rewound > 0)
    result.notices.push_back(file + ": " + counted(rewound, "element", "elements") +
                             " with negative rest volume re-wound.");
  if (unused > 0)
    result.notices.push_back(file + ": " + counted(unused, "vertex", "vertices") +
                             " that no element uses dropped.");
  return result;
}

template ReadResult<2> clean<2>(const RawMesh&);
template ReadResult<3> clean<3>(const RawMesh&);

}  // namespace conjac
