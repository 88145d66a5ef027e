#include "scene/cut_body.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "core/check.h"
#include "fem/mass.h"
#include "mesh/cut.h"
#include "mesh/snap.h"
#include "mesh/topology.h"
#include "scene/cut_momentum.h"
#include "scene/cut_text.h"

namespace conjac {
namespace {

template <int Dim>
std::vector<Vec<Dim>> points(const VectorXd& x) {
  std::vector<Vec<Dim>> result(static_cast<std::size_t>(x.size()) / Dim);
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = x.segment<Dim>(static_cast<Eigen::Index>(i) * Dim);
  return result;
}

VectorXd carried(const VectorXd& field, int stride, const std::vector<int>& origin) {
  VectorXd result(static_cast<Eigen::Index>(origin.size()) * stride);
  for (std::size_t i = 0; i < origin.size(); ++i)
    result.segment(static_cast<Eigen::Index>(i) * stride, stride) =
        field.segment(static_cast<Eigen::Index>(origin[i]) * stride, stride);
  return result;
}

State carried(const State& state, int stride, const std::vector<int>& origin) {
  State result = state;
  result.x = carried(state.x, stride, origin);
  result.v = {carried(state.v.nodes, stride, origin), state.v.joints};
  return result;
}

/// Free nodes of the sides that come apart, ascending.
template <int Dim>
std::vector<int> nodes_to_snap(const Mesh<Dim>& mesh, const std::vector<char>& apart,
                               const std::vector<char>& held) {
  std::vector<char> chosen(mesh.rest.size(), 0);
  for (std::size_t s = 0; s < apart.size(); ++s) {
    if (!apart[s]) continue;
    for (std::size_t k = 0; k <= Dim; ++k)
      if (k != s % (Dim + 1)) chosen[mesh.elements[s / (Dim + 1)][k]] = 1;
  }
  std::vector<int> nodes;
  for (int i = 0; i < mesh.nodes(); ++i)
    if (chosen[i] && !held[i]) nodes.push_back(i);
  return nodes;
}

/// (elements) 1 in the pieces below the limit that this cut has made; `count` of them. The largest
/// part of what was one piece is never a crumb.
template <int Dim>
std::vector<char> crumb_elements(const Mesh<Dim>& mesh, const std::vector<int>& facing,
                                 const std::vector<char>& apart, int limit, int& count) {
  const ElementPieces pieces = element_pieces(mesh, facing, apart);
  std::vector<char> made(pieces.count(), 0), marked(mesh.element_count(), 0);
  for (std::size_t s = 0; s < apart.size(); ++s)
    if (apart[s]) made[pieces.of_element[s / (Dim + 1)]] = 1;
  const ElementPieces before = element_pieces(mesh, facing, std::vector<char>(apart.size(), 0));
  std::vector<int> largest(before.count(), -1);
  for (int e = 0; e < mesh.element_count(); ++e) {
    int& best = largest[before.of_element[e]];
    const int mine = pieces.of_element[e];
    if (best < 0 || pieces.size[mine] > pieces.size[best]) best = mine;
  }
  for (int p : largest) made[p] = 0;
  count = 0;
  for (int p = 0; p < pieces.count(); ++p) count += made[p] = made[p] && pieces.size[p] < limit;
  for (int e = 0; e < mesh.element_count(); ++e) marked[e] = made[pieces.of_element[e]];
  return marked;
}

std::string count_of(int number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string crumb_text(const CutReport& report, Crumbs crumbs) {
  if (report.crumbs == 0) return "";
  const std::string noun = "; " + count_of(report.crumbs, "crumb");
  switch (crumbs) {
    case Crumbs::rejoin:
      return noun + " left with the larger side";
    case Crumbs::keep:
      return noun + " among them";
    case Crumbs::freeze:
      return noun + " held in place";
    case Crumbs::remove:
      return noun + " (" + count_of(report.elements_removed, "element") + ") removed";
  }
  return "";
}

std::string sentence(const CutReport& report, Crumbs crumbs) {
  if (report.touched == 0) return "the cut misses the body; nothing has changed";
  if (!report.separated)
    return "the cut only grazes the body (" + count_of(report.touched, "element") +
           " met, nothing comes apart); nothing has changed" + crumb_text(report, crumbs);
  std::string text = "the cut parts " + count_of(report.faces, "face");
  if (report.nodes_added > 0 || report.elements_removed == 0)
    text += " and adds " + count_of(report.nodes_added, "node");
  const std::string verb = report.pieces_after == 1 ? "; there is " : "; there are ";
  if (report.pieces_after == report.pieces_before && report.elements_removed > 0)
    text += verb + count_of(report.pieces_after, "piece") + ", as before";
  else if (report.pieces_after == report.pieces_before)
    text += "; the body is slit but holds together (" + count_of(report.pieces_after, "piece") +
            ", as before)";
  else
    text += verb + count_of(report.pieces_after, "piece") + " now, " +
            std::to_string(report.pieces_before) + " before";
  return text + crumb_text(report, crumbs);
}

}  // namespace

std::string dated_text(const CutReport& report) {
  char when[32];
  std::snprintf(when, sizeof when, "t = %.6g s: ", report.time);
  return when + report.text;
}

template <int Dim>
void mark_twins(const Mesh<Dim>& mesh, const VectorXd& x, double distance, std::span<char> marks) {
  std::vector<int> by_place(mesh.rest.size());
  std::iota(by_place.begin(), by_place.end(), 0);
  const auto before = [&](int a, int b) {  // copies are exactly where their node is
    return std::lexicographical_compare(mesh.rest[a].begin(), mesh.rest[a].end(),
                                        mesh.rest[b].begin(), mesh.rest[b].end());
  };
  std::sort(by_place.begin(), by_place.end(), before);
  for (std::size_t first = 0, end = 0; first < by_place.size(); first = end) {
    for (end = first;
         end < by_place.size() && mesh.rest[by_place[end]] == mesh.rest[by_place[first]];)
      ++end;
    for (std::size_t a = first; a < end; ++a)
      for (std::size_t b = first; b < end; ++b) {
        const Vec<Dim> apart = x.segment<Dim>(static_cast<Eigen::Index>(by_place[a]) * Dim) -
                               x.segment<Dim>(static_cast<Eigen::Index>(by_place[b]) * Dim);
        if (a != b && apart.norm() < distance) marks[by_place[a]] = 1;
      }
  }
}

namespace {

/// The nodes of the marked elements are to be held.
template <int Dim>
void freeze(const Mesh<Dim>& mesh, const std::vector<char>& marked, CutBody<Dim>& result) {
  std::vector<char> nodes(mesh.rest.size(), 0);
  for (int e = 0; e < mesh.element_count(); ++e)
    if (marked[e])
      for (int node : mesh.elements[e]) nodes[node] = 1;
  for (int i = 0; i < mesh.nodes(); ++i)
    if (nodes[i]) result.frozen.push_back(i);
}

/// Takes the marked elements out of the parted mesh, and with them the nodes nobody else has.
template <int Dim>
void remove(const Uncut<Dim>& body, const std::vector<char>& marked, Parted<Dim>& parted,
            CutBody<Dim>& result) {
  CutReport& report = result.report;
  for (int e = 0; e < body.mesh.element_count(); ++e)
    if (marked[e]) {
      ++report.elements_removed;
      report.mass_removed += body.density[e] * signed_volume(parted.mesh, e);
    }
  Remainder<Dim> rest = without<Dim>(parted.mesh, marked);
  parted.mesh = std::move(rest.mesh);
  result.element_origin = std::move(rest.element_origin);
  for (int& node : rest.node_origin) node = parted.origin[node];
  result.node_origin = std::move(rest.node_origin);
  std::vector<char> kept(body.mesh.rest.size(), 0);
  for (int node : result.node_origin) kept[node] = 1;
  report.nodes_added =
      static_cast<int>(result.node_origin.size() - std::count(kept.begin(), kept.end(), 1));
}

}  // namespace

template <int Dim>
CutBody<Dim> cut_body(const Uncut<Dim>& body, const CutSpec& cut) {
  CutBody<Dim> result;
  CutReport& report = result.report;
  const Mesh<Dim>& mesh = body.mesh;
  const CutSurface<Dim> blade = knife<Dim>(cut, body.state.x);
  std::vector<Vec<Dim>> now = points<Dim>(body.state.x);
  if (cut.snap) now = drawn_towards<Dim>(mesh, now, blade);
  const std::vector<int> facing = facing_sides(mesh);
  CrossedSides crossed = crossed_sides<Dim>(mesh, now, facing, blade, elements_to_cut(mesh, cut));
  report.time = body.state.time;
  report.touched = crossed.touched;
  const Pieces pieces = connected_pieces(mesh);
  report.pieces_before = report.pieces_after = pieces.count;
  if (cut.crumbs == Crumbs::rejoin)
    report.crumbs = join_crumbs(mesh, facing, cut.crumb_elements, crossed.apart);

  Parted<Dim> parted = part<Dim>(mesh, facing, crossed.apart);
  report.faces = parted.sides;
  report.separated = parted.sides > 0;
  if (!report.separated) {
    report.text = sentence(report, cut.crumbs);
    return result;
  }
  report.nodes_added = parted.mesh.nodes() - mesh.nodes();

  State state = body.state, previous = body.previous;
  if (cut.snap) {
    Mesh<Dim> moved = mesh;
    VectorXd* const others[] = {&state.v.nodes, &previous.x, &previous.v.nodes};
    report.nodes_moved = snap_nodes<Dim>(moved, facing, body.density, blade,
                                         nodes_to_snap(mesh, crossed.apart, body.held), body.close,
                                         {state.x, others});
    if (report.nodes_moved > 0) {
      const VectorXd mass = lumped_mass(moved, body.density);
      restore_momentum({body.mass, body.state.x, body.state.v.nodes}, mass, state.x, Dim,
                       pieces.of_node, pieces.count, body.held, state.v.nodes);
      for (int i = 0; i < parted.mesh.nodes(); ++i)
        parted.mesh.rest[i] = moved.rest[parted.origin[i]];
    }
  }

  result.node_origin = parted.origin;
  result.element_origin.resize(mesh.element_count());
  for (int e = 0; e < mesh.element_count(); ++e) result.element_origin[e] = e;
  if (cut.crumbs != Crumbs::rejoin) {
    const std::vector<char> marked =
        crumb_elements(mesh, facing, crossed.apart, cut.crumb_elements, report.crumbs);
    if (report.crumbs > 0 && cut.crumbs == Crumbs::freeze) freeze(parted.mesh, marked, result);
    if (report.crumbs > 0 && cut.crumbs == Crumbs::remove) remove(body, marked, parted, result);
  }
  result.mesh = std::move(parted.mesh);
  result.state = carried(state, Dim, result.node_origin);
  result.previous = carried(previous, Dim, result.node_origin);
  report.pieces_after = connected_pieces(result.mesh).count;
  report.text = sentence(report, cut.crumbs);
  return result;
}

template void mark_twins<2>(const Mesh<2>&, const VectorXd&, double, std::span<char>);
template void mark_twins<3>(const Mesh<3>&, const VectorXd&, double, std::span<char>);
template CutBody<2> cut_body<2>(const Uncut<2>&, const CutSpec&);
template CutBody<3> cut_body<3>(const Uncut<3>&, const CutSpec&);

}  // namespace conjac
