#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "conjac/simulation.h"
#include "mesh/carried_skin.h"
#include "scene/world.h"

namespace conjac {

using AnyWorld = std::variant<std::unique_ptr<World<2>>, std::unique_ptr<World<3>>>;

/// A world of either dimension, and the arrays whose layout the public face promises.
struct Simulation::Impl {
  AnyWorld world;
  std::vector<double> rest, masses, von_mises, activations, external;
  std::vector<int> elements, roles;
  std::optional<SkinSurface> skin_at_rest;  // of the file
  std::optional<SkinView> skin;             // made when somebody asks for it
  int topology = 0;                         // of the world when the arrays were made

  decltype(auto) visit(auto&& call) {
    return std::visit([&](auto& pointer) -> decltype(auto) { return call(*pointer); }, world);
  }

  explicit Impl(const SceneSpec& scene);
  void flatten();  // makes them anew
};

}  // namespace conjac
