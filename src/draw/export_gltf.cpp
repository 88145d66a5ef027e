#include <Eigen/Dense>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/symmetric_eigen.h"
#include "draw/shown_run.h"
#include "record/files.h"

namespace conjac::draw {
namespace {

using GltfJson = nlohmann::ordered_json;

constexpr int kFloat = 5126, kUnsigned = 5125;      // component types
constexpr int kVertices = 34962, kIndices = 34963;  // targets of buffer views
constexpr std::uint32_t kMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

/// Buffers, views and accessors of the file that is being made.
class GltfFile {
 public:
  GltfJson json{{"asset", {{"version", "2.0"}, {"generator", "ConJac"}}}, {"scene", 0}};

  /// Returns the number of an accessor over these values, `width` to an entry.
  int floats(const std::vector<float>& values, int width, int target, bool bounds) {
    static constexpr const char* kTypes[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    GltfJson accessor{{"bufferView", view(values.data(), values.size() * sizeof(float), target)},
                      {"componentType", kFloat},
                      {"count", values.size() / static_cast<std::size_t>(width)},
                      {"type", kTypes[width]}};
    if (bounds) {
      std::vector<float> low(values.begin(), values.begin() + width), high = low;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t c = i % static_cast<std::size_t>(width);
        low[c] = std::min(low[c], values[i]), high[c] = std::max(high[c], values[i]);
      }
      accessor["min"] = low, accessor["max"] = high;
    }
    json["accessors"].push_back(std::move(accessor));
    return static_cast<int>(json["accessors"].size()) - 1;
  }
  int indices(const std::vector<std::array<int, 3>>& triangles) {
    std::vector<std::uint32_t> flat;
    for (const auto& triangle : triangles)
      for (int corner : triangle) flat.push_back(static_cast<std::uint32_t>(corner));
    json["accessors"].push_back(
        {{"bufferView", view(flat.data(), flat.size() * sizeof(std::uint32_t), kIndices)},
         {"componentType", kUnsigned},
         {"count", flat.size()},
         {"type", "SCALAR"}});
    return static_cast<int>(json["accessors"].size()) - 1;
  }
  /// An image inside the file, and a texture of it; returns the number of the latter.
  int image(const std::string& type, std::string data) {
    const std::size_t size = data.size();
    data.resize((size + 3) / 4 * 4);  // what comes after stays aligned
    const int at = view(data.data(), data.size(), 0);
    json["bufferViews"][static_cast<std::size_t>(at)]["byteLength"] = size;
    json["images"].push_back({{"bufferView", at}, {"mimeType", "image/" + type}});
    json["textures"].push_back({{"source", json["images"].size() - 1}});
    return static_cast<int>(json["textures"].size()) - 1;
  }
  /// The whole file.
  std::string bytes() {
    json["buffers"].push_back({{"byteLength", binary_.size()}});
    std::string text = json.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string file;
    const auto number = [&](std::size_t value) {
      const auto word = static_cast<std::uint32_t>(value);
      file.append(reinterpret_cast<const char*>(&word), 4);
    };
    number(kMagic), number(2), number(12 + 8 + text.size() + 8 + binary_.size());
    number(text.size()), number(kJsonChunk);
    file += text;
    number(binary_.size()), number(kBinaryChunk);
    return file + binary_;
  }

 private:
  int view(const void* data, std::size_t size, int target) {
    GltfJson one{{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", size}};
    if (target != 0) one["target"] = target;
    json["bufferViews"].push_back(std::move(one));
    binary_.append(static_cast<const char*>(data), size);  // entries of four bytes: aligned
    return static_cast<int>(json["bufferViews"].size()) - 1;
  }
  std::string binary_;
};

/// The principal motions of a surface: positions(k) = mean + sum_j weights(k, j) motion(j).
struct PrincipalMotions {
  Eigen::VectorXd mean;
  Eigen::MatrixXd motions, weights;  // (3 x vertices, j), (moments, j)
  double error = 0;                  // largest distance of a vertex, m
};

double farthest_vertex(const Eigen::MatrixXd& difference) {
  double most = 0;
  for (Eigen::Index k = 0; k < difference.cols(); ++k)
    for (Eigen::Index i = 0; i < difference.rows(); i += 3)
      most = std::max(most, difference.col(k).segment<3>(i).norm());
  return most;
}

PrincipalMotions principal_motions(const ShownRun::Surface& surface, double within) {
  const auto moments = static_cast<Eigen::Index>(surface.positions.size());
  const auto entries = static_cast<Eigen::Index>(surface.positions[0].size());
  Eigen::MatrixXd X(entries, moments);
  for (Eigen::Index k = 0; k < moments; ++k)
    X.col(k) = Eigen::Map<const Eigen::VectorXf>(
                   surface.positions[static_cast<std::size_t>(k)].data(), entries)
                   .cast<double>();
  PrincipalMotions result;
  result.mean = X.rowwise().mean();
  X.colwise() -= result.mean;
  // There are fewer moments than entries: the small one of the two Gram matrices.
  const SymmetricEigen spectrum = symmetric_eigen(X.transpose() * X);
  result.motions.resize(entries, 0);
  result.weights.resize(moments, 0);
  while ((result.error = farthest_vertex(X)) > within && result.motions.cols() < moments) {
    const Eigen::Index j = result.motions.cols();
    const Eigen::VectorXd along = spectrum.vectors.col(moments - 1 - j);
    result.motions.conservativeResize(entries, j + 1);
    result.weights.conservativeResize(moments, j + 1);
    // Weights of about one, so that single precision serves both factors.
    const double scale = std::max(along.cwiseAbs().maxCoeff(), 1e-300);
    result.weights.col(j) = along / scale;
    result.motions.col(j) = scale * (X * along);
    X -= result.motions.col(j) * result.weights.col(j).transpose();
  }
  return result;
}

/// Normals of a skin under the same weights: the nearest in the sense of least squares. The columns of
/// the weights are orthogonal to each other and to a constant.
struct PrincipalNormals {
  Eigen::VectorXd base;   // unit
  Eigen::MatrixXd turns;  // (3 x vertices, j)
};
PrincipalNormals principal_normals(const ShownRun::Surface& surface,
                                   const Eigen::MatrixXd& weights) {
  PrincipalNormals result;
  if (surface.normals.empty()) return result;
  const auto entries = static_cast<Eigen::Index>(surface.normals[0].size());
  Eigen::MatrixXd N(entries, weights.rows());
  for (Eigen::Index k = 0; k < weights.rows(); ++k)
    N.col(k) = Eigen::Map<const Eigen::VectorXf>(
                   surface.normals[static_cast<std::size_t>(k)].data(), entries)
                   .cast<double>();
  result.base = N.rowwise().mean();
  result.turns = (N.colwise() - result.base) * weights;
  for (Eigen::Index j = 0; j < weights.cols(); ++j)
    result.turns.col(j) /= weights.col(j).squaredNorm();
  // A normal that turns far around has a mean of almost nothing; the format wants unit length.
  for (Eigen::Index i = 0; i < entries; i += 3) {
    auto normal = result.base.segment<3>(i);
    const double length = normal.norm();
    normal =
        length > 1e-6 ? Eigen::Vector3d(normal / length) : Eigen::Vector3d(N.col(0).segment<3>(i));
  }
  return result;
}

std::vector<float> as_floats(const Eigen::MatrixXd& values) {  // row after row
  std::vector<float> result;
  for (Eigen::Index r = 0; r < values.rows(); ++r)
    for (Eigen::Index c = 0; c < values.cols(); ++c)
      result.push_back(static_cast<float>(values(r, c)));
  return result;
}

/// A sampler and a channel of the one animation.
void animate_gltf(GltfJson& animation, int node, const char* path, int times, int values,
                  const char* interpolation) {
  animation["samplers"].push_back(
      {{"input", times}, {"output", values}, {"interpolation", interpolation}});
  animation["channels"].push_back({{"sampler", animation["samplers"].size() - 1},
                                   {"target", {{"node", node}, {"path", path}}}});
}

int add_gltf_node(GltfFile& file, GltfJson node) {
  file.json["nodes"].push_back(std::move(node));
  const int number = static_cast<int>(file.json["nodes"].size()) - 1;
  file.json["scenes"][0]["nodes"].push_back(number);
  return number;
}

struct GltfLook {
  std::string name;
  int material;
};

/// A mesh with its morph targets, in a node of its own whose number is returned, and the animation
/// of their weights.
int add_gltf_morphs(GltfFile& file, const ShownRun& run, const ShownRun::Surface& surface,
                    const GltfLook& look, double within, GltfJson& animation, GltfReport& report) {
  const PrincipalMotions motions = principal_motions(surface, within);
  report.targets += static_cast<int>(motions.motions.cols());
  report.error = std::max(report.error, motions.error / run.size);
  GltfJson primitive{
      {"attributes", {{"POSITION", file.floats(as_floats(motions.mean), 3, kVertices, true)}}},
      {"indices", file.indices(surface.triangles)},
      {"material", look.material}};
  const PrincipalNormals normals = principal_normals(surface, motions.weights);
  if (!surface.normals.empty())
    primitive["attributes"]["NORMAL"] = file.floats(as_floats(normals.base), 3, kVertices, false);
  if (!surface.texture.empty()) {
    std::vector<float> places = surface.texture;  // glTF counts v downwards
    for (std::size_t i = 1; i < places.size(); i += 2) places[i] = 1 - places[i];
    primitive["attributes"]["TEXCOORD_0"] = file.floats(places, 2, kVertices, false);
  }
  for (Eigen::Index j = 0; j < motions.motions.cols(); ++j) {
    GltfJson target{
        {"POSITION", file.floats(as_floats(motions.motions.col(j)), 3, kVertices, true)}};
    if (!surface.normals.empty())
      target["NORMAL"] = file.floats(as_floats(normals.turns.col(j)), 3, kVertices, false);
    primitive["targets"].push_back(std::move(target));
  }
  GltfJson mesh{{"name", look.name}, {"primitives", GltfJson::array({primitive})}};
  if (motions.weights.cols() > 0) mesh["weights"] = as_floats(motions.weights.row(0));
  file.json["meshes"].push_back(std::move(mesh));
  const int node =
      add_gltf_node(file, {{"name", look.name}, {"mesh", file.json["meshes"].size() - 1}});
  std::vector<float> times;
  for (std::size_t k : surface.moments) times.push_back(static_cast<float>(run.times[k]));
  if (motions.weights.cols() > 0 && times.size() > 1)
    animate_gltf(animation, node, "weights", file.floats(times, 1, 0, true),
                 file.floats(as_floats(motions.weights), 1, 0, false), "LINEAR");
  return node;
}

void add_gltf_surface(GltfFile& file, const ShownRun& run, std::size_t which, double within,
                      GltfJson& animation, GltfReport& report) {
  const int node =
      add_gltf_morphs(file, run, run.surfaces[which], {run.name, 0}, within, animation, report);
  if (run.surfaces.size() == 1) return;
  // Only one of several surfaces is there at a time: the others have no size.
  std::vector<float> all, shown;
  for (std::size_t s = 0; s < run.surfaces.size(); ++s) {
    all.push_back(static_cast<float>(run.times[run.surfaces[s].moments.front()]));
    shown.insert(shown.end(), 3, s == which ? 1.0f : 0.0f);
  }
  animate_gltf(animation, node, "scale", file.floats(all, 1, 0, true),
               file.floats(shown, 3, 0, false), "STEP");
}

void add_gltf_solid(GltfFile& file, const ShownRun& run, const ShownRun::Solid& solid, int times,
                    GltfJson& animation) {
  std::vector<float> corners, places, turns;
  for (const Vec<3>& p : solid.shape.mesh.positions)
    for (int c = 0; c < 3; ++c) corners.push_back(static_cast<float>(p[c]));
  const GltfJson primitive{{"attributes", {{"POSITION", file.floats(corners, 3, kVertices, true)}}},
                           {"indices", file.indices(solid.shape.mesh.triangles)},
                           {"material", solid.shape.bone ? 2 : 1}};
  const char* name = solid.shape.bone ? "bone" : "obstacle";
  file.json["meshes"].push_back({{"name", name}, {"primitives", GltfJson::array({primitive})}});
  bool moves = false;
  for (const record::SolidPose& pose : solid.poses) {
    moves |= pose.position != solid.poses[0].position || pose.rotation != solid.poses[0].rotation;
    const auto& q = pose.rotation;
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (double p : pose.position) places.push_back(static_cast<float>(p));
    for (double c : q) turns.push_back(static_cast<float>(c / length));
  }
  const int node =
      add_gltf_node(file, {{"name", name},
                           {"mesh", file.json["meshes"].size() - 1},
                           {"translation", std::vector(places.begin(), places.begin() + 3)},
                           {"rotation", std::vector(turns.begin(), turns.begin() + 4)}});
  if (!moves || run.times.size() < 2) return;
  animate_gltf(animation, node, "translation", times, file.floats(places, 3, 0, false), "LINEAR");
  animate_gltf(animation, node, "rotation", times, file.floats(turns, 4, 0, false), "LINEAR");
}

GltfJson gltf_material(const char* name, std::array<double, 3> colour) {
  return {{"name", name},
          {"doubleSided", true},
          {"pbrMetallicRoughness",
           {{"baseColorFactor", {colour[0], colour[1], colour[2], 1.0}},
            {"metallicFactor", 0.0},
            {"roughnessFactor", 0.7}}}};
}

}  // namespace

long long write_gltf(const ShownRun& run, const std::string& path, double tolerance,
                     GltfReport& report) {
  GltfFile file;
  file.json["scenes"] = GltfJson::array({{{"name", run.name}, {"nodes", GltfJson::array()}}});
  file.json["materials"] = {gltf_material("body", {0.80, 0.42, 0.33}),
                            gltf_material("obstacle", {0.55, 0.57, 0.60}),
                            gltf_material("bone", {0.90, 0.87, 0.78})};
  if (!run.texture.type.empty()) {
    const int image = file.image(run.texture.type, run.texture.bytes);  // before: it moves the rest
    GltfJson& look = file.json["materials"][0]["pbrMetallicRoughness"];
    look["baseColorTexture"] = {{"index", image}};
    look["baseColorFactor"] = {1.0, 1.0, 1.0, 1.0};  // the colours of the image alone
  }
  GltfJson animation{
      {"name", run.name}, {"samplers", GltfJson::array()}, {"channels", GltfJson::array()}};
  for (std::size_t s = 0; s < run.surfaces.size(); ++s)
    add_gltf_surface(file, run, s, tolerance * run.size, animation, report);
  if (!run.solids.empty()) {
    std::vector<float> times;
    for (double time : run.times) times.push_back(static_cast<float>(time));
    int input = -1;
    for (const ShownRun::Solid& solid : run.solids) {
      if (!solid.changing.triangles.empty()) {
        add_gltf_morphs(file, run, solid.changing, {"obstacle", 1}, tolerance * run.size, animation,
                        report);
        continue;
      }
      if (input < 0) input = file.floats(times, 1, 0, true);
      add_gltf_solid(file, run, solid, input, animation);
    }
  }
  if (!animation["channels"].empty()) file.json["animations"].push_back(std::move(animation));
  const std::string bytes = file.bytes();
  record::write_atomically(path, bytes);
  return static_cast<long long>(bytes.size());
}

}  // namespace conjac::draw
