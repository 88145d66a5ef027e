#include "conjac/setup_report.h"

#include <algorithm>

#include "conjac/mesh_info.h"
#include "mesh/quality.h"
#include "mesh/topology.h"
#include "scene/select.h"
#include "scene/world.h"

namespace conjac {
namespace {

template <int Dim>
class Counter {
 public:
  Counter(const Mesh<Dim>& mesh, SetupReport& report) : mesh_(mesh), report_(report) {}

  void nodes(const std::string& key, const Selection& selection) {
    const auto count = static_cast<int>(select_nodes(mesh_, selection).size());
    report_.selections.push_back({key, count, mesh_.nodes(), false});
  }
  void elements(const std::string& key, const Selection& selection) {
    const auto count = static_cast<int>(select_elements(mesh_, selection).size());
    report_.selections.push_back({key, count, mesh_.element_count(), true});
  }
  void event(const std::string& key, const Event& event) {
    if (const auto* move = std::get_if<MoveEvent>(&event))
      nodes(key + ".move.select", move->select);
    if (const auto* release = std::get_if<ReleaseEvent>(&event))
      nodes(key + ".release.select", release->select);
    if (const auto* load = std::get_if<LoadEvent>(&event))
      nodes(key + ".load.select", load->select);
    if (const auto* pressure = std::get_if<PressureEvent>(&event))
      nodes(key + ".pressure.select", pressure->select);
    if (const auto* activate = std::get_if<ActivateEvent>(&event))
      elements(key + ".activate.select", activate->select);
  }

 private:
  const Mesh<Dim>& mesh_;
  SetupReport& report_;
};

template <int Dim>
void count_selections(const Mesh<Dim>& mesh, const SceneSpec& spec, SetupReport& report) {
  Counter<Dim> count(mesh, report);
  const auto key = [](const char* list, std::size_t k) {
    return std::string(list) + "[" + std::to_string(k) + "]";
  };
  for (std::size_t k = 0; k < spec.materials.size(); ++k)
    count.elements(key("materials", k) + ".select", spec.materials[k].select);
  for (std::size_t k = 0; k < spec.roles.size(); ++k)
    count.nodes(key("roles", k) + ".select", spec.roles[k].select);
  for (std::size_t k = 0; k < spec.attach.size(); ++k)
    count.nodes(key("attach", k) + ".select", spec.attach[k].select);
  for (std::size_t k = 0; k < spec.springs.size(); ++k) {
    count.nodes(key("springs", k) + ".from", spec.springs[k].from);
    if (const auto* ends = std::get_if<SpringToNodes>(&spec.springs[k].end))
      count.nodes(key("springs", k) + ".to", ends->select);
  }
  for (std::size_t k = 0; k < spec.timeline.size(); ++k)
    count.event(key("timeline", k), spec.timeline[k]);
  for (std::size_t k = 0; k < spec.probes.size(); ++k)
    count.nodes(key("probes", k) + ".select", spec.probes[k].select);
}

template <int Dim>
SetupReport report_of(const SceneSpec& spec) {
  const World<Dim> world(spec);
  const Mesh<Dim>& mesh = world.mesh();
  SetupReport report;
  report.nodes = mesh.nodes();
  report.elements = mesh.element_count();
  report.surface_nodes = static_cast<int>(std::ranges::count(boundary_nodes(mesh), 1));
  report.held = static_cast<int>(world.script().held_nodes().size());
  report.dynamic = static_cast<int>(std::ranges::count(world.roles(), Role::dynamic));
  report.representative = static_cast<int>(world.representatives().size());
  report.can_touch = world.can_touch();
  for (const ElementQuality& one : mesh_quality(mesh)) {
    report.slivers += one.smallest_angle < kSliverAngle;
    report.smallest_angle = std::min(report.smallest_angle, one.smallest_angle);
  }
  count_selections(mesh, spec, report);
  return report;
}

}  // namespace

SetupReport setup_report(const SceneSpec& spec) {
  return scene_dimension(spec) == 2 ? report_of<2>(spec) : report_of<3>(spec);
}

}  // namespace conjac
