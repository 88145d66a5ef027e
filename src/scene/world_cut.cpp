#include <algorithm>
#include <utility>

#include "core/stage_timer.h"
#include "fem/mass.h"
#include "scene/cut_body.h"
#include "scene/cut_text.h"
#include "scene/placement.h"
#include "scene/world.h"

namespace conjac {
namespace {

// An event at a step's time belongs to that step, whatever the last digit says.
constexpr double kInstant = 1e-9;
// Pieces closer to each other than this, in elements, count as touching when a cut moves nodes.
constexpr double kClose = 0.5;

/// The material of the elements that are left.
template <int Dim>
MaterialField<Dim> carried(const MaterialField<Dim>& field, const std::vector<int>& origin) {
  std::vector<int> number(field.density.size(), -1);
  MaterialField<Dim> result;
  for (std::size_t e = 0; e < origin.size(); ++e) {
    number[origin[e]] = static_cast<int>(e);
    result.density.push_back(field.density[origin[e]]);
    if (!field.material.empty()) result.material.push_back(field.material[origin[e]]);
  }
  for (const LawTerm<Dim>& term : field.terms) {
    LawTerm<Dim> kept;
    kept.law = term.law;
    for (std::size_t k = 0; k < term.elements.size(); ++k) {
      if (number[term.elements[k]] < 0) continue;
      kept.elements.push_back(number[term.elements[k]]);
      kept.parameters.push_back(term.parameters[k]);
    }
    if (!kept.elements.empty()) result.terms.push_back(std::move(kept));
  }
  return result;
}

/// (old nodes) the copy that kept a node's place, -1 where it is gone.
std::vector<int> kept_numbers(const std::vector<int>& origin, int old_nodes) {
  std::vector<int> number(old_nodes, -1);
  for (int i = static_cast<int>(origin.size()) - 1; i >= 0; --i) number[origin[i]] = i;
  return number;
}

/// (new nodes) which part of the old node's mass each has.
std::vector<double> mass_shares(const VectorXd& mass, int stride, const std::vector<int>& origin,
                                int old_nodes) {
  std::vector<double> whole(old_nodes, 0.0), share;
  for (std::size_t i = 0; i < origin.size(); ++i)
    whole[origin[i]] += mass[static_cast<Eigen::Index>(i) * stride];
  for (std::size_t i = 0; i < origin.size(); ++i)
    share.push_back(mass[static_cast<Eigen::Index>(i) * stride] / whole[origin[i]]);
  return share;
}

}  // namespace

template <int Dim>
void World<Dim>::make_due_cuts() {
  while (next_cut_ < cuts_.size() && cuts_[next_cut_].time <= state_.time + kInstant)
    report_.cuts.push_back(cut(cuts_[next_cut_++].cut));
}

template <int Dim>
CutReport World<Dim>::cut(const CutSpec& spec) {
  CutReport report;
  {
    StageTimer timer(report.seconds);
    std::vector<char> steady = script_.held();
    for (const auto& rider : skeleton_.attachment().riders()) steady[rider.node] = 1;
    // Moved along a bent surface, a node would get into what lies against that surface.
    std::vector<char> close(shape_.mesh.rest.size(), 0);
    if (contacts_ && spec.snap) {
      contacts_->mark_close(state_.x, kClose, close);
      mark_twins<Dim>(shape_.mesh, state_.x, kClose * contacts_->element(), close);
    }
    CutBody<Dim> parts = cut_body<Dim>(
        {shape_.mesh, materials_.density, system_.mass, steady, close, state_, previous_}, spec);
    parts.report.seconds = report.seconds;
    report = parts.report;
    if (report.separated) {
      const int rigid_before = rigid_crumbs();
      report.nodes_promoted = take_over(std::move(parts));
      report.pieces_rigid = std::max(0, rigid_crumbs() - rigid_before);
      analyze();
    }
  }
  if (report.nodes_promoted > 0)
    report.text += "; " + std::to_string(report.nodes_promoted) +
                   (report.nodes_promoted == 1 ? " node of a loose piece becomes dynamic"
                                               : " nodes of loose pieces become dynamic");
  if (report.pieces_rigid > 0)
    report.text += "; " + std::to_string(report.pieces_rigid) +
                   (report.pieces_rigid == 1 ? " small piece keeps its shape from now on"
                                             : " small pieces keep their shape from now on");
  notices_.push_back(dated_text(report));
  return report;
}

/// The body is another one from here on; everything that knows its nodes follows.
template <int Dim>
int World<Dim>::take_over(CutBody<Dim>&& parts) {
  const std::vector<int>& origin = parts.node_origin;
  const int old_nodes = shape_.mesh.nodes(), nodes = parts.mesh.nodes();
  update_force();
  const double energy_before = kinetic_ + potential_;

  shape_.mesh = std::move(parts.mesh);
  state_ = std::move(parts.state);
  previous_ = std::move(parts.previous);
  if (parts.element_origin.size() != materials_.density.size())
    materials_ = carried(materials_, parts.element_origin);
  system_.mass = lumped_mass(shape_.mesh, materials_.density);
  const std::vector<double> share = mass_shares(system_.mass, Dim, origin, old_nodes);
  script_.carry_over(origin, share, parts.element_origin);
  skeleton_.carry_over(origin);
  std::erase_if(parts.frozen, [&](int node) { return skeleton_.rides(node); });
  script_.hold_from_now_on(parts.frozen, state_.time, state_.x);
  hang_bones();
  const Pieces before = std::exchange(pieces_, connected_pieces(shape_.mesh));
  find_crumbs(before, origin);

  VectorXd load(nodes * Dim);
  for (int i = 0; i < nodes * Dim; ++i)
    load[i] = share[i / Dim] * forces_->load()[origin[i / Dim] * Dim + i % Dim];
  NodeSprings<Dim> springs = forces_->springs();
  rebuild_forces();
  take_bones();
  forces_->load() = load;
  carry_grip(std::move(springs), kept_numbers(origin, old_nodes));
  std::vector<double> activation;
  for (int e : parts.element_origin) activation.push_back(activation_[e]);
  activation_ = std::move(activation);
  if (!interaction_.activation.empty()) {
    std::vector<double> asked;
    for (int e : parts.element_origin) asked.push_back(interaction_.activation[e]);
    interaction_.activation = std::move(asked);
  }
  for (int e = 0; e < shape_.mesh.element_count(); ++e)
    if (activation_[e] >= 0) forces_->elastic().set_activation(e, activation_[e]);

  const int promoted = carry_representatives(origin, old_nodes);
  prepare_contact();
  size_workspace();
  roles_.assign(nodes, Role::quasistatic);
  keep_pieces_pinned();
  update_roles();

  // The cut itself does no work: what energy the new nodes make more or less is nobody's gain.
  force_valid_ = factor_valid_ = drivers_valid_ = mass_reduced_ = false;
  conjac_analyzed_ = vanilla_analyzed_ = false;
  kinetic_ = kinetic_energy(state_.v, state_.u);
  update_force();
  budget_ += kinetic_ + potential_ - energy_before;
  relief_ = 0;  // the bend that inertia held belongs to a body that is no more
  drivers_changed_ = cut_since_step_ = true;
  ++topology_;
  return promoted;
}

/// A hand keeps hold of the copies that kept their place, unless the node under it is gone.
template <int Dim>
void World<Dim>::carry_grip(NodeSprings<Dim>&& springs, const std::vector<int>& number) {
  if (interaction_.gripped >= 0) interaction_.gripped = number[interaction_.gripped];
  if (interaction_.gripped < 0) return;
  NodeSprings<Dim>& kept = forces_->springs();
  kept.target = springs.target;
  for (std::size_t i = 0; i < springs.nodes.size(); ++i) {
    if (number[springs.nodes[i]] < 0) continue;
    kept.nodes.push_back(number[springs.nodes[i]]);
    kept.stiffness.push_back(springs.stiffness[i]);
    kept.offset.push_back(springs.offset[i]);
  }
}

/// Representatives stay with their node, new ones are added where a piece could float without.
/// Returns how many of these are needed right now.
template <int Dim>
int World<Dim>::carry_representatives(const std::vector<int>& origin, int old_nodes) {
  const std::vector<int> number = kept_numbers(origin, old_nodes);
  std::vector<Representative> kept;
  std::vector<int> source;  // old representative whose liveliness each one continues
  for (std::size_t k = 0; k < representatives_.size(); ++k) {
    Representative r = representatives_[k];
    if (number[r.node] < 0) continue;
    r.node = number[r.node];
    if (pinned_[r.node]) continue;  // frozen with its crumb
    kept.push_back(r);
    source.push_back(static_cast<int>(k));
  }
  representatives_ = std::move(kept);
  const std::size_t before = representatives_.size();
  complete_pins(shape_.mesh, pieces_, pinned_, representatives_, notices_);
  int promoted = 0;
  for (std::size_t k = before; k < representatives_.size(); ++k) {
    representatives_[k].standby = true;
    representatives_[k].id = next_id_++;
    source.push_back(-1);
  }
  adaptivity_.carry_over(source);
  std::vector<Wake> wake;
  for (int k : source) wake.push_back(k < 0 ? Wake::automatic : interaction_.wake[k]);
  interaction_.wake = std::move(wake);
  for (std::size_t k = before; k < representatives_.size(); ++k)
    adaptivity_.stand_by(static_cast<int>(k));
  keep_pieces_pinned();
  for (std::size_t k = before; k < representatives_.size(); ++k)
    promoted += adaptivity_.awake(static_cast<int>(k));
  std::vector<int> sites;
  for (const Representative& r : representatives_) sites.push_back(r.node);
  region_ = nearest_sites(shape_.mesh, sites);
  return promoted;
}

template class World<2>;
template class World<3>;

}  // namespace conjac
