#include "scene/limits.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "conjac/method_in_effect.h"
#include "core/check.h"
#include "core/ranks.h"

namespace conjac {
namespace {

// A volume, a mass or the square of a force of such a body is far from the ends of a double.
constexpr double kSmallest = 1e-15, kLargest = 1e15;  // m
// From here on a scene says what it takes.
constexpr double kMuch = 1e9;
// A body for which solving by iterations is worth a word.
constexpr double kManyNodes = 20000;
// The longest list of nodes that a notice gives.
constexpr std::size_t kListed = 8;

std::string number_text(double value, const char* format) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace

template <int Dim>
void check_size(const Mesh<Dim>& mesh) {
  if (mesh.rest.empty()) return;
  Vec<Dim> low = mesh.rest[0], high = low;
  for (const auto& p : mesh.rest) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const double size = (high - low).maxCoeff();
  const double farthest = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
  require(size >= kSmallest && size <= kLargest,
          "mesh: it is " + number_text(size, "%.3g") + " m across; bodies from " +
              number_text(kSmallest, "%g") + " to " + number_text(kLargest, "%g") +
              " m can be simulated. Coordinates are metres; give mesh.scale where they are not");
  require(farthest <= kLargest, "mesh: it is " + number_text(farthest, "%.3g") +
                                    " m away from the origin, too far to be told from a point; "
                                    "give mesh.translate");
}

double MemoryNeed::bytes() const {
  const double n = dimension * nodes, r = dimension * drivers;
  // Entries of a Cholesky factor with nested dissection.
  const double factor = dimension == 3 ? 20 * std::pow(n, 4.0 / 3) : 10 * n * std::log2(n + 2);
  // J and its right-hand sides; what modes keep; dense matrices of the reduced system.
  const double wide = (by_modes ? 6 : 2) * n * r, dense = (by_modes ? 16 : 12) * r * r;
  // The matrix once more, rows of coarser ones, and a few blocks of vectors.
  const double levels = 200 * n;
  return 1500 * elements / ranks + 8 * ((factored ? factor : levels) / ranks + wide + dense);
}

template <int Dim>
MemoryNeed memory_need(const SceneSpec& spec, const Mesh<Dim>& mesh, std::size_t drivers,
                       Solver by) {
  const bool modes =
      spec.method.integrator_or_default() == Integrator::modal && moves_by_modes(spec);
  return {.nodes = static_cast<double>(mesh.nodes()),
          .elements = static_cast<double>(mesh.element_count()),
          .dimension = Dim,
          .drivers = spec.method.method == Method::conjac ? static_cast<double>(drivers) : 0,
          .by_modes = modes,
          .factored = by != Solver::multigrid,
          .ranks = static_cast<double>(ranks().size())};
}

std::string check_memory(const MemoryNeed& need, double usable) {
  const double bytes = need.bytes();
  const std::string what =
      "about " + number_text(bytes / 1e9, "%.1f") + " GB of memory (" +
      number_text(need.nodes, "%.0f") + " vertices" +
      (need.drivers > 0 ? ", " + number_text(need.drivers, "%.0f") + " that may be dynamic" : "") +
      ")";
  const std::string remedy = need.drivers > 100 ? "fewer dynamic nodes take less"
                             : need.factored && need.nodes > kManyNodes
                                 ? "a coarser mesh takes less, and so does the solver `multigrid`"
                                 : "a coarser mesh takes less";
  require(bytes <= usable, "this scene takes " + what + ", and there are " +
                               number_text(usable / 1e9, "%.1f") + " GB; " + remedy);
  return bytes < kMuch ? "" : "this scene takes " + what + "; " + remedy;
}

std::string counted_nodes(const std::vector<int>& nodes) {
  std::string list;
  for (std::size_t k = 0; k < std::min(kListed, nodes.size()); ++k)
    list += (k > 0 ? ", " : "") + std::to_string(nodes[k]);
  if (nodes.size() == 1) return "node " + list;
  if (nodes.size() > kListed) list += ", ...";
  return std::to_string(nodes.size()) + " nodes (" + list + ")";
}

template MemoryNeed memory_need(const SceneSpec&, const Mesh<2>&, std::size_t, Solver);
template MemoryNeed memory_need(const SceneSpec&, const Mesh<3>&, std::size_t, Solver);
template void check_size<2>(const Mesh<2>&);
template void check_size<3>(const Mesh<3>&);

}  // namespace conjac
