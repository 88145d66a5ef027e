#include "mesh/read_surface.h"

#include <cmath>
#include <fstream>
#include <sstream>

#include "core/check.h"

namespace conjac {
namespace {

/// The vertex of a face corner ("7", "7/1", "7//3", "-2"), counted from 0.
int corner(const std::string& word, int known, const std::string& where) {
  int number = 0;
  std::istringstream stream(word);
  require(static_cast<bool>(stream >> number) && number != 0,
          where + ": \"" + word + "\" is not a vertex number; faces are lists like f 1 2 3");
  const int index = number > 0 ? number - 1 : known + number;
  require(index >= 0 && index < known, where + ": there is no vertex " + std::to_string(number) +
                                           "; " + std::to_string(known) + " are known so far");
  return index;
}

}  // namespace

TriangleSurface read_obj(const std::string& path) {
  std::ifstream file(path);
  require(file.good(), path + ": cannot be opened; give a Wavefront .obj file", ErrorKind::io);
  TriangleSurface surface;
  std::string line, word;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::string where = path + ":" + std::to_string(number);
    std::istringstream words(line);
    if (!(words >> word)) continue;
    if (word == "v") {
      Vec<3> p;
      words >> p[0] >> p[1] >> p[2];
      require(!words.fail() && p.allFinite(), where + ": a vertex needs three finite numbers");
      surface.points.push_back(p);
    } else if (word == "f") {
      std::vector<int> face;
      while (words >> word)
        face.push_back(corner(word, static_cast<int>(surface.points.size()), where));
      require(face.size() >= 3, where + ": a face needs three vertices or more");
      for (std::size_t k = 2; k < face.size(); ++k)
        surface.triangles.push_back({face[0], face[k - 1], face[k]});
    }
  }
  require(!surface.triangles.empty(), path + ": holds no faces; a cut needs at least one triangle");
  return surface;
}

}  // namespace conjac
