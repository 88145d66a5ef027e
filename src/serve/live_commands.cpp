// What commands do to a live run.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "conjac/modes.h"
#include "core/check.h"
#include "serve/changes.h"
#include "serve/inputs.h"
#include "serve/live.h"
#include "serve/live_options.h"

namespace conjac::serve {
namespace {

constexpr int kMostStepsAsked = 100;
constexpr int kFrequencies = 8;  // lowest ones

}  // namespace

SceneSpec for_watching(SceneSpec scene) {
  if (scene.method.adaptive) return scene;
  for (RoleSpec& role : scene.roles)
    if (role.role == NodeRole::dynamic) role.role = NodeRole::representative;
  scene.placement.representative += std::exchange(scene.placement.dynamic, 0);
  return scene;
}

SceneSpec with_dynamic_nodes(SceneSpec scene, int count) {
  std::erase_if(scene.roles, [](const RoleSpec& role) { return role.role != NodeRole::fixed; });
  scene.placement.dynamic = 0;
  scene.placement.representative = count;
  return scene;
}

/// Does a command for both sides mean the same to both? Where two methods are compared, the method
/// itself and beta (whose default is another one in each) belong to one of them.
bool LiveRun::means_the_same(const Command& command) const {
  if (command.op != Op::option) return true;
  if (command.name != "name" && command.name != "beta") return true;
  const Method first = sides_.front().simulation->scene().method.method;
  return std::ranges::all_of(
      sides_, [&](const Running& side) { return side.simulation->scene().method.method == first; });
}

void LiveRun::carry_out(const Asked& asked) {
  const Command& command = asked.command;
  try {
    switch (command.op) {
      case Op::play:
        require(can_run(), "the run has diverged: reset it first", ErrorKind::usage);
        playing_ = true;
        due_ = Clock::now();
        break;
      case Op::pause:
        playing_ = false;
        steps_asked_ = 0;
        break;
      case Op::step:
        playing_ = false;
        steps_asked_ = std::min(steps_asked_ + 1, kMostStepsAsked);
        break;
      case Op::speed:
        speed_ = command.value;
        due_ = Clock::now();
        break;
      default:
        require(command.side == kBothSides || command.side < sides_.size(),
                "there is no second side", ErrorKind::usage);
        require(command.side != kBothSides || means_the_same(command),
                "two methods stand beside each other: say which run this option is for",
                ErrorKind::usage);
        for (std::size_t i = 0; i < sides_.size(); ++i)
          if (command.side == kBothSides || command.side == i) {
            apply(sides_[i], command);
            if (command.op == Op::grab) sides_[i].holder = asked.client;
          }
        frame_due_ = true;
    }
  } catch (const Error& error) {
    const nlohmann::ordered_json text{
        {"type", "error"}, {"text", error.what()}, {"serial", command.serial}};
    const Running& side = sides_.front();
    if (hooks_.answer)
      hooks_.answer(asked.client, std::make_shared<const std::string>(record::text_message(
                                      side.source.head(*side.simulation), text.dump())));
  }
  for (Running& side : sides_) side.state_changed = command.op != Op::drag || side.state_changed;
}

void LiveRun::apply(Running& side, const Command& command) {
  switch (command.op) {
    case Op::reset:
      refuse_while_kept(side);
      rebuild(side, side.scene);
      return;
    case Op::keep:
      keep(side, command.name, command.text);
      return;
    case Op::undo:
      undo_cut(side);
      return;
    case Op::option:
      if (command.name == "background_factor") refuse_while_kept(side);
      if (command.name == kDynamicNodes) {
        refuse_while_kept(side);
        return rebuild(side, with_dynamic_nodes(side.scene, static_cast<int>(run_option(
                                                                command.name, command.text))));
      }
      break;
    case Op::change:
      if (builds_anew(command.name)) return build_anew(side, command);
      break;
    case Op::frequencies:
      return tell_frequencies(side);
    case Op::cut:
      remember_for_undo(side);
      break;
    default:
      break;
  }
  const std::string words = apply_input(*side.simulation, command);
  if (side.kept) side.kept->input(command);
  if (side.source.outdated(*side.simulation)) {
    side.source.begin(*side.simulation);
    show_shape(side);
  } else if (command.op == Op::cut) {
    side.before_cuts.pop_back();  // nothing came apart
  }
  if (!words.empty()) tell(side, words);
}

/// Other nodes are held or dynamic, or there is a floor: another simulation, which goes on from here.
void LiveRun::build_anew(Running& side, const Command& command) {
  apply_input(*side.simulation, command);
  side.simulation->watch_by(watch_);
  if (side.kept) side.kept->begin_anew(*side.simulation, command);
  const SceneSpec& scene = side.simulation->scene();
  side.scene.roles = scene.roles;
  side.scene.placement = scene.placement;
  side.scene.bodies = scene.bodies;
  side.scene.obstacles = scene.obstacles;
  side.status = "ok";
  side.message.clear();
  side.before_cuts.clear();  // their states have other nodes
  side.source.begin(*side.simulation);
  show_shape(side);
}

/// Of the body at rest, with its materials as the scene has them and all nodes awake.
void LiveRun::tell_frequencies(Running& side) {
  SceneSpec scene = side.scene;
  scene.method = side.simulation->options();
  scene.method.adaptive = false;
  const ModesTable table = body_modes(scene, {.count = kFrequencies, .at = 0, .folder = {}});
  nlohmann::ordered_json text{{"type", "frequencies"}};
  text["full"] = table.full;
  text["modal"] = table.modal;
  text["reduced"] = table.reduced;
  say(side, text.dump());
}

/// From the beginning, with the options of the moment.
void LiveRun::rebuild(Running& side, SceneSpec scene) {
  scene.method = side.simulation->options();
  scene.time.step = side.simulation->scene().time.step;
  scene.gravity = side.simulation->scene().gravity;
  scene.contact.friction = side.simulation->scene().contact.friction;
  scene.obstacles = side.simulation->scene().obstacles;
  auto next = build(scene);
  keep_materials(*side.simulation, *next);
  side.simulation = std::move(next);
  side.scene = std::move(scene);
  side.status = "ok";
  side.message.clear();
  side.source.begin(*side.simulation);
  show_shape(side);
}

}  // namespace conjac::serve
