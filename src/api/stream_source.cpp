#include "api/stream_source.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "api/run_frames.h"
#include "api/skin_texture.h"
#include "conjac/method_in_effect.h"
#include "draw/skin.h"
#include "record/describe.h"
#include "record/live_frame.h"

namespace conjac {
namespace {

// Fibres of more elements than this are thinned out; the page joins those of neighbours to lines.
constexpr std::size_t kMostFibers = 30000;

/// Element values at the nodes: the mean over the elements that meet there.
void at_nodes(std::span<const double> values, std::span<const int> elements, std::size_t corners,
              std::span<const int> meeting, std::vector<float>& result) {
  result.assign(meeting.size(), 0.0f);
  for (std::size_t e = 0; e < values.size(); ++e)
    for (std::size_t c = 0; c < corners; ++c)
      result[static_cast<std::size_t>(elements[e * corners + c])] += static_cast<float>(values[e]);
  for (std::size_t i = 0; i < result.size(); ++i)
    if (meeting[i] > 0) result[i] /= static_cast<float>(meeting[i]);
}

nlohmann::ordered_json solid_text(const SolidView& solid) {
  static constexpr const char* kKinds[] = {"half_space", "box", "sphere", "capsule", "mesh"};
  nlohmann::ordered_json text = {{"kind", kKinds[static_cast<int>(solid.kind)]},
                                 {"name", solid.name},
                                 {"role", solid.role == SolidRole::bone ? "bone" : "obstacle"},
                                 {"half", solid.half},
                                 {"radius", solid.radius},
                                 {"half_length", solid.half_length},
                                 {"positions", solid.positions},
                                 {"triangles", solid.triangles},
                                 {"moving", solid.moving}};
  if (const SolidSequence* shapes = solid.sequence.get())
    text["sequence"] = {{"start", shapes->start},
                        {"interval", shapes->interval},
                        {"repeat", shapes->repeat},
                        {"positions", shapes->positions}};
  return text;
}

/// Obstacles, then bones: the order of the scene text and of every frame.
std::vector<SolidView> solids_of(Simulation& simulation) {
  std::vector<SolidView> solids = simulation.solids();
  for (SolidView& bone : simulation.bones()) solids.push_back(std::move(bone));
  return solids;
}

}  // namespace

std::string method_label(const StepOptions& options) {
  return options.method == Method::vanilla ? "Vanilla" : "ConJac";
}

void StreamSource::begin(Simulation& simulation) {
  ++shape_number_;
  topology_ = simulation.topology();
  if (simulation.time() == 0) {
    steps_ = 0;
    work_ = 0;
    last_ = {};
    last_.energy = simulation.energy();
    for (int role : simulation.roles()) last_.active_nodes += role == 1;
  }
  const auto elements = simulation.element_nodes();
  const auto corners = static_cast<std::size_t>(simulation.dimension()) + 1;
  triangles_.clear();
  if (corners == 4)
    triangles_ = draw::boundary_triangles(elements);
  else
    for (std::size_t e = 0; e < elements.size(); e += 3)
      triangles_.push_back({elements[e], elements[e + 1], elements[e + 2]});
  elements_at_.assign(static_cast<std::size_t>(simulation.nodes()), 0);
  for (int node : elements) ++elements_at_[static_cast<std::size_t>(node)];
  pieces_ = record::pieces_of(elements, corners, elements_at_.size());
  roles_said_.clear();
  kinds_.assign(simulation.element_materials().begin(), simulation.element_materials().end());
  const auto bodies = simulation.element_bodies();
  for (std::size_t e = 0; e < kinds_.size(); ++e) kinds_[e] += 65536 * bodies[e];
  regions_.assign(simulation.representative_regions().begin(),
                  simulation.representative_regions().end());
  regions_.resize(static_cast<std::size_t>(simulation.elements()), -1);
  representatives_.clear();
  names_.clear();
  for (int k = 0; k < simulation.representatives(); ++k) {
    representatives_.push_back(simulation.representative_node(k));
    names_.push_back(simulation.representative_id(k));
  }
  const std::vector<FiberView> fibers = simulation.fibers();
  const std::size_t stride = (fibers.size() + kMostFibers - 1) / kMostFibers;
  fiber_elements_.clear();
  fibers_.clear();
  for (std::size_t i = 0; i < fibers.size(); i += std::max<std::size_t>(1, stride)) {
    fiber_elements_.push_back(fibers[i].element);
    fibers_.push_back(fibers[i].direction);
  }
}

bool StreamSource::outdated(const Simulation& simulation) const {
  return topology_ != simulation.topology();
}

void StreamSource::describe(Archive& archive) {
  archive.section("StreamSource");
  archive(shape_number_, steps_, topology_, last_, work_);
  archive.leave(side_);
  // Of the shape, and of a frame.
  archive.leave(triangles_, kinds_, regions_, representatives_, names_, fiber_elements_, fibers_,
                elements_at_, pieces_, roles_said_, speed_, von_mises_, activation_, liveliness_,
                roles_, awake_, solids_, contacts_);
}

void StreamSource::step(const StepReport& report) {
  ++steps_;
  last_ = report;
  work_ += report.scripted_work;
}

std::string StreamSource::scene_text(Simulation& simulation, const About& about) const {
  const SceneSpec& scene = simulation.scene();
  nlohmann::ordered_json text;
  text["type"] = "scene";
  text["name"] = scene.name;
  text["title"] = scene.description;
  text["mode"] = about.live ? "live" : "recording";
  text["sides"] = about.sides;
  text["label"] = about.label;
  text["dimension"] = simulation.dimension();
  text["size"] = simulation.size();
  text["step"] = scene.time.step;
  text["duration"] = scene.time.duration;
  text["options"] = nlohmann::ordered_json::parse(options_as_json(method_in_effect(scene)));
  if (!about.option_table.empty())
    text["option_table"] = nlohmann::ordered_json::parse(about.option_table);
  text["representatives"] = representatives_;
  text["regions"] = simulation.representatives();
  text["fields"] = {"speed", "von_mises"};
  if (!fibers_.empty()) text["fields"].push_back("activation");
  text["bodies"] = simulation.body_names();
  text["solids"] = nlohmann::ordered_json::array();
  for (const SolidView& solid : solids_of(simulation)) text["solids"].push_back(solid_text(solid));
  if (const std::string image = skin_texture(scene); !image.empty()) text["texture"] = image;
  text["notices"] = simulation.notices();
  text["can"] = {{"cut", about.live && about.can_cut},
                 {"activate", about.live && !fibers_.empty()},
                 {"grab", about.live}};
  const auto replace = nlohmann::ordered_json::error_handler_t::replace;
  return record::text_message(head(simulation), text.dump(-1, ' ', false, replace));
}

std::string StreamSource::shape(Simulation& simulation, bool live) const {
  record::StreamShape shape;
  shape.dimension = simulation.dimension();
  shape.rest = simulation.rest_positions();
  shape.triangles = triangles_;
  shape.elements = simulation.element_nodes();
  shape.regions = regions_;
  shape.kinds = kinds_;
  shape.representatives = representatives_;
  shape.fiber_elements = fiber_elements_;
  shape.fibers = fibers_;
  shape.names = names_;
  shape.skin = simulation.skin();
  if (live) shape.pieces = pieces_;
  return record::shape_message(head(simulation), shape);
}

record::StreamFrame StreamSource::gather(Simulation& simulation, std::uint32_t fields,
                                         const Rates& rates) {
  const auto stride = static_cast<std::size_t>(simulation.dimension());
  record::StreamFrame frame;
  frame.dimension = simulation.dimension();
  frame.step = steps_;
  frame.active_nodes = static_cast<std::uint32_t>(last_.active_nodes);
  frame.energy = last_.energy;
  frame.stages = last_.stages;
  frame.steps_per_second = rates.steps_per_second;
  frame.real_time_factor = rates.real_time_factor;
  frame.residual = last_.residual;
  frame.work = work_;
  if (const Grip grip = simulation.grip(); grip.node >= 0) {
    frame.grabbing = true;
    frame.grabbed = grip.point;
    frame.target = grip.target;
  }
  frame.positions = simulation.positions();
  if (fields & record::kSpeed) {
    const auto v = simulation.velocities();
    speed_.resize(v.size() / stride);
    for (std::size_t i = 0; i < speed_.size(); ++i) {
      double square = 0;
      for (std::size_t c = 0; c < stride; ++c) square += v[i * stride + c] * v[i * stride + c];
      speed_[i] = static_cast<float>(std::sqrt(square));
    }
    frame.speed = speed_;
  }
  if (fields & record::kVonMises) {
    at_nodes(simulation.von_mises(), simulation.element_nodes(), stride + 1, elements_at_,
             von_mises_);
    frame.von_mises = von_mises_;
  }
  if ((fields & record::kActivation) && !fibers_.empty()) {
    at_nodes(simulation.activations(), simulation.element_nodes(), stride + 1, elements_at_,
             activation_);
    frame.activation = activation_;
  }
  shown_roles(simulation, roles_);
  frame.roles = roles_;
  liveliness_.clear();
  awake_.clear();
  for (int k = 0; k < simulation.representatives(); ++k) {
    liveliness_.push_back(static_cast<float>(simulation.liveliness(k)));
    awake_.push_back(simulation.awake(k));
  }
  frame.liveliness = liveliness_;
  frame.awake = awake_;
  solids_.clear();
  for (const SolidView& solid : solids_of(simulation))
    solids_.push_back({solid.position, solid.rotation});
  frame.solids = solids_;
  contacts_.clear();
  for (const ContactView& contact : simulation.contacts())
    contacts_.push_back({contact.point, contact.force});
  frame.contacts = contacts_;
  return frame;
}

std::string StreamSource::frame(Simulation& simulation, std::uint32_t fields, const Rates& rates) {
  return record::frame_message(head(simulation), gather(simulation, fields, rates));
}

std::string StreamSource::live_frame(Simulation& simulation, std::uint32_t fields,
                                     const Rates& rates, std::span<const std::uint32_t> probes) {
  const record::LiveParts parts{
      .pieces = pieces_, .contacts = (fields & record::kContacts) != 0, .probes = probes};
  return record::live_frame_message(head(simulation), gather(simulation, fields, rates), parts);
}

std::string StreamSource::new_roles(const Simulation& simulation) {
  shown_roles(simulation, roles_);
  if (roles_ == roles_said_) return {};
  roles_said_ = roles_;
  return record::roles_message(head(simulation), roles_said_);
}

}  // namespace conjac
