#pragma once

#include <array>
#include <string>
#include <vector>

#include "draw/stage_solids.h"
#include "record/stream_read.h"

namespace conjac::draw {

/// What is seen of a finished run, for other programs: surfaces that move, and solids.
struct ShownRun {
  /// A surface with the same triangles over a stretch of the run; a cut begins another one.
  struct Surface {
    std::vector<std::array<int, 3>> triangles;
    std::vector<std::size_t> moments;           // of the run, ascending
    std::vector<std::vector<float>> positions;  // (moments)(3 x vertices) m
    std::vector<std::vector<float>> normals;    // the same, unit; empty where there is no skin
    std::vector<float> texture;                 // (2 x vertices), or empty
    std::size_t vertices() const { return positions.front().size() / 3; }
  };
  struct Solid {
    StageSolid shape;
    std::vector<record::SolidPose> poses;  // (moments)
    Surface changing;  // of one that changes its shape: where it is; else without triangles
  };
  std::string name;
  bool flat = false;          // 2D
  std::vector<double> times;  // (moments) s
  std::vector<Surface> surfaces;
  std::vector<Solid> solids;
  struct Image {
    std::string type;   // png or jpeg; empty: none
    std::string bytes;  // the file
  } texture;            // for the texture coordinates of the surfaces
  double size = 1;      // diagonal of the box around all of the motion, m
};

ShownRun shown_run(const record::Stage& stage);

// Each writes a file, whole or not at all (sequences: a folder with a file per moment), and says
// how large it has become. Throws Error(io).

/// glTF 2.0, binary (.glb): for each surface a mesh whose morph targets are the principal motions
/// of the run, as few as keep every vertex at every moment within `tolerance` of the size, and the
/// animation of their weights. `targets` and `error` (over the size) <- how many, and how near.
struct GltfReport {
  int targets = 0;
  double error = 0;
};
long long write_gltf(const ShownRun& run, const std::string& file, double tolerance,
                     GltfReport& report);
/// USD as text (.usda): meshes with a time sample of their points per moment.
long long write_usd(const ShownRun& run, const std::string& file);
/// frame_0000.obj, ... or .ply (binary), into a folder that is made.
long long write_sequence(const ShownRun& run, const std::string& folder, bool ply);

}  // namespace conjac::draw
