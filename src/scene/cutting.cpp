#include "scene/cutting.h"

#include <algorithm>

#include "core/tuned.h"
#include "scene/ease.h"

namespace conjac {
namespace {

// Pieces closer to each other than this, in elements, count as touching when a cut moves nodes.
CONJAC_TUNED(double, kClose, 0.5);

}  // namespace

std::vector<int> kept_numbers(const std::vector<int>& origin, int old_nodes) {
  std::vector<int> number(old_nodes, -1);
  for (int i = static_cast<int>(origin.size()) - 1; i >= 0; --i) number[origin[i]] = i;
  return number;
}

template <int Dim>
Cutting<Dim>::Cutting(const Mesh<Dim>& mesh, const SceneSpec& spec) : step_(spec.time.step) {
  for (const Event& event : spec.timeline)
    if (const auto* cut = std::get_if<CutEvent>(&event)) {
      cuts_.push_back({cut->time, loaded_cut(cut->cut, Dim)});
      elements_to_cut(mesh, cut->cut);
    }
  std::stable_sort(cuts_.begin(), cuts_.end(),
                   [](const CutEvent& a, const CutEvent& b) { return a.time < b.time; });
}

template <int Dim>
const CutSpec* Cutting<Dim>::due(double time) {
  if (next_ == cuts_.size() || cuts_[next_].time > time + kInstant * step_) return nullptr;
  return &cuts_[next_++].cut;
}

template <int Dim>
CutBody<Dim> Cutting<Dim>::part(const CutSpec& spec, const Flesh<Dim>& flesh,
                                const Script<Dim>& script, const Skeleton& skeleton,
                                Contacts<Dim>* contacts, const State& state,
                                const State& previous) {
  std::vector<char> steady = script.held();
  for (const auto& rider : skeleton.attachment().riders()) steady[rider.node] = 1;
  // Moved along a bent surface, a node would get into what lies against that surface.
  std::vector<char> close(flesh.mesh.rest.size(), 0);
  if (contacts != nullptr && spec.snap) {
    contacts->mark_close(state.x, kClose, close);
    mark_twins<Dim>(flesh.mesh, state.x, kClose * contacts->element(), close);
  }
  return cut_body<Dim>(
      {flesh.mesh, flesh.materials.density, flesh.system.mass, steady, close, state, previous},
      spec);
}

template <int Dim>
void Cutting<Dim>::describe(CutReport& report) {
  if (report.nodes_promoted > 0)
    report.text += "; " + std::to_string(report.nodes_promoted) +
                   (report.nodes_promoted == 1 ? " node of a loose piece becomes dynamic"
                                               : " nodes of loose pieces become dynamic");
  if (report.pieces_rigid > 0)
    report.text += "; " + std::to_string(report.pieces_rigid) +
                   (report.pieces_rigid == 1 ? " small piece keeps its shape from now on"
                                             : " small pieces keep their shape from now on");
}

template class Cutting<2>;
template class Cutting<3>;

}  // namespace conjac
