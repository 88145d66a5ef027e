#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "commands.h"
#include "conjac/conjac.h"

namespace conjac::app {
namespace {

/// Bars of at most 40 cells; a bin that is not empty shows at least one.
void print_histogram(const char* title, const MeshHistogram& h, const char* bounds_format) {
  fmt::print("\n{}: smallest {:.3g}, 1 % below {:.3g}, median {:.3g}, largest {:.3g}\n", title,
             h.smallest, h.percentile1, h.median, h.largest);
  const int most = std::max(1, *std::ranges::max_element(h.counts));
  std::size_t first = 0, last = h.counts.size();
  while (first + 1 < last && h.counts[first] == 0) ++first;
  while (last > first + 1 && h.counts[last - 1] == 0) --last;
  for (std::size_t k = first; k < last; ++k) {
    const double cells = 40.0 * h.counts[k] / most;
    const int drawn = h.counts[k] > 0 ? std::max(1, static_cast<int>(std::lround(cells))) : 0;
    const std::string bar(static_cast<std::size_t>(drawn), '#');
    fmt::print(fmt::runtime(std::string("  ") + bounds_format + " {:>8}  {}\n"), h.bounds[k],
               h.bounds[k + 1], h.counts[k], bar);
  }
}

void print_info(const MeshInfo& info) {
  const bool flat = info.dimension == 2;
  const auto row = [](const char* name, const std::string& value) {
    fmt::print("{:<12}{}\n", name, value);
  };
  fmt::print("{}\n", info.file);
  row("vertices", fmt::format("{} ({} on the boundary)", info.vertices, info.boundary_vertices));
  row(flat ? "triangles" : "tetrahedra",
      fmt::format("{} ({} boundary {})", info.elements, info.boundary_sides,
                  flat ? "edges" : "triangles"));
  std::string size =
      fmt::format("{:.4g} x {:.4g}", info.high[0] - info.low[0], info.high[1] - info.low[1]);
  if (!flat) size += fmt::format(" x {:.4g}", info.high[2] - info.low[2]);
  std::string from = fmt::format("{:.4g}, {:.4g}", info.low[0], info.low[1]);
  if (!flat) from += fmt::format(", {:.4g}", info.low[2]);
  row("size", fmt::format("{} from ({})", size, from));
  row(flat ? "area" : "volume", fmt::format("{:.6g}", info.volume));
  row("edges", fmt::format("{:.3g} to {:.3g}, mean {:.3g}", info.shortest_edge, info.longest_edge,
                           info.mean_edge));
  row("pieces", fmt::format("{}", info.pieces));
  const std::size_t shown = std::min<std::size_t>(info.labels.size(), 20);
  for (std::size_t k = 0; k < shown; ++k)
    row(k == 0 ? "labels" : "", fmt::format("{}: {} elements, {:.4g}", info.labels[k].label,
                                            info.labels[k].elements, info.labels[k].volume));
  if (shown < info.labels.size()) row("", fmt::format("and {} more", info.labels.size() - shown));
  const char* angles = "{:>4.0f} - {:<4.0f}";
  print_histogram(flat ? "smallest angle (degrees)" : "smallest dihedral angle (degrees)",
                  info.smallest_angle, angles);
  print_histogram(flat ? "largest angle (degrees)" : "largest dihedral angle (degrees)",
                  info.largest_angle, angles);
  print_histogram(
      flat ? "radius ratio 2 r/R (1 is equilateral)" : "radius ratio 3 r/R (1 is regular)",
      info.radius_ratio, "{:>4.1f} - {:<4.1f}");
}

/// What `conjac info` says of a surface; whatever keeps it from being filled or touched is a warning.
void print_surface(const SurfaceInfo& info) {
  const auto row = [](const char* name, const std::string& value) {
    fmt::print("{:<12}{}\n", name, value);
  };
  fmt::print("{}\n", info.file);
  std::string with;
  if (info.normals > 0) with += fmt::format(", {} normals", info.normals);
  if (info.texture_places > 0) with += fmt::format(", {} places in a texture", info.texture_places);
  row("vertices", fmt::format("{}{}", info.vertices, with));
  row("triangles", fmt::format("{} ({})", info.triangles,
                               info.closed() ? "a closed surface" : "not a closed surface"));
  row("size", fmt::format("{:.4g} x {:.4g} x {:.4g} from ({:.4g}, {:.4g}, {:.4g})",
                          info.high[0] - info.low[0], info.high[1] - info.low[1],
                          info.high[2] - info.low[2], info.low[0], info.low[1], info.low[2]));
  row("area", fmt::format("{:.6g}", info.area));
  if (info.closed()) row("volume", fmt::format("{:.6g}", info.volume));
  row("edges", fmt::format("{:.3g} to {:.3g}, mean {:.3g}", info.shortest_edge, info.longest_edge,
                           info.mean_edge));
  row("angles", fmt::format("{:.3g} degrees and more", info.smallest_angle));
  row("pieces", fmt::format("{}", info.pieces));
  std::fflush(stdout);
  if (info.open_edges > 0)
    fmt::print(stderr,
               "warning: {} edges have a triangle on one side only, so the surface encloses "
               "nothing; `conjac mesh --fill-holes` closes small holes.\n",
               info.open_edges);
  if (info.crowded_edges > 0)
    fmt::print(stderr, "warning: {} edges have three triangles or more.\n", info.crowded_edges);
  if (info.turned_edges > 0)
    fmt::print(stderr, "warning: at {} edges the two triangles do not face the same way.\n",
               info.turned_edges);
  if (info.closed() && info.volume < 0) fmt::print(stderr, "warning: the surface is inside out.\n");
}

void print_warnings(const MeshInfo& info) {
  for (const std::string& notice : info.notices) fmt::print(stderr, "notice: {}\n", notice);
  if (info.slivers > 0)
    fmt::print(stderr,
               "warning: {} sliver{} (an angle below {:.0f} degrees), the worst {:.3g} degrees in "
               "element {} (counted from 0). Steps may need to be smaller there; mesh it again if "
               "you can.\n",
               info.slivers, info.slivers == 1 ? "" : "s", kSliverAngle,
               info.smallest_angle.smallest, info.worst_element);
  if (info.pieces > 1)
    fmt::print(stderr,
               "warning: the mesh falls into {} pieces; each must be held or have dynamic nodes.\n",
               info.pieces);
  if (info.side_pieces > info.pieces)
    fmt::print(stderr,
               "warning: {} part{} of it hang{} on others by an edge or a vertex alone, as on a "
               "hinge.\n",
               info.side_pieces - info.pieces, info.side_pieces - info.pieces == 1 ? "" : "s",
               info.side_pieces - info.pieces == 1 ? "s" : "");
}

}  // namespace

void add_info(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "info", "Print counts, size, volume and quality of a mesh file or of a surface");
  auto path = std::make_shared<std::string>();
  command
      ->add_option("mesh", *path,
                   "A .mesh, .msh, .node, .vtk, .vtu, .inp or .veg file; "
                   "a surface is an .obj, .ply or .stl file")
      ->required();
  command->footer("Examples:\n  conjac info scenes/shapes/armadillo.vtu\n  conjac info skin.obj");
  command->callback([path] {
    if (const auto surface = surface_info(*path)) {
      print_surface(*surface);
      return;
    }
    const MeshInfo info = mesh_info(*path);
    print_info(info);
    std::fflush(stdout);
    print_warnings(info);
  });
}

}  // namespace conjac::app
