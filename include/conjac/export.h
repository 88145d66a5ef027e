#pragma once

#include <string>

namespace conjac {

/// A finished run for other programs: the surface of the body as it moved, and the solids around it.
enum class ExportFormat {
  gltf,  // one .glb file: an animated mesh, for browsers and Blender
  usd,   // one .usda file, for Houdini, Blender, Omniverse
  obj,   // a folder with a file per frame
  ply,   // the same, binary
};
struct ExportResult {
  int frames = 0;
  int meshes = 0;       // one after the other; more than one where the run was cut
  int targets = 0;      // glTF: morph targets of the mesh
  double error = 0;     // glTF: how far a vertex is from where it was, over the size of the motion
  long long bytes = 0;  // written
};

/// Reads the results folder and writes `to`. glTF keeps every vertex at every frame within
/// `tolerance` of the motion's size, with as few morph targets as that takes. Throws Error(io).
ExportResult export_run(const std::string& folder, const std::string& to, ExportFormat format,
                        double tolerance = 1e-4);

}  // namespace conjac
