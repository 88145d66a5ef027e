#include "scene/cutting.h"

#include <algorithm>

#include "core/stage_timer.h"
#include "core/tuned.h"
#include "scene/cut_text.h"
#include "scene/ease.h"

namespace conjac {
namespace {

// Pieces closer to each other than this, in elements, count as touching when a cut moves nodes.
CONJAC_TUNED(double, kClose, 0.5);

/// What became of loose pieces.
std::string fate_of_pieces(const CutReport& report) {
  std::string text;
  if (report.nodes_promoted > 0)
    text += "; " + std::to_string(report.nodes_promoted) +
            (report.nodes_promoted == 1 ? " node of a loose piece becomes dynamic"
                                        : " nodes of loose pieces become dynamic");
  if (report.pieces_rigid > 0)
    text += "; " + std::to_string(report.pieces_rigid) +
            (report.pieces_rigid == 1 ? " small piece keeps its shape from now on"
                                      : " small pieces keep their shape from now on");
  return text;
}

}  // namespace

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
CutBody<Dim> Cutting<Dim>::part(const CutSpec& spec, const Parts& parts) {
  const Flesh<Dim>& flesh = parts.flesh;
  std::vector<char> steady = parts.script.held();
  for (const auto& rider : parts.skeleton.attachment().riders()) steady[rider.node] = 1;
  // Moved along a bent surface, a node would get into what lies against that surface.
  std::vector<char> close(flesh.mesh.rest.size(), 0);
  if (Contacts<Dim>* contacts = parts.stepper.contacts(); contacts != nullptr && spec.snap) {
    contacts->mark_close(parts.state.x, kClose, close);
    mark_twins<Dim>(flesh.mesh, parts.state.x, kClose * contacts->element(), close);
  }
  return cut_body<Dim>({flesh.mesh, flesh.materials.density, flesh.system.mass, steady, close,
                        parts.state, parts.previous},
                       spec);
}

template <int Dim>
CutReport Cutting<Dim>::cut(const CutSpec& spec, const Parts& parts) {
  CutReport report;
  double seconds = 0;
  {
    StageTimer timer(seconds);
    CutBody<Dim> body = part(spec, parts);
    report = body.report;
    if (report.separated) {
      const int rigid_before = parts.stepper.rigid_pieces();
      report.nodes_promoted = take_over(std::move(body), parts);
      report.pieces_rigid = std::max(0, parts.stepper.rigid_pieces() - rigid_before);
      parts.stepper.analyze();
    }
  }
  report.seconds = seconds;
  report.text += fate_of_pieces(report);
  parts.notices.push_back(dated_text(report));
  return report;
}

/// The body is another one from here on; everything that knows its nodes follows. Returns how many
/// nodes became dynamic.
template <int Dim>
int Cutting<Dim>::take_over(CutBody<Dim>&& body, const Parts& parts) {
  Flesh<Dim>& flesh = parts.flesh;
  const std::vector<int>& origin = body.node_origin;
  const std::vector<int> number = kept_numbers(origin, flesh.mesh.nodes());
  const NodeSprings<Dim> springs = flesh.forces->springs();
  const Pieces pieces = flesh.pieces;
  State& state = parts.state;
  state = std::move(body.state);
  parts.previous = std::move(body.previous);
  const std::vector<double> share = flesh.carry_over(body, parts.spec);
  parts.script.carry_over(origin, share, body.element_origin);
  parts.skeleton.carry_over(origin);
  std::erase_if(body.frozen, [&](int node) { return parts.skeleton.rides(node); });
  parts.script.hold_from_now_on(body.frozen, state.time, state.x);
  parts.nodes.hang_riders(parts.script, parts.skeleton);
  parts.stepper.note_cut({pieces.count, pieces.of_node, {}}, origin);
  parts.stepper.take_bones();
  parts.hand.carry_over(body.element_origin, number, springs, flesh.forces->springs());
  parts.hand.share_forces(origin, share);
  const typename DrivingNodes<Dim>::Around around{flesh.mesh, flesh.pieces, parts.script,
                                                  parts.skeleton, parts.spec};
  const int promoted =
      parts.nodes.carry_over(around, number, parts.hand.wake, state.x, parts.notices);
  parts.stepper.prepare_contact();
  if (parts.nodes.settle(around, parts.hand.wake, state.x)) parts.stepper.note_new_drivers();
  return promoted;
}

template class Cutting<2>;
template class Cutting<3>;

}  // namespace conjac
