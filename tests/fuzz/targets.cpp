#include "fuzz/targets.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace conjac::fuzz {
namespace {

constexpr Target kTargets[] = {{"scene", scene},
                               {"set_path", set_path},
                               {"option", option},
                               {"cut", cut},
                               {"mesh_medit", mesh_medit},
                               {"mesh_gmsh", mesh_gmsh},
                               {"mesh_tetgen", mesh_tetgen},
                               {"mesh_vtk", mesh_vtk},
                               {"mesh_vtu", mesh_vtu},
                               {"mesh_abaqus", mesh_abaqus},
                               {"mesh_veg", mesh_veg},
                               {"surface_obj", surface_obj},
                               {"surface_ply", surface_ply},
                               {"surface_stl", surface_stl},
                               {"recording", recording},
                               {"history", history},
                               {"frame", frame},
                               {"checkpoint", checkpoint},
                               {"archive", archive},
                               {"message", message},
                               {"request", request}};

/// A folder of this process, in memory where there is one, gone at the end.
struct Folder {
  std::filesystem::path path;
  Folder() {
    const std::filesystem::path memory = "/dev/shm";
    std::error_code error;
    const bool usable = ::access(memory.c_str(), W_OK) == 0;
    path = (usable ? memory : std::filesystem::temp_directory_path()) /
           ("conjac_fuzz_" + std::to_string(::getpid()));
    std::filesystem::create_directories(path, error);
  }
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path, error);
  }
};

}  // namespace

std::span<const Target> targets() {
  return kTargets;
}

void broken(const char* promise) {
  std::fprintf(stderr, "a promise was broken: %s\n", promise);
  std::abort();
}

std::string as_file(std::string_view bytes, const char* extension) {
  static const Folder folder;
  const std::string path = (folder.path / (std::string("input") + extension)).string();
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const ssize_t written = file < 0 ? -1 : ::write(file, bytes.data(), bytes.size());
  if (file >= 0) ::close(file);
  if (written != static_cast<ssize_t>(bytes.size())) {
    std::perror(path.c_str());
    std::exit(1);
  }
  return path;
}

}  // namespace conjac::fuzz
