#include "api/run_frames.h"

#include <Eigen/LU>
#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/check.h"
#include "core/ranks.h"
#include "record/frame_piece.h"

namespace conjac {

void shown_roles(const Simulation& simulation, std::vector<int>& roles) {
  roles.assign(simulation.roles().begin(), simulation.roles().end());
  if (simulation.scene().method.method != Method::vanilla) return;
  for (int& role : roles)
    if (role == static_cast<int>(record::FrameRole::dynamic) ||
        role == static_cast<int>(record::FrameRole::sleeping))
      role = static_cast<int>(record::FrameRole::quasistatic);
}

/// Fibres turn and stretch with their elements: F a.
void Drawn::update(Simulation& simulation) {
  if (topology != simulation.topology()) {  // a cut may have removed elements
    fibers = simulation.fibers();
    topology = simulation.topology();
  }
  solids = simulation.bones();
  for (const SolidView& solid : simulation.solids())
    if (solid.role == SolidRole::obstacle) solids.push_back(solid);
  shown_roles(simulation, roles);
  lines.clear();
  const int d = simulation.dimension(), corners = d + 1;
  const auto nodes = simulation.element_nodes();
  const auto x = simulation.positions(), rest = simulation.rest_positions();
  const auto activation = simulation.activations();
  Eigen::MatrixXd before(d, d), now(d, d);
  for (const FiberView& fiber : fibers) {
    const int* element = &nodes[static_cast<std::size_t>(fiber.element * corners)];
    record::FiberLine line;
    for (int c = 0; c < d; ++c)
      for (int a = 0; a < corners; ++a)
        line.middle[c] += x[static_cast<std::size_t>(element[a] * d + c)] / corners;
    for (int a = 0; a < d; ++a)
      for (int c = 0; c < d; ++c) {
        const auto at = [&](int node) { return static_cast<std::size_t>(node * d + c); };
        before(c, a) = rest[at(element[a + 1])] - rest[at(element[0])];
        now(c, a) = x[at(element[a + 1])] - x[at(element[0])];
      }
    const Eigen::Map<const Eigen::Vector3d> direction(fiber.direction.data());
    const Eigen::VectorXd along = now * before.partialPivLu().solve(direction.head(d));
    const double length = 0.3 * before.colwise().norm().mean();
    for (int c = 0; c < d; ++c) line.half[c] = length * along[c];
    line.activation = activation[static_cast<std::size_t>(fiber.element)];
    lines.push_back(line);
  }
}

record::FrameView frame_of(Simulation& simulation, Drawn& drawn) {
  record::FrameView frame;
  drawn.update(simulation);
  frame.fibers = drawn.lines;
  frame.solids = drawn.solids;
  if (!drawn.fibers.empty()) frame.activation = simulation.activations();
  frame.dimension = simulation.dimension();
  frame.time = simulation.time();
  frame.positions = simulation.positions();
  frame.velocities = simulation.velocities();
  frame.elements = simulation.element_nodes();
  frame.region = simulation.element_regions();
  frame.roles = drawn.roles;
  frame.von_mises = simulation.von_mises();
  frame.contact_force = simulation.contact_forces();
  if (simulation.scene().method.adaptive) frame.owner = simulation.representative_regions();
  return frame;
}

void check_ranks_agree(const Simulation& simulation) {
  if (ranks().alone()) return;
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (const double x : simulation.positions())
    hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 1099511628211u;
  const auto mine = static_cast<double>(hash >> 12);  // whole numbers that doubles have
  const double most = ranks().largest(mine), least = -ranks().largest(-mine);
  require(most == least,
          "the ranks have come apart: they do not have the same positions any more. Are their "
          "machines of one kind, with the same program?",
          ErrorKind::diverged);
}

void write_piece_of_rank(const std::string& folder, int index, const record::FrameView& frame) {
  const auto corners = static_cast<std::size_t>(frame.dimension) + 1;
  std::vector<char> mine(static_cast<std::size_t>(frame.element_count()));
  for (std::size_t e = 0; e < mine.size(); ++e) {
    const auto nodes = frame.elements.subspan(e * corners, corners);
    mine[e] = ranks().owns(*std::min_element(nodes.begin(), nodes.end()));
  }
  record::write_piece(record::Path(folder) / record::piece_name(index, ranks().rank()), frame,
                      mine);
  ranks().wait_for_all();
}

}  // namespace conjac
