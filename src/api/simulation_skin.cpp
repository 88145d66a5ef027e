#include "api/simulation_impl.h"
#include "mesh/topology.h"
#include "scene/skin.h"

namespace conjac {
namespace {

SkinView skin_view(const SceneSpec& scene, const Mesh<3>& mesh, const SkinSurface& at_rest) {
  const std::vector<char> carries = elements_under_skin(scene, mesh);
  CarriedSkin skin = carry_skin(mesh, carries, at_rest);
  SkinView view;
  view.nodes = std::move(skin.nodes);
  view.weights = std::move(skin.weights);
  for (const Vec<3>& n : skin.normals) view.normals.push_back({n[0], n[1], n[2]});
  for (const Vec<2>& place : skin.texture) view.texture.push_back({place[0], place[1]});
  view.triangles = std::move(skin.triangles);
  view.outside = skin.outside;
  view.farthest = skin.farthest;
  std::vector<std::array<int, 3>> facets;
  std::vector<char> covered;
  for (const Facet<3>& facet : boundary_facets(mesh)) {
    facets.push_back(facet.nodes);
    covered.push_back(carries[static_cast<std::size_t>(facet.element)]);
  }
  const std::vector<char> cut = cut_facets(mesh.rest, facets);
  for (std::size_t i = 0; i < facets.size(); ++i)
    if (!covered[i] || cut[i]) view.bare.push_back(facets[i]);
  return view;
}

}  // namespace

const SkinView* Simulation::skin() const {
  if (!impl_->skin_at_rest) return nullptr;
  if (topology() != impl_->topology) impl_->flatten();
  if (!impl_->skin)
    impl_->skin = skin_view(scene(), std::get<1>(impl_->world)->mesh(), *impl_->skin_at_rest);
  return &*impl_->skin;
}

}  // namespace conjac
