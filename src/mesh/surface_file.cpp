#include "mesh/surface_file.h"

#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <sstream>

#include "core/check.h"
#include "mesh/scanner.h"

namespace conjac {
namespace {

std::string at_line(const std::string& path, int line) {
  return path + ":" + std::to_string(line) + ": ";
}

/// The lines of an .obj file, one after the other.
class ObjReader {
 public:
  ObjReader(const std::string& content, const std::string& path) : lines_(content), path_(path) {}

  SurfaceFile read() {
    std::string line, word;
    for (number_ = 1; std::getline(lines_, line); ++number_) {
      std::istringstream words(line);
      if (!(words >> word)) continue;
      if (word == "v")
        file_.points.push_back(numbers<3>(words, "a vertex needs three finite numbers"));
      else if (word == "vn")
        file_.normals.push_back(numbers<3>(words, "a normal needs three finite numbers"));
      else if (word == "vt")
        file_.texture.push_back(numbers<2>(words, "a place in a texture needs two finite numbers"));
      else if (word == "f")
        face(words);
    }
    return std::move(file_);
  }

 private:
  template <int N>
  Vec<N> numbers(std::istringstream& words, const char* cause) const {
    Vec<N> result;
    for (int c = 0; c < N; ++c)
      require(static_cast<bool>(words >> result[c]), at_line(path_, number_) + cause);
    require(result.allFinite(), at_line(path_, number_) + cause);
    return result;
  }
  /// Numbers count from 1, negative ones back from the last that was given.
  int index(const std::string& text, std::size_t count, const std::string& word,
            const char* what) const {
    const auto given = parse_integer(text);
    const auto known = static_cast<std::int64_t>(count);
    const std::int64_t number = given && *given < 0 ? *given + known + 1 : given.value_or(0);
    require(
        given && number >= 1 && number <= known,
        at_line(path_, number_) + "'" + word + "' is not a " + what + " given before this face");
    return static_cast<int>(number) - 1;
  }
  /// 7, 7/2, 7//3 or 7/2/3: point, texture, normal.
  SurfaceFile::Corner corner(const std::string& word) const {
    const std::size_t first = std::min(word.find('/'), word.size());
    const std::size_t second = std::min(word.find('/', first + 1), word.size());
    SurfaceFile::Corner result;
    result.point = index(word.substr(0, first), file_.points.size(), word, "vertex");
    if (second > first + 1)
      result.texture = index(word.substr(first + 1, second - first - 1), file_.texture.size(), word,
                             "vertex with a place in the texture");
    if (second + 1 < word.size())
      result.normal =
          index(word.substr(second + 1), file_.normals.size(), word, "vertex with a normal");
    return result;
  }
  void face(std::istringstream& words) {
    std::vector<SurfaceFile::Corner> corners;
    for (std::string word; words >> word;) corners.push_back(corner(word));
    require(corners.size() >= 3, at_line(path_, number_) + "a face needs three vertices or more");
    for (std::size_t k = 2; k < corners.size(); ++k)
      file_.triangles.push_back({corners[0], corners[k - 1], corners[k]});
  }

  std::istringstream lines_;
  const std::string& path_;
  int number_ = 0;
  SurfaceFile file_;
};

/// Collects triangles given by their corners; equal corners become one point.
class Merger {
 public:
  int point(const Vec<3>& p) {
    const auto [found, fresh] =
        known_.try_emplace({p[0], p[1], p[2]}, static_cast<int>(file.points.size()));
    if (fresh) file.points.push_back(p);
    return found->second;
  }
  void triangle(const std::array<Vec<3>, 3>& corners) {
    const std::array<int, 3> nodes{point(corners[0]), point(corners[1]), point(corners[2])};
    // A triangle without area closes nothing.
    if (nodes[0] != nodes[1] && nodes[1] != nodes[2] && nodes[2] != nodes[0])
      file.triangles.push_back({{{nodes[0]}, {nodes[1]}, {nodes[2]}}});
  }
  SurfaceFile file;

 private:
  std::map<std::array<double, 3>, int> known_;
};

constexpr std::size_t kStlHead = 84, kStlRecord = 50;

SurfaceFile binary_stl(const std::string& bytes, std::size_t count, const std::string& path) {
  Merger merger;
  for (std::size_t n = 0; n < count; ++n) {
    float numbers[12];  // normal, then three corners
    std::memcpy(numbers, bytes.data() + kStlHead + kStlRecord * n, sizeof numbers);
    std::array<Vec<3>, 3> corners;
    for (int k = 0; k < 9; ++k) {
      corners[k / 3][k % 3] = numbers[3 + k];
      require(std::isfinite(numbers[3 + k]), path + ": byte " +
                                                 std::to_string(kStlHead + kStlRecord * n) +
                                                 ": a corner is not a finite number");
    }
    merger.triangle(corners);
  }
  return std::move(merger.file);
}

std::string surface_ending(const std::string& path) {
  const auto dot = path.rfind('.');
  std::string result = dot == std::string::npos ? "" : path.substr(dot);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace

SurfaceFile surface_from_obj(const std::string& content, const std::string& path) {
  return ObjReader(content, path).read();
}

SurfaceFile surface_from_stl(const std::string& bytes, const std::string& path) {
  std::uint32_t count = 0;
  if (bytes.size() >= kStlHead) std::memcpy(&count, bytes.data() + 80, 4);
  if (bytes.size() >= kStlHead &&
      bytes.size() == kStlHead + kStlRecord * static_cast<std::size_t>(count))
    return binary_stl(bytes, count, path);
  Merger merger;
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
  return std::move(merger.file);
}

bool is_surface_file(const std::string& path) {
  const std::string ending = surface_ending(path);
  return ending == ".obj" || ending == ".ply" || ending == ".stl";
}

SurfaceFile read_surface_file(const std::string& path) {
  const std::string ending = surface_ending(path);
  require(is_surface_file(path), path + ": a surface is an .obj, .ply or .stl file");
  const std::string content = file_content(path);
  SurfaceFile file = ending == ".obj"   ? surface_from_obj(content, path)
                     : ending == ".ply" ? surface_from_ply(content, path)
                                        : surface_from_stl(content, path);
  require(!file.triangles.empty(), path + ": holds no triangles");
  return file;
}

TriangleSurface triangles_of(const SurfaceFile& file) {
  TriangleSurface surface;
  surface.points = file.points;
  for (const auto& t : file.triangles)
    surface.triangles.push_back({t[0].point, t[1].point, t[2].point});
  return surface;
}

}  // namespace conjac
