#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "commands.h"
#include "conjac/error.h"
#include "conjac/mesh_refine.h"

namespace conjac::app {
namespace {

constexpr const char* kDescription =
    "Make tetrahedra from a closed triangle surface (OBJ, OFF, PLY, STL)";

/// conjac-mesh lies beside this program where both are installed, and in the neighbouring folder
/// of a build tree. It is a program of its own because CGAL, which it is made with, is GPL.
std::string find_mesher() {
  namespace fs = std::filesystem;
  std::error_code none;
  const fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
  for (const fs::path& path : {folder / "conjac-mesh", folder.parent_path() / "mesher/conjac-mesh"})
    if (access(path.c_str(), X_OK) == 0) return path.string();
  return {};
}

void print_short_help() {
  fmt::print(
      "{}\nUsage: conjac mesh SURFACE -o OUT.mesh|OUT.vtu [--vertices N | --edge H]\n"
      "  [--cell-ratio F] [--sliver-angle A] [--decimate N] [--fill-holes] [--time-limit S]\n"
      "  [--seed N] [--quiet]\n"
      "   or: conjac mesh BODY --refine N -o OUT.vtu, every element of a mesh in eight, N times\n"
      "This build has no mesher. ./conjac in a checkout builds it when it is first used; with\n"
      "CMake: -DCONJAC_MESHER=ON (needs CGAL, Debian's libcgal-dev).\n\n"
      "Example:\n  conjac mesh bunny.obj -o bunny.mesh --vertices 6000\n",
      kDescription);
}

/// `conjac mesh BODY --refine N -o OUT.vtu` needs no mesher.
void refine(std::vector<std::string> words) {
  CLI::App command("Cut every element of a mesh into eight (triangles: into four)", "conjac mesh");
  std::string body, output;
  int times = 1;
  bool quiet = false;
  command.add_option("body", body, "A .mesh, .msh, .node, .vtk, .vtu, .inp or .veg file")
      ->required();
  command.add_option("--refine", times, "How many times, 1 to 8");
  command.add_option("-o,--output", output, "Mesh to write: .vtu")->required();
  command.add_flag("-q,--quiet", quiet, "Print warnings and errors only");
  std::ranges::reverse(words);  // as CLI11 wants them
  command.parse(words);
  const RefinedMesh made = refine_mesh(body, times, output);
  for (const std::string& notice : made.notices) fmt::print(stderr, "notice: {}\n", notice);
  if (!quiet) fmt::print("{}: {} vertices, {} elements\n", output, made.vertices, made.elements);
}

}  // namespace

void add_mesh(Context& context) {
  CLI::App* command = context.program.add_subcommand("mesh", kDescription);
  command->prefix_command();  // every word is the mesher's, --help too
  command->set_help_flag();
  command->callback([command] {
    std::vector<std::string> words = command->remaining();
    const auto asks = [&words](std::initializer_list<const char*> names) {
      return std::ranges::any_of(words, [&](const std::string& word) {
        return std::ranges::any_of(names, [&](const std::string name) {
          return word == name || word.starts_with(name + "=");
        });
      });
    };
    if (asks({"--refine"}) && !asks({"-h", "--help"})) return refine(words);
    const std::string mesher = find_mesher();
    if (mesher.empty()) {
      if (words.empty() || asks({"-h", "--help"})) return print_short_help();
      throw Error(
          ErrorKind::io,
          "this build has no mesher (conjac-mesh). ./conjac in a checkout builds it when it "
          "is first used; with CMake: -DCONJAC_MESHER=ON (needs CGAL, Debian's "
          "libcgal-dev)");
    }
    words.insert(words.begin(), mesher);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execv(mesher.c_str(), arguments.data());
    throw Error(ErrorKind::io, mesher + ": cannot be run: " + std::strerror(errno));
  });
}

}  // namespace conjac::app
