// What commands do to a live run.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/check.h"
#include "serve/live.h"
#include "serve/live_options.h"

namespace conjac::serve {
namespace {

constexpr int kMostStepsAsked = 100;

/// A target beyond this many sizes of the body is a slip of the hand.
constexpr double kLongestReach = 20;

void check_reach(const Simulation& simulation, const Triple& target) {
  const auto rest = simulation.rest_positions();
  double square = 0;
  for (int c = 0; c < simulation.dimension(); ++c)
    square += (target[c] - rest[c]) * (target[c] - rest[c]);
  require(std::sqrt(square) < kLongestReach * simulation.size(), "the target is too far away",
          ErrorKind::usage);
}

void activate(Simulation& simulation, const Command& command) {
  require(command.number == kEverything || command.number < simulation.body_names().size(),
          "there is no such body", ErrorKind::usage);
  const std::vector<int> bodies = simulation.element_bodies();
  std::vector<int> elements;
  for (const FiberView& fiber : simulation.fibers())
    if (command.number == kEverything ||
        static_cast<std::uint32_t>(bodies[static_cast<std::size_t>(fiber.element)]) ==
            command.number)
      elements.push_back(fiber.element);
  require(!elements.empty(), "nothing here has fibres that could be activated", ErrorKind::usage);
  simulation.set_activation(elements, command.value);
}

/// Another method drops an integrator that is not one of its own.
void change_method_option(StepOptions& options, const std::string& name, const std::string& value) {
  StepOptions changed = options;
  if (name == "name") changed.integrator.reset();
  set_option(changed, name, value);
  if (name == "name") {
    changed.integrator = options.integrator;
    if (!changed.integrator_fits()) changed.integrator.reset();
  }
  options = changed;
}

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
  Simulation& simulation = *side.simulation;
  switch (command.op) {
    case Op::reset:
      rebuild(side, side.scene);
      break;
    case Op::grab:
      require(command.number < static_cast<std::uint32_t>(simulation.nodes()),
              "there is no such node", ErrorKind::usage);
      check_reach(simulation, command.target);
      simulation.grab(static_cast<int>(command.number), command.target);
      break;
    case Op::drag:
      check_reach(simulation, command.target);
      simulation.drag(command.target);
      break;
    case Op::let_go:
      simulation.let_go();
      break;
    case Op::wake:
      require(command.number < static_cast<std::uint32_t>(simulation.representatives()),
              "there is no such representative node", ErrorKind::usage);
      simulation.set_wake(static_cast<int>(command.number),
                          static_cast<Wake>(static_cast<int>(command.value)));
      break;
    case Op::option:
      change_option(side, command.name, command.text);
      break;
    case Op::activation:
      activate(simulation, command);
      break;
    case Op::cut: {
      CutSweep sweep;
      sweep.points = command.stroke;
      sweep.direction = command.target;
      CutSpec cut;
      cut.shape = sweep;
      const CutReport report = simulation.cut(cut);
      if (side.source.outdated(simulation)) {
        side.source.begin(simulation);
        show_shape(side);
      }
      tell(side, report.text);
      break;
    }
    default:
      break;
  }
}

void LiveRun::change_option(Running& side, const std::string& name, const std::string& value) {
  if (name == kStepSize)
    side.simulation->set_time_step(run_option(name, value));
  else if (name == kDynamicNodes)
    rebuild(side, with_dynamic_nodes(side.scene, static_cast<int>(run_option(name, value))));
  else
    change_method_option(side.simulation->options(), name, value);
}

/// From the beginning, with the options of the moment.
void LiveRun::rebuild(Running& side, SceneSpec scene) {
  scene.method = side.simulation->options();
  scene.time.step = side.simulation->scene().time.step;
  side.simulation = build(scene);
  side.scene = std::move(scene);
  side.status = "ok";
  side.message.clear();
  side.source.begin(*side.simulation);
  show_shape(side);
}

}  // namespace conjac::serve
