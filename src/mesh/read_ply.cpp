#include <bit>
#include <cmath>
#include <optional>

#include "core/check.h"
#include "mesh/scanner.h"
#include "mesh/surface_file.h"

namespace conjac {
namespace {

/// The eight kinds of numbers of a .ply file, each under two names.
enum class PlyKind { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct PlyProperty {
  std::string name;
  PlyKind kind;
  std::optional<PlyKind> counted;  // of a list: what its length is written as
};
struct PlyElement {
  std::string name;
  std::size_t count = 0;
  std::vector<PlyProperty> properties;
};

std::optional<PlyKind> ply_kind(std::string_view word) {
  struct Row {
    std::string_view old_name, name;
  };
  static constexpr Row kRows[] = {{"char", "int8"},     {"uchar", "uint8"},   {"short", "int16"},
                                  {"ushort", "uint16"}, {"int", "int32"},     {"uint", "uint32"},
                                  {"float", "float32"}, {"double", "float64"}};
  for (std::size_t k = 0; k < std::size(kRows); ++k)
    if (word == kRows[k].old_name || word == kRows[k].name) return static_cast<PlyKind>(k);
  return {};
}

class PlyReader {
 public:
  PlyReader(const std::string& content, const std::string& path) : in_(content, path) {}

  SurfaceFile read() {
    head();
    for (const PlyElement& element : elements_) {
      if (element.name == "vertex")
        vertices(element);
      else if (element.name == "face")
        faces(element);
      else
        for (std::size_t i = 0; i < element.count; ++i)
          for (const PlyProperty& property : element.properties) skip(property);
    }
    return std::move(file_);
  }

 private:
  PlyKind kind() {
    const std::string_view word = in_.word("type of a property");
    const auto known = ply_kind(word);
    if (!known)
      in_.fail("'" + std::string(word) +
               "' is no type of a property. The file is damaged; write it again.");
    return *known;
  }

  void head() {
    if (in_.word("keyword ply") != "ply")
      in_.fail("does not begin with `ply`, so it is no PLY file.");
    while (true) {
      const std::string key(in_.word("keyword of the head"));
      if (key == "end_header") break;
      if (key == "comment" || key == "obj_info") {
        in_.line();
      } else if (key == "format") {
        format_ = in_.word("format");
        in_.word("format version");
      } else if (key == "element") {
        const std::string name(in_.word("name of an element"));
        elements_.push_back({name, in_.count("count of an element", 1), {}});
      } else if (key == "property" && !elements_.empty()) {
        property();
      } else {
        in_.fail("'" + key.substr(0, 40) +
                 "' does not belong into the head of a PLY file. Write the file again.");
      }
    }
    in_.line();
    if (format_ != "ascii" && format_ != "binary_little_endian" && format_ != "binary_big_endian")
      in_.fail("the format is '" + format_ +
               "', not ascii, binary_little_endian or binary_big_endian. Write the file again.");
    if (format_ != "ascii")
      in_.set_binary((format_ == "binary_big_endian") ==
                     (std::endian::native == std::endian::little));
  }
  void property() {
    PlyProperty result{};
    if (in_.peek() == "list") {
      in_.word("list");
      result.counted = kind();
    }
    result.kind = kind();
    result.name = in_.word("name of a property");
    elements_.back().properties.push_back(std::move(result));
  }

  double number(PlyKind kind, const char* what, std::int64_t which) {
    if (!in_.binary()) return in_.real(what, which);
    switch (kind) {
      case PlyKind::int8:
        return in_.value<std::int8_t>(what, which);
      case PlyKind::uint8:
        return in_.value<std::uint8_t>(what, which);
      case PlyKind::int16:
        return in_.value<std::int16_t>(what, which);
      case PlyKind::uint16:
        return in_.value<std::uint16_t>(what, which);
      case PlyKind::int32:
        return in_.value<std::int32_t>(what, which);
      case PlyKind::uint32:
        return in_.value<std::uint32_t>(what, which);
      case PlyKind::float32:
        return in_.value<float>(what, which);
      case PlyKind::float64:
        return in_.value<double>(what, which);
    }
    return 0;
  }
  std::size_t length(const PlyProperty& list, std::int64_t which) {
    const double value = number(*list.counted, "length of a list", which);
    if (!(value >= 0 && value <= 1e9) || value != static_cast<double>(static_cast<int>(value)))
      in_.fail("a list cannot have this length. The file is damaged; write it again.", which);
    return in_.checked_count(static_cast<std::int64_t>(value), "length of a list", 1);
  }
  void skip(const PlyProperty& property) {
    const std::size_t count = property.counted ? length(property, -1) : 1;
    for (std::size_t k = 0; k < count; ++k) number(property.kind, "value", -1);
  }

  void vertices(const PlyElement& element) {
    static constexpr std::string_view kNames[] = {"x", "y", "z", "nx", "ny", "nz"};
    std::array<bool, 8> there{};
    for (std::size_t i = 0; i < element.count; ++i) {
      std::array<double, 8> value{};  // position, normal, texture
      for (const PlyProperty& property : element.properties) {
        if (property.counted) {
          skip(property);
          continue;
        }
        const double read = number(property.kind, "value of vertex", static_cast<std::int64_t>(i));
        for (std::size_t k = 0; k < 6; ++k)
          if (property.name == kNames[k]) value[k] = read, there[k] = true;
        for (std::string_view u : {"s", "u", "texture_u"})
          if (property.name == u) value[6] = read, there[6] = true;
        for (std::string_view v : {"t", "v", "texture_v"})
          if (property.name == v) value[7] = read, there[7] = true;
      }
      for (double number : value)
        if (!std::isfinite(number))
          in_.fail("vertex " + std::to_string(i) + " has a value that is not a finite number.");
      file_.points.push_back({value[0], value[1], value[2]});
      if (there[3] && there[4] && there[5]) file_.normals.push_back({value[3], value[4], value[5]});
      if (there[6] && there[7]) file_.texture.push_back({value[6], value[7]});
    }
    if (element.count > 0 && !(there[0] && there[1] && there[2]))
      in_.fail("vertices have no x, y and z. Write the file again with positions.");
  }

  void faces(const PlyElement& element) {
    for (std::size_t i = 0; i < element.count; ++i)
      for (const PlyProperty& property : element.properties) {
        if (!property.counted ||
            (property.name != "vertex_indices" && property.name != "vertex_index")) {
          skip(property);
          continue;
        }
        const auto which = static_cast<std::int64_t>(i);
        std::vector<SurfaceFile::Corner> corners(length(property, which));
        for (SurfaceFile::Corner& corner : corners) {
          const double index = number(property.kind, "vertex of face", which);
          if (!(index >= 0 && index < static_cast<double>(file_.points.size())) ||
              index != std::floor(index))
            in_.fail("face " + std::to_string(i) + " names a vertex that is not there. There are " +
                     std::to_string(file_.points.size()) +
                     ", counted from 0, and they stand before the faces.");
          corner.point = static_cast<int>(index);
          if (!file_.normals.empty()) corner.normal = corner.point;
          if (!file_.texture.empty()) corner.texture = corner.point;
        }
        if (corners.size() < 3)
          in_.fail("face " + std::to_string(i) + " has fewer than three vertices.");
        for (std::size_t k = 2; k < corners.size(); ++k)
          file_.triangles.push_back({corners[0], corners[k - 1], corners[k]});
      }
  }

  Scanner in_;
  std::string format_;
  std::vector<PlyElement> elements_;
  SurfaceFile file_;
};

}  // namespace

SurfaceFile surface_from_ply(const std::string& content, const std::string& path) {
  return PlyReader(content, path).read();
}

}  // namespace conjac
