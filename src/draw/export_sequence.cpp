#include <cstdint>
#include <cstdio>

#include "draw/short_float.h"
#include "draw/shown_run.h"
#include "record/files.h"

namespace conjac::draw {
namespace {

void add_rows(std::string& text, const char* key, const std::vector<float>& values,
              std::size_t width) {
  for (std::size_t i = 0; i < values.size(); i += width) {
    text += key;
    for (std::size_t c = 0; c < width; ++c) text += " " + short_float(values[i + c]);
    text += "\n";
  }
}

std::string obj_text(const ShownRun& run, const ShownRun::Surface& surface, std::size_t moment) {
  std::string text = "# " + on_one_line(run.name) + ", made by ConJac\n";
  const bool normals = !surface.normals.empty(), texture = !surface.texture.empty();
  add_rows(text, "v", surface.positions[moment], 3);
  if (texture) add_rows(text, "vt", surface.texture, 2);
  if (normals) add_rows(text, "vn", surface.normals[moment], 3);
  for (const auto& triangle : surface.triangles) {
    text += "f";
    for (int corner : triangle) {
      const std::string number = std::to_string(corner + 1);
      text += " " + number;
      if (texture) text += "/" + number;
      if (normals) text += (texture ? "/" : "//") + number;
    }
    text += "\n";
  }
  return text;
}

void add_floats(std::string& bytes, const float* values, std::size_t count) {
  bytes.append(reinterpret_cast<const char*>(values), count * sizeof(float));
}

std::string ply_bytes(const ShownRun& run, const ShownRun::Surface& surface, std::size_t moment) {
  const std::vector<float>& x = surface.positions[moment];
  const bool normals = !surface.normals.empty(), texture = !surface.texture.empty();
  std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment " + on_one_line(run.name) +
                      ", made by ConJac\nelement vertex " + std::to_string(x.size() / 3) +
                      "\nproperty float x\nproperty float y\nproperty float z\n";
  if (normals) bytes += "property float nx\nproperty float ny\nproperty float nz\n";
  if (texture) bytes += "property float s\nproperty float t\n";
  bytes += "element face " + std::to_string(surface.triangles.size()) +
           "\nproperty list uchar int vertex_indices\nend_header\n";
  for (std::size_t v = 0; v < x.size() / 3; ++v) {
    add_floats(bytes, &x[3 * v], 3);
    if (normals) add_floats(bytes, &surface.normals[moment][3 * v], 3);
    if (texture) add_floats(bytes, &surface.texture[2 * v], 2);
  }
  for (const auto& triangle : surface.triangles) {
    bytes.push_back(3);
    for (int corner : triangle) {
      const auto word = static_cast<std::int32_t>(corner);
      bytes.append(reinterpret_cast<const char*>(&word), sizeof(word));
    }
  }
  return bytes;
}

}  // namespace

long long write_sequence(const ShownRun& run, const std::string& folder, bool ply) {
  record::create_folder(folder);
  long long size = 0;
  for (const ShownRun::Surface& surface : run.surfaces)
    for (std::size_t k = 0; k < surface.moments.size(); ++k) {
      char number[32];
      std::snprintf(number, sizeof(number), "frame_%04zu", surface.moments[k]);
      const std::string bytes = ply ? ply_bytes(run, surface, k) : obj_text(run, surface, k);
      record::write_atomically(record::Path(folder) / (number + std::string(ply ? ".ply" : ".obj")),
                               bytes);
      size += static_cast<long long>(bytes.size());
    }
  return size;
}

}  // namespace conjac::draw
