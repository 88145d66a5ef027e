#include "serve/changes.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/check.h"
#include "material/presets.h"
#include "record/number_text.h"

namespace conjac::serve {
namespace {

using Json = nlohmann::ordered_json;

/// A number of a material that may be changed, and where it makes sense.
struct MaterialNumber {
  const char *name, *label, *unit;
  double min, max;
};
constexpr MaterialNumber kNumbers[] = {{"young", "Young's modulus", "Pa", 10, 1e10},
                                       {"poisson", "Poisson's ratio", "", 0, 0.495},
                                       {"density", "Density", "kg/m³", 1, 30000},
                                       {"stiffness", "Stiffness of the fibres", "Pa", 0, 1e10}};
constexpr double kMostGravity = 100, kMostFriction = 10;  // m/s^2
constexpr int kMostLaws = 8;
constexpr const char* kFloor = "floor";

double number(const Json& value, const std::string& label, const std::string& unit, double min,
              double max) {
  const bool good = value.is_number() && value.get<double>() >= min && value.get<double>() <= max;
  require(good,
          label + " must be a number from " + record::shortest(min) + " to " +
              record::shortest(max) + (unit.empty() ? "" : " " + unit),
          ErrorKind::usage);
  return value.get<double>();
}

Json parsed(const std::string& name, const std::string& text) {
  Json value = Json::parse(text, nullptr, false);
  require(!value.is_discarded(), name + ": this is not JSON", ErrorKind::usage);
  return value;
}

const Json& part(const Json& value, const char* key, const std::string& name) {
  require(value.is_object() && value.contains(key), name + " needs `" + key + "`",
          ErrorKind::usage);
  return value[key];
}

int whole(const Json& value, const std::string& what, int count) {
  require(
      value.is_number_integer() && value.get<long long>() >= 0 && value.get<long long>() < count,
      what + " must be a whole number below " + std::to_string(count), ErrorKind::usage);
  return value.get<int>();
}

Triple triple(const Json& value, const std::string& label, const std::string& unit, double most) {
  require(value.is_array() && value.size() == 3, label + " has three numbers", ErrorKind::usage);
  Triple result{};
  for (std::size_t c = 0; c < 3; ++c) result[c] = number(value[c], label, unit, -most, most);
  return result;
}

void change_friction(Simulation& simulation, const Json& value) {
  const double friction =
      number(part(value, "value", "friction"), "The coefficient of friction", "", 0, kMostFriction);
  const auto obstacles = static_cast<int>(simulation.scene().obstacles.size());
  const bool one = value.contains("obstacle");
  simulation.set_friction(friction,
                          one ? whole(value["obstacle"], "friction: the obstacle", obstacles) : -1);
}

std::vector<double> values_or_nothing(const Simulation& simulation, const char* name, int law) {
  try {
    return simulation.material_values(name, law);
  } catch (const Error&) {
    return {};  // no law has it, or several do
  }
}

bool has_number(const Simulation& simulation, int material, const char* name) {
  const std::vector<double> values = values_or_nothing(simulation, name, -1);
  const auto made_of = simulation.element_materials();
  for (std::size_t e = 0; e < values.size(); ++e)
    if (made_of[e] == material && !std::isfinite(values[e])) return false;
  return !values.empty();
}

/// One number of a material, or the three of a preset. The laws stay those of the scene.
void change_material(Simulation& simulation, const Json& value) {
  const int material = whole(part(value, "material", "material"), "The material",
                             static_cast<int>(simulation.scene().materials.size()));
  if (value.contains("preset")) {
    const auto* const preset = std::ranges::find_if(kMaterialPresets, [&](const auto& one) {
      return value["preset"].is_string() && value["preset"].get<std::string>() == one.name;
    });
    require(preset != kMaterialPresets.end(), "there is no such preset of materials",
            ErrorKind::usage);
    for (const char* name : {"density", "young", "poisson"})
      require(has_number(simulation, material, name),
              "presets need one law with a Young's modulus: this material has another",
              ErrorKind::usage);
    simulation.set_material_value("density", material, preset->density);
    simulation.set_material_value("young", material, preset->young);
    simulation.set_material_value("poisson", material, preset->poisson);
    return;
  }
  for (const MaterialNumber& row : kNumbers)
    if (value.contains(row.name))
      return simulation.set_material_value(
          row.name, material, number(value[row.name], row.label, row.unit, row.min, row.max));
  throw Error(ErrorKind::usage,
              "material needs one of `young`, `poisson`, `density`, `stiffness`, `preset`");
}

// ---- who is held, who is dynamic ---------------------------------------------------------------

Selection only(std::vector<int> nodes, const char* origin) {
  return {{SelectIndex{std::move(nodes)}}, origin};
}

/// The representative nodes by number, whatever chose them before.
void set_representatives(SceneSpec& scene, std::vector<int> nodes) {
  std::erase_if(scene.roles,
                [](const RoleSpec& role) { return role.role == NodeRole::representative; });
  scene.placement.representative = 0;
  for (BodySpec& body : scene.bodies) body.placement.representative = 0;
  if (!nodes.empty())
    scene.roles.push_back({NodeRole::representative, only(std::move(nodes), "nodes of the page")});
}

std::vector<int> representatives_of(const Simulation& simulation) {
  std::vector<int> nodes;
  for (int k = 0; k < simulation.representatives(); ++k)
    nodes.push_back(simulation.representative_node(k));
  return nodes;
}

/// Nodes whose rest is within the brush at one of its places.
std::vector<int> painted(const Simulation& simulation, const Json& value) {
  const double size = simulation.size();
  const double radius =
      number(part(value, "radius", "hold"), "The radius of the brush", "m", 0, size);
  const Json& points = part(value, "points", "hold");
  require(points.is_array() && !points.empty() && points.size() <= 64,
          "hold: a stroke has 1 to 64 points", ErrorKind::usage);
  const auto rest = simulation.rest_positions();
  const auto stride = static_cast<std::size_t>(simulation.dimension());
  std::vector<char> in(rest.size() / stride, 0);
  for (const Json& point : points) {
    const Triple at = triple(point, "hold: a point", "m", 1e6);
    for (std::size_t i = 0; i < in.size(); ++i) {
      double square = 0;
      for (std::size_t c = 0; c < stride; ++c)
        square += (rest[stride * i + c] - at[c]) * (rest[stride * i + c] - at[c]);
      if (square <= radius * radius) in[i] = 1;
    }
  }
  std::vector<int> nodes;
  for (std::size_t i = 0; i < in.size(); ++i)
    if (in[i]) nodes.push_back(static_cast<int>(i));
  return nodes;
}

void hold(SceneSpec& scene, const Simulation& simulation, const Json& value) {
  const Json& on = part(value, "on", "hold");
  require(on.is_boolean(), "hold: `on` is true or false", ErrorKind::usage);
  std::vector<int> nodes = painted(simulation, value);
  const auto roles = simulation.roles();
  std::erase_if(nodes, [&](int i) {
    const int role = roles[static_cast<std::size_t>(i)];
    return on.get<bool>() ? role >= 3 : role != 3;  // held, moved or attached already
  });
  require(!nodes.empty(),
          on.get<bool>() ? "there is nothing to hold that is not held already"
                         : "nothing there is held that could be released",
          ErrorKind::usage);
  if (on.get<bool>()) {
    std::vector<int> moving = representatives_of(simulation);
    if (std::erase_if(moving, [&](int i) { return std::ranges::find(nodes, i) != nodes.end(); }))
      set_representatives(scene, moving);
    scene.roles.push_back({NodeRole::fixed, only(std::move(nodes), "held by the page")});
    return;
  }
  const auto held = std::ranges::count_if(roles, [](int role) { return role == 3 || role == 4; });
  if (static_cast<std::size_t>(held) == nodes.size()) {
    std::erase_if(scene.roles, [](const RoleSpec& role) { return role.role == NodeRole::fixed; });
    return;
  }
  // What nothing is left of would be an empty selection: those that were painted go entirely.
  const SelectNot others{{only(nodes, "released by the page")}};
  std::vector<RoleSpec> kept;
  for (RoleSpec& role : scene.roles) {
    if (role.role == NodeRole::fixed) {
      const std::string origin = role.select.origin;
      if (role.select.shapes.size() == 1)
        if (auto* list = std::get_if<SelectIndex>(&role.select.shapes[0])) {
          std::erase_if(list->indices,
                        [&](int i) { return std::ranges::find(nodes, i) != nodes.end(); });
          if (list->indices.empty()) continue;
          kept.push_back(role);
          continue;
        }
      role.select = {{SelectAllOf{{role.select, Selection{{others}, origin}}}}, origin};
    }
    kept.push_back(role);
  }
  scene.roles = std::move(kept);
}

void toggle_node(SceneSpec& scene, const Simulation& simulation, const Json& value) {
  const int node = whole(value, "node: the vertex", simulation.nodes());
  std::vector<int> nodes = representatives_of(simulation);
  if (std::erase(nodes, node) == 0) {
    require(simulation.roles()[static_cast<std::size_t>(node)] < 3,
            "this vertex is held: it cannot be dynamic", ErrorKind::usage);
    require(nodes.size() < 64, "there are 64 dynamic nodes already", ErrorKind::usage);
    nodes.push_back(node);
  }
  set_representatives(scene, std::move(nodes));
}

void set_floor(SceneSpec& scene, const Simulation& simulation, const Json& value) {
  require(value.is_boolean(), "floor is true or false", ErrorKind::usage);
  const auto is_floor = [](const ObstacleSpec& one) {
    return one.name == kFloor && std::holds_alternative<HalfSpaceObstacle>(one.shape);
  };
  if (!value.get<bool>()) {
    std::erase_if(scene.obstacles, is_floor);
    return;
  }
  require(std::ranges::none_of(scene.obstacles, is_floor), "there is a floor already",
          ErrorKind::usage);
  // A little below the body, where it is now: it shall not begin inside of it.
  const auto x = simulation.positions();
  const auto stride = static_cast<std::size_t>(simulation.dimension());
  double low = HUGE_VAL;
  for (std::size_t i = 1; i < x.size(); i += stride) low = std::min(low, x[i]);
  ObstacleSpec floor;
  floor.name = kFloor;
  floor.shape = HalfSpaceObstacle{{0, low - 0.02 * simulation.size(), 0}, {0, 1, 0}};
  scene.obstacles.push_back(std::move(floor));
}

Json materials_as_json(const Simulation& simulation) {
  const auto made_of = simulation.element_materials();
  const std::vector<int> bodies = simulation.element_bodies();
  const std::vector<std::string> names = simulation.body_names();
  Json list = Json::array();
  const std::size_t count = simulation.scene().materials.size();
  for (std::size_t m = 0; m < count; ++m) {
    Json one{{"material", m}, {"bodies", Json::array()}, {"elements", 0}};
    std::vector<char> in(names.size(), 0);
    int elements = 0;
    for (std::size_t e = 0; e < made_of.size(); ++e)
      if (static_cast<std::size_t>(made_of[e]) == m)
        ++elements, in[static_cast<std::size_t>(bodies[e])] = 1;
    if (elements == 0) continue;
    one["elements"] = elements;
    for (std::size_t b = 0; b < names.size(); ++b)
      if (in[b]) one["bodies"].push_back(names[b]);
    list.push_back(std::move(one));
  }
  for (const MaterialNumber& row : kNumbers) {
    const std::vector<double> values = values_or_nothing(simulation, row.name, -1);
    if (values.empty()) continue;
    for (Json& one : list) {
      double low = HUGE_VAL, high = -HUGE_VAL;
      for (std::size_t e = 0; e < values.size(); ++e)
        if (made_of[e] == one["material"].get<int>() && std::isfinite(values[e]))
          low = std::min(low, values[e]), high = std::max(high, values[e]);
      if (low <= high) one[row.name] = {low, high};
    }
  }
  return list;
}

SceneSpec changed_scene(const Simulation& simulation, const std::string& name,
                        const std::string& value) {
  require(simulation.topology() == 0,
          "the body has been cut: undo the cut or start anew before nodes or the floor change",
          ErrorKind::usage);
  require(simulation.scene().bones.empty(), "nodes and floor of scenes with bones stay as they are",
          ErrorKind::usage);
  const Json json = parsed(name, value);
  SceneSpec scene = simulation.scene();
  if (name == "hold")
    hold(scene, simulation, json);
  else if (name == "node")
    toggle_node(scene, simulation, json);
  else
    set_floor(scene, simulation, json);
  return scene;
}

}  // namespace

void change_world(Simulation& simulation, const std::string& name, const std::string& value) {
  const Json json = parsed(name, value);
  if (name == "gravity")
    simulation.set_gravity(triple(json, "Gravity", "m/s²", kMostGravity));
  else if (name == "friction")
    change_friction(simulation, json);
  else if (name == "material")
    change_material(simulation, json);
  else
    throw Error(ErrorKind::usage, name.substr(0, 40) + ": not to be changed while it runs; there " +
                                      "are gravity, friction, material, hold, node and floor");
}

bool builds_anew(const std::string& name) {
  return name == "hold" || name == "node" || name == kFloor;
}

void keep_materials(const Simulation& before, Simulation& next) {
  if (before.elements() != next.elements()) return;
  for (const MaterialNumber& row : kNumbers)
    for (int law = -1; law < kMostLaws; ++law) {
      const std::vector<double> had = values_or_nothing(before, row.name, law);
      const std::vector<double> has = values_or_nothing(next, row.name, law);
      if (had.size() != has.size()) continue;
      std::vector<int> elements;
      std::vector<double> values;
      for (std::size_t e = 0; e < had.size(); ++e)
        if (std::isfinite(had[e]) && had[e] != has[e])
          elements.push_back(static_cast<int>(e)), values.push_back(had[e]);
      if (!elements.empty()) next.set_material_values(row.name, elements, values, law);
    }
}

namespace {

void go_on_from(const Simulation& before, Simulation& next) {
  keep_materials(before, next);
  next.set_time(before.time());
  next.set_positions(before.positions());
  next.set_velocities(before.velocities());
  // Who is held since now stays where it is; the others are the timeline's.
  std::vector<double> x = next.held_positions();
  const auto held = next.held_nodes();
  const auto was = before.held_nodes();
  const auto stride = static_cast<std::size_t>(next.dimension());
  bool any = false;
  for (std::size_t k = 0; k < held.size(); ++k) {
    if (std::ranges::find(was, held[k]) != was.end()) continue;
    any = true;
    for (std::size_t c = 0; c < stride; ++c)
      x[stride * k + c] = before.positions()[stride * static_cast<std::size_t>(held[k]) + c];
  }
  if (any) next.set_held_positions(x);
}

}  // namespace

void build_anew(Simulation& simulation, const std::string& name, const std::string& value) {
  SceneSpec scene = changed_scene(simulation, name, value);
  scene.method = simulation.options();
  Simulation next(scene);
  go_on_from(simulation, next);
  simulation = std::move(next);
}

std::string world_as_json(const Simulation& simulation) {
  const SceneSpec& scene = simulation.scene();
  Json world{{"gravity", scene.gravity}, {"can_touch", simulation.can_touch()}};
  world["friction"] = scene.contact.friction;
  world["obstacles"] = Json::array();
  bool floor = false;
  for (const ObstacleSpec& one : scene.obstacles) {
    world["obstacles"].push_back(
        {{"name", one.name}, {"friction", one.friction.value_or(scene.contact.friction)}});
    floor = floor || one.name == kFloor;
  }
  world["floor"] = floor;
  world["held"] = std::ranges::count_if(simulation.roles(), [](int role) { return role >= 3; });
  world["materials"] = materials_as_json(simulation);
  world["numbers"] = Json::array();
  for (const MaterialNumber& row : kNumbers)
    world["numbers"].push_back({{"name", row.name},
                                {"label", row.label},
                                {"unit", row.unit},
                                {"min", row.min},
                                {"max", row.max}});
  world["presets"] = Json::array();
  for (const MaterialPreset& preset : kMaterialPresets) world["presets"].push_back(preset.name);
  return world.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace conjac::serve
