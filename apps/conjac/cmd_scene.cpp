#include <spdlog/fmt/fmt.h>

#include <set>

#include "commands.h"
#include "conjac/conjac.h"

namespace conjac::app {
namespace {

/// What the selections catch, and what the nodes are.
void print_setup(const SceneSpec& spec) {
  const SetupReport setup = setup_report(spec);
  for (const SetupReport::Caught& one : setup.selections)
    fmt::print("  {:<28} {} of {} {}\n", one.key, one.count, one.of,
               one.elements ? "elements" : "nodes");
  const bool reduced = spec.method.method == Method::conjac;
  fmt::print(
      "  nodes: {} held, {}{} on the surface; contact: {}\n", setup.held,
      reduced ? fmt::format("{} dynamic of {} that may be, ", setup.dynamic, setup.representative)
              : "",
      setup.surface_nodes,
      setup.can_touch ? fmt::format("{} nodes may touch", setup.surface_nodes) : "none");
  fmt::print("  slivers: {} of {} elements have an angle below {:g} degrees (smallest {:.1f})\n",
             setup.slivers, setup.elements, kSliverAngle, setup.smallest_angle);
}

}  // namespace

void add_validate(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "validate", "Check a scene file, its mesh and its selections without running it");
  auto scene = std::make_shared<std::string>();
  auto overrides = std::make_shared<std::vector<std::string>>();
  command->add_option("scene", *scene, "Name of a scene or a file")->required();
  command->add_option("--set", *overrides, "Any key of the scene, as for run");
  command->footer("Example:\n  conjac validate my.json");
  command->callback([scene, overrides] {
    const SceneSpec spec = load_scene(*scene, *overrides, scene_folders());
    const Simulation simulation(spec);  // reads the mesh, resolves every selection
    for (const std::string& notice : simulation.notices())
      fmt::print(stderr, "notice: {}\n", notice);
    print_setup(spec);
    if (const SkinView* skin = simulation.skin())
      fmt::print(
          "  skin: {} vertices, {} triangles; {} vertices outside of the body, by up to {:.3g} m\n",
          skin->nodes.size(), skin->triangles.size(), skin->outside, skin->farthest);
    fmt::print("{}: valid ({} vertices, {} elements, {}D)\n", spec.file, simulation.nodes(),
               simulation.elements(), simulation.dimension());
  });
}

void add_schema(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "schema", "Print the JSON Schema of scene files, for editors and validators");
  auto markdown = std::make_shared<bool>(false);
  command->add_flag("--markdown", *markdown, "The same as a page to read");
  command->footer(
      "Examples:\n"
      "  conjac schema > scene.schema.json     for an editor that completes and checks\n"
      "  conjac schema --markdown | less");
  command->callback(
      [markdown] { fmt::print("{}", *markdown ? scene_reference_page() : scene_json_schema()); });
}

void add_scenes(Context& context) {
  CLI::App* command =
      context.program.add_subcommand("scenes", "List the scenes that can be run by name");
  command->footer("Example:\n  conjac scenes");
  command->callback([] {
    std::set<std::string> seen;
    for (const std::string& folder : scene_folders())
      for (const std::string& name : scene_names(folder)) {
        if (!seen.insert(name).second) continue;
        try {
          fmt::print("{:<20}{}\n", name, load_scene(folder + "/" + name + ".json").description);
        } catch (const Error&) {  // a JSON file that is no scene
        }
      }
  });
}

}  // namespace conjac::app
