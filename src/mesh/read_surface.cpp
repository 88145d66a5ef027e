#include "mesh/read_surface.h"

#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "core/check.h"
#include "mesh/read.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

std::string extension(const std::string& path) {
  const auto dot = path.rfind('.');
  std::string result = dot == std::string::npos ? "" : path.substr(dot);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  require(file.good(), "cannot open the surface file '" + path + "'", ErrorKind::io);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string at_line(const std::string& path, int line) {
  return path + ":" + std::to_string(line) + ": ";
}

TriangleSurface read_obj(const std::string& path) {
  std::istringstream file(contents(path));
  TriangleSurface surface;
  std::string line, word;
  for (int number = 1; std::getline(file, line); ++number) {
    std::istringstream words(line);
    if (!(words >> word)) continue;
    if (word == "v") {
      Vec<3> p;
      require(static_cast<bool>(words >> p[0] >> p[1] >> p[2]) && p.allFinite(),
              at_line(path, number) + "a vertex needs three finite numbers");
      surface.points.push_back(p);
    } else if (word == "f") {
      std::vector<int> corners;
      while (words >> word) {
        int index = 0;
        const bool read = std::sscanf(word.c_str(), "%d", &index) == 1;
        const int count = static_cast<int>(surface.points.size());
        if (index < 0) index += count + 1;  // counted back from the last vertex
        require(read && index >= 1 && index <= count,
                at_line(path, number) + "'" + word + "' is not a vertex given before this face");
        corners.push_back(index - 1);
      }
      require(corners.size() >= 3, at_line(path, number) + "a face needs three vertices or more");
      for (std::size_t k = 2; k < corners.size(); ++k)
        surface.triangles.push_back({corners[0], corners[k - 1], corners[k]});
    }
  }
  return surface;
}

/// Collects triangles given by their corners; equal corners become one point.
class Merger {
 public:
  int point(const Vec<3>& p) {
    const auto [found, fresh] =
        known_.try_emplace({p[0], p[1], p[2]}, static_cast<int>(surface.points.size()));
    if (fresh) surface.points.push_back(p);
    return found->second;
  }
  void triangle(const std::array<Vec<3>, 3>& corners) {
    const std::array<int, 3> nodes{point(corners[0]), point(corners[1]), point(corners[2])};
    // A triangle without area closes nothing.
    if (nodes[0] != nodes[1] && nodes[1] != nodes[2] && nodes[2] != nodes[0])
      surface.triangles.push_back(nodes);
  }
  TriangleSurface surface;

 private:
  std::map<std::array<double, 3>, int> known_;
};

TriangleSurface read_stl(const std::string& path) {
  const std::string bytes = contents(path);
  Merger merger;
  constexpr std::size_t kHead = 84, kRecord = 50;
  std::uint32_t count = 0;
  if (bytes.size() >= kHead) std::memcpy(&count, bytes.data() + 80, 4);
  if (bytes.size() >= kHead && bytes.size() == kHead + kRecord * static_cast<std::size_t>(count)) {
    for (std::size_t n = 0; n < count; ++n) {
      float numbers[12];  // normal, then three corners
      std::memcpy(numbers, bytes.data() + kHead + kRecord * n, sizeof numbers);
      std::array<Vec<3>, 3> corners;
      for (int k = 0; k < 9; ++k) {
        corners[k / 3][k % 3] = numbers[3 + k];
        require(std::isfinite(numbers[3 + k]), path + ": byte " +
                                                   std::to_string(kHead + kRecord * n) +
                                                   ": a corner is not a finite number");
      }
      merger.triangle(corners);
    }
    return merger.surface;
  }
  std::istringstream file(bytes);
  std::string line, word;
  std::array<Vec<3>, 3> corners;
  int corner = 0;
  for (int number = 1; std::getline(file, line); ++number) {
    std::istringstream words(line);
    if (!(words >> word)) continue;
    if (number == 1)
      require(word == "solid", path +
                                   ": neither a binary STL file of the length its head promises "
                                   "nor an ASCII one (which begins with `solid`)");
    if (word == "facet") corner = 0;
    if (word != "vertex") continue;
    require(corner < 3, at_line(path, number) + "a facet has three vertices, not more");
    Vec<3>& p = corners[corner++];
    require(static_cast<bool>(words >> p[0] >> p[1] >> p[2]) && p.allFinite(),
            at_line(path, number) + "a vertex needs three finite numbers");
    if (corner == 3) merger.triangle(corners);
  }
  return merger.surface;
}

TriangleSurface boundary_of(const std::string& path) {
  const Mesh<3> mesh = read_mesh<3>(path).mesh;
  TriangleSurface surface;
  std::vector<int> number(mesh.nodes(), -1);
  for (const Facet<3>& facet : boundary_facets(mesh)) {
    std::array<int, 3> nodes;
    for (int k = 0; k < 3; ++k) {
      int& known = number[facet.nodes[k]];
      if (known < 0) {
        known = static_cast<int>(surface.points.size());
        surface.points.push_back(mesh.rest[facet.nodes[k]]);
      }
      nodes[k] = known;
    }
    surface.triangles.push_back(nodes);
  }
  return surface;
}

}  // namespace

TriangleSurface read_surface(const std::string& path) {
  const std::string kind = extension(path);
  TriangleSurface surface = kind == ".obj"   ? read_obj(path)
                            : kind == ".stl" ? read_stl(path)
                                             : boundary_of(path);
  require(!surface.triangles.empty(), path + ": holds no triangles");
  return surface;
}

}  // namespace conjac
