#include <algorithm>

#include <filesystem>
#include "draw/short_float.h"

#include "draw/shown_run.h"
#include "record/files.h"
#include "record/number_text.h"

namespace conjac::draw {
namespace {

constexpr double kCodesPerSecond = 24;  // what other programs take for frames

std::string code_of(double time) {
  return record::shortest(time * kCodesPerSecond);
}

/// A name that USD allows.
std::string identifier(const std::string& name) {
  std::string result;
  for (char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    result += plain ? c : '_';
  }
  if (result.empty() || (result[0] >= '0' && result[0] <= '9')) result = "run_" + result;
  return result;
}

template <class At>
std::string tuples(std::size_t count, int width, const At& at) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) {
    text += i == 0 ? "(" : ", (";
    for (int c = 0; c < width; ++c) text += (c == 0 ? "" : ", ") + at(i, c);
    text += ")";
  }
  return text + "]";
}

std::string topology_text(const std::vector<std::array<int, 3>>& triangles) {
  std::string counts, corners;
  for (const auto& triangle : triangles) {
    counts += counts.empty() ? "3" : ", 3";
    for (int corner : triangle) corners += (corners.empty() ? "" : ", ") + std::to_string(corner);
  }
  return "        int[] faceVertexCounts = [" + counts + "]\n        int[] faceVertexIndices = [" +
         corners +
         "]\n        uniform token subdivisionScheme = \"none\"\n        bool doubleSided = true\n";
}

std::string extent_text(const std::vector<float>& x) {
  std::array<float, 3> low{x[0], x[1], x[2]}, high = low;
  for (std::size_t i = 0; i < x.size(); ++i)
    low[i % 3] = std::min(low[i % 3], x[i]), high[i % 3] = std::max(high[i % 3], x[i]);
  return tuples(2, 3, [&](std::size_t i, int c) {
    return short_float((i == 0 ? low : high)[static_cast<std::size_t>(c)]);
  });
}

std::string colour_text(const char* rgb) {
  return std::string("        color3f[] primvars:displayColor = [") + rgb + "]\n";
}

/// What a skin has besides: normals at each moment, and places in a texture.
std::string skin_text(const ShownRun& run, const ShownRun::Surface& surface) {
  std::string text;
  const auto flat = [](const std::vector<float>& values, int width) {
    return tuples(values.size() / static_cast<std::size_t>(width), width,
                  [&](std::size_t i, int c) {
                    return short_float(
                        values[i * static_cast<std::size_t>(width) + static_cast<std::size_t>(c)]);
                  });
  };
  if (!surface.normals.empty()) {
    text += "        normal3f[] normals.timeSamples = {\n";
    for (std::size_t k = 0; k < surface.moments.size(); ++k)
      text += "            " + code_of(run.times[surface.moments[k]]) + ": " +
              flat(surface.normals[k], 3) + ",\n";
    text += "        }\n";
  }
  if (!surface.texture.empty())
    text += "        texCoord2f[] primvars:st = " + flat(surface.texture, 2) +
            " (\n            interpolation = \"vertex\"\n        )\n";
  return text;
}

constexpr const char* kUsdObstacle = "(0.55, 0.57, 0.60)";

/// A mesh whose points have a time sample per moment, but for its last bracket.
std::string moving_text(const ShownRun& run, const ShownRun::Surface& surface,
                        const std::string& name, const char* colour) {
  std::string text = "    def Mesh \"" + name + "\"\n    {\n" + topology_text(surface.triangles) +
                     colour_text(colour);
  std::string points, extents;
  for (std::size_t k = 0; k < surface.moments.size(); ++k) {
    const std::vector<float>& x = surface.positions[k];
    const std::string code = "            " + code_of(run.times[surface.moments[k]]) + ": ";
    points += code +
              tuples(x.size() / 3, 3,
                     [&](std::size_t i, int c) {
                       return short_float(x[i * 3 + static_cast<std::size_t>(c)]);
                     }) +
              ",\n";
    extents += code + extent_text(x) + ",\n";
  }
  text += skin_text(run, surface);
  text += "        point3f[] points.timeSamples = {\n" + points + "        }\n";
  return text + "        float3[] extent.timeSamples = {\n" + extents + "        }\n";
}

std::string surface_text(const ShownRun& run, std::size_t which) {
  std::string text =
      moving_text(run, run.surfaces[which], "body_" + std::to_string(which), "(0.80, 0.42, 0.33)");
  if (!run.texture.type.empty())
    text += "        rel material:binding = </" + identifier(run.name) + "/skin>\n";
  if (run.surfaces.size() > 1) {
    text += "        token visibility.timeSamples = {\n";
    for (std::size_t s = 0; s < run.surfaces.size(); ++s)
      text += "            " + code_of(run.times[run.surfaces[s].moments.front()]) + ": \"" +
              (s == which ? "inherited" : "invisible") + "\",\n";
    text += "        }\n";
  }
  return text + "    }\n";
}

std::string solid_text(const ShownRun& run, std::size_t which) {
  const ShownRun::Solid& solid = run.solids[which];
  if (!solid.changing.triangles.empty())
    return moving_text(run, solid.changing, "obstacle_" + std::to_string(which), kUsdObstacle) +
           "    }\n";
  std::vector<float> corners;
  for (const Vec<3>& p : solid.shape.mesh.positions)
    for (int c = 0; c < 3; ++c) corners.push_back(static_cast<float>(p[c]));
  std::string text = "    def Mesh \"" + std::string(solid.shape.bone ? "bone_" : "obstacle_") +
                     std::to_string(which) + "\"\n    {\n" +
                     topology_text(solid.shape.mesh.triangles) +
                     colour_text(solid.shape.bone ? "(0.90, 0.87, 0.78)" : kUsdObstacle);
  text += "        float3[] extent = " + extent_text(corners) + "\n";
  text += "        point3f[] points = " +
          tuples(corners.size() / 3, 3,
                 [&](std::size_t i, int c) {
                   return short_float(corners[i * 3 + static_cast<std::size_t>(c)]);
                 }) +
          "\n";
  std::string places, turns;
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    const record::SolidPose& pose = solid.poses[k];
    const std::string code = "            " + code_of(run.times[k]) + ": (";
    const auto list = [](std::initializer_list<double> values) {
      std::string out;
      for (double value : values)
        out += (out.empty() ? "" : ", ") + short_float(static_cast<float>(value));
      return out;
    };
    const auto& p = pose.position;
    const auto& q = pose.rotation;
    places += code + list({p[0], p[1], p[2]}) + "),\n";
    turns += code + list({q[3], q[0], q[1], q[2]}) + "),\n";  // the real part first
  }
  text += "        double3 xformOp:translate.timeSamples = {\n" + places + "        }\n";
  text += "        quatf xformOp:orient.timeSamples = {\n" + turns + "        }\n";
  text += "        uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]\n";
  return text + "    }\n";
}

/// Where the image of a skin is put: beside the file, under its name.
std::filesystem::path texture_beside(const ShownRun& run, const std::filesystem::path& file) {
  return file.parent_path() /
         (file.stem().string() + "-texture." + (run.texture.type == "jpeg" ? "jpg" : "png"));
}

/// A material with the image as its colour, by the texture coordinates `st`.
std::string material_text(const std::string& name, const std::string& image) {
  const std::string skin = "/" + name + "/skin";
  return "    def Material \"skin\"\n    {\n        token outputs:surface.connect = <" + skin +
         "/look.outputs:surface>\n        def Shader \"look\"\n        {\n"
         "            uniform token info:id = \"UsdPreviewSurface\"\n"
         "            color3f inputs:diffuseColor.connect = <" +
         skin +
         "/image.outputs:rgb>\n            float inputs:roughness = 0.7\n"
         "            token outputs:surface\n        }\n        def Shader \"place\"\n        {\n"
         "            uniform token info:id = \"UsdPrimvarReader_float2\"\n"
         "            string inputs:varname = \"st\"\n            float2 outputs:result\n"
         "        }\n        def Shader \"image\"\n        {\n"
         "            uniform token info:id = \"UsdUVTexture\"\n            asset inputs:file = "
         "@./" +
         image + "@\n            float2 inputs:st.connect = <" + skin +
         "/place.outputs:result>\n            float3 outputs:rgb\n        }\n    }\n";
}

}  // namespace

long long write_usd(const ShownRun& run, const std::string& file) {
  const std::string name = identifier(run.name);
  const std::filesystem::path image = texture_beside(run, file);
  std::string text =
      "#usda 1.0\n(\n    defaultPrim = \"" + name +
      "\"\n    doc = \"made by ConJac\"\n    endTimeCode = " + code_of(run.times.back()) +
      "\n    metersPerUnit = 1\n    startTimeCode = " + code_of(run.times.front()) +
      "\n    timeCodesPerSecond = " + record::shortest(kCodesPerSecond) +
      "\n    upAxis = \"Y\"\n)\n\ndef Xform \"" + name + "\"\n{\n";
  for (std::size_t s = 0; s < run.surfaces.size(); ++s) text += surface_text(run, s);
  for (std::size_t s = 0; s < run.solids.size(); ++s) text += solid_text(run, s);
  if (!run.texture.type.empty()) {
    text += material_text(name, image.filename().string());
    record::write_atomically(image.string(), run.texture.bytes);
  }
  text += "}\n";
  record::write_atomically(file, text);
  return static_cast<long long>(text.size() + run.texture.bytes.size());
}

}  // namespace conjac::draw
