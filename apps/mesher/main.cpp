#include <spdlog/fmt/fmt.h>

#include <CLI/CLI.hpp>

#include "surface_to_tetrahedra.h"

// Exit codes are those of conjac: 0 ok, 2 usage, 3 bad input, 5 input/output.
int main(int argc, char** argv) {
  using namespace conjac::mesher;
  CLI::App program{
      "Tetrahedra from a closed triangle surface (OBJ, OFF, PLY or STL), with CGAL's Mesh_3."};
  program.name("conjac mesh");
  std::string surface, output;
  MeshOptions options;
  program.add_option("surface", surface, "Triangle surface: .obj, .off, .ply or .stl")->required();
  program.add_option("-o,--output", output, "Mesh to write: .mesh (MEDIT) or .vtu")->required();
  auto* vertices =
      program.add_option("--vertices", options.vertices, "Vertices of the mesh, met within 5 %")
          ->check(CLI::Range(20, 10000000))
          ->capture_default_str();
  program
      .add_option("--edge", options.edge,
                  "Largest circumradius of surface triangles, instead of --vertices")
      ->check(CLI::PositiveNumber)
      ->excludes(vertices);
  program
      .add_option("--cell-ratio", options.cell_ratio,
                  "Circumradius of elements over that of surface triangles; more: fewer inside")
      ->check(CLI::Range(0.5, 100.0))
      ->capture_default_str();
  program
      .add_option("--sliver-angle", options.sliver_angle,
                  "Dihedral angle at which slivers count as removed, degrees")
      ->check(CLI::Range(0.0, 40.0))
      ->capture_default_str();
  program
      .add_option("--decimate", options.decimate, "Reduce the surface to N vertices before meshing")
      ->check(CLI::Range(10, 100000000));
  program.add_flag("--fill-holes", options.fill_holes, "Close holes of any size with flat lids");
  program.add_option("--time-limit", options.time_limit, "For each stage, s")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  program.add_option("--seed", options.seed, "Another number gives another mesh")
      ->capture_default_str();
  program.add_flag("-q,--quiet", options.quiet, "Print warnings and errors only");
  program.footer(
      "Examples:\n"
      "  conjac mesh bunny.obj -o bunny.mesh\n"
      "  conjac mesh scan.ply -o scan.vtu --decimate 50000 --vertices 10000\n"
      "  conjac mesh bunny.mesh --refine 1 -o fine.vtu      every element of a mesh in eight\n"
      "  conjac info bunny.mesh");
  try {
    program.parse(argc, argv);
    if (!can_write(output))
      throw CLI::ValidationError("--output", "the name must end in .mesh or .vtu");
    const Tetrahedra mesh = surface_to_tetrahedra(surface, options, [](const std::string& text) {
      fmt::print(stderr, "warning: {}\n", text);
    });
    write_mesh(mesh, output);
    const double angle = smallest_dihedral(mesh);
    if (angle < 8)
      fmt::print(stderr,
                 "warning: the smallest dihedral angle is {:.1f} degrees. More --vertices or "
                 "another --seed may do better.\n",
                 angle);
    fmt::print("{}: {} vertices, {} elements, smallest dihedral angle {:.1f} degrees\n", output,
               mesh.points.size(), mesh.cells.size(), angle);
    return 0;
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  } catch (const BadSurface& error) {
    fmt::print(stderr, "conjac mesh: error: {}\n", error.what());
    return 3;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "conjac mesh: error: out of memory; ask for fewer --vertices\n");
    return 5;
  } catch (const std::exception& error) {
    fmt::print(stderr, "conjac mesh: error: {}\n", error.what());
    return 5;
  }
}
