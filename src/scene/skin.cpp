#include "scene/skin.h"

#include <algorithm>

#include "core/check.h"
#include "mesh/transform.h"
#include "solid/shape.h"

namespace conjac {
namespace {

const MeshSpec& mesh_under(const SceneSpec& spec) {
  const SkinSpec& skin = *spec.skin;
  if (spec.bodies.empty()) {
    require(skin.body.empty(), "skin.body: the scene has one body without a name; leave this out");
    return spec.mesh;
  }
  if (skin.body.empty() && spec.bodies.size() == 1) return spec.bodies[0].mesh;
  std::string names;
  for (const BodySpec& body : spec.bodies) {
    if (body.name == skin.body) return body.mesh;
    names += (names.empty() ? "" : ", ") + body.name;
  }
  throw Error(ErrorKind::bad_input, "skin.body: there is no body \"" + skin.body +
                                        "\"; say which of these carries the skin: " + names);
}

}  // namespace

SkinSurface read_skin(const SceneSpec& spec) {
  SkinSurface skin = skin_surface(read_surface_file(spec.skin->file));
  const MeshSpec& placed = mesh_under(spec);
  // The functions that place meshes place these points too.
  Mesh<3> points;
  points.rest = std::move(skin.points);
  if (placed.scale != 1) scale(points, placed.scale);
  const Rotation& turn = placed.rotate;
  const Vec<3> axis = as_vector(turn.axis);
  if (turn.degrees != 0) {
    rotate(points, axis, as_vector(turn.center), turn.degrees);
    Mesh<3> directions;
    directions.rest = std::move(skin.normals);
    rotate(directions, axis, Vec<3>(Vec<3>::Zero()), turn.degrees);
    skin.normals = std::move(directions.rest);
  }
  translate(points, Vec<3>(as_vector(placed.translate)));
  skin.points = std::move(points.rest);
  return skin;
}

std::vector<char> elements_under_skin(const SceneSpec& spec, const Mesh<3>& mesh) {
  std::vector<char> result(static_cast<std::size_t>(mesh.element_count()), 1);
  if (spec.bodies.size() < 2) return result;
  const auto found = std::ranges::find(mesh.body_names, spec.skin->body);
  const int body = static_cast<int>(found - mesh.body_names.begin());
  for (std::size_t e = 0; e < result.size(); ++e) result[e] = mesh.body[e] == body;
  return result;
}

}  // namespace conjac
