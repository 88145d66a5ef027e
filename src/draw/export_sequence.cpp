#include <cstdint>
#include <cstdio>

#include "draw/short_float.h"
#include "draw/shown_run.h"
#include "record/files.h"

namespace conjac::draw {
namespace {

std::string obj_text(const ShownRun& run, const std::vector<float>& x,
                     const std::vector<std::array<int, 3>>& triangles) {
  std::string text = "# " + on_one_line(run.name) + ", made by ConJac\n";
  for (std::size_t i = 0; i < x.size(); i += 3) {
    text += "v";
    for (std::size_t c = 0; c < 3; ++c) text += " " + short_float(x[i + c]);
    text += "\n";
  }
  for (const auto& triangle : triangles) {
    text += "f";
    for (int corner : triangle) text += " " + std::to_string(corner + 1);
    text += "\n";
  }
  return text;
}

std::string ply_bytes(const ShownRun& run, const std::vector<float>& x,
                      const std::vector<std::array<int, 3>>& triangles) {
  std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment " + on_one_line(run.name) +
                      ", made by ConJac\nelement vertex " + std::to_string(x.size() / 3) +
                      "\nproperty float x\nproperty float y\nproperty float z\nelement face " +
                      std::to_string(triangles.size()) +
                      "\nproperty list uchar int vertex_indices\nend_header\n";
  bytes.append(reinterpret_cast<const char*>(x.data()), x.size() * sizeof(float));
  for (const auto& triangle : triangles) {
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
      const std::string bytes = ply ? ply_bytes(run, surface.positions[k], surface.triangles)
                                    : obj_text(run, surface.positions[k], surface.triangles);
      record::write_atomically(record::Path(folder) / (number + std::string(ply ? ".ply" : ".obj")),
                               bytes);
      size += static_cast<long long>(bytes.size());
    }
  return size;
}

}  // namespace conjac::draw
