#include "serve/inputs.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/check.h"
#include "serve/changes.h"
#include "serve/live_options.h"

namespace conjac::serve {
namespace {

using Json = nlohmann::ordered_json;

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

std::string cut(Simulation& simulation, const Command& command) {
  CutSweep sweep;
  sweep.points = command.stroke;
  sweep.direction = command.target;
  CutSpec cut;
  cut.shape = sweep;
  return simulation.cut(cut).text;
}

/// A step that failed under a pull, undone: the hand slips off, and the run goes on from rest. The
/// step is taken here too, where it is replayed: it leaves its factor behind.
void slip(Simulation& simulation) {
  simulation.let_go();
  const std::vector<double> rest(simulation.velocities().size(), 0.0);
  simulation.set_velocities(rest);
}

constexpr std::pair<Op, const char*> kNames[] = {{Op::grab, "grab"},
                                                 {Op::drag, "drag"},
                                                 {Op::let_go, "let_go"},
                                                 {Op::cut, "cut"},
                                                 {Op::wake, "wake"},
                                                 {Op::option, "option"},
                                                 {Op::activation, "activation"},
                                                 {Op::slip, "slip"},
                                                 {Op::change, "change"}};

Command::Point point_of(const Json& list) {
  require(list.is_array() && list.size() == 3, "a point has three numbers");
  return {list[0].get<double>(), list[1].get<double>(), list[2].get<double>()};
}

Json numbers(const Command::Point& point) {
  Json list = Json::array();
  for (const double c : point) list.push_back(c);
  return list;
}

}  // namespace

std::string apply_input(Simulation& simulation, const Command& command) {
  switch (command.op) {
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
      if (command.name == kStepSize)
        simulation.set_time_step(run_option(command.name, command.text));
      else
        change_method_option(simulation.options(), command.name, command.text);
      break;
    case Op::change:
      if (builds_anew(command.name))
        build_anew(simulation, command.name, command.text);
      else
        change_world(simulation, command.name, command.text);
      break;
    case Op::activation:
      activate(simulation, command);
      break;
    case Op::cut:
      return cut(simulation, command);
    case Op::slip:
      slip(simulation);
      break;
    default:
      throw Error(ErrorKind::usage, "this cannot be done to a simulation");
  }
  return {};
}

std::string input_line(long long step, const Command& command) {
  Json line{{"step", step}};
  for (const auto& [op, name] : kNames)
    if (op == command.op) line["do"] = name;
  if (command.number != 0) line["number"] = command.number;
  if (command.value != 0) line["value"] = command.value;
  if (!command.name.empty()) line["name"] = command.name, line["text"] = command.text;
  line["target"] = numbers(command.target);
  for (const Command::Point& point : command.stroke) line["stroke"].push_back(numbers(point));
  return line.dump() + "\n";
}

std::vector<Input> read_inputs(const std::string& text, const std::string& file) {
  std::vector<Input> inputs;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    try {
      const Json json = Json::parse(line);
      Input input;
      input.step = json.at("step").get<long long>();
      Command& command = input.command;
      const auto name = json.at("do").get<std::string>();
      bool known = false;
      for (const auto& [op, word] : kNames)
        if (name == word) command.op = op, known = true;
      command.number = json.value("number", 0u);
      command.value = json.value("value", 0.0);
      command.name = json.value("name", "");
      command.text = json.value("text", "");
      command.target = point_of(json.at("target"));
      if (json.contains("stroke"))
        for (const Json& point : json["stroke"]) command.stroke.push_back(point_of(point));
      require(known && (inputs.empty() || input.step >= inputs.back().step), "not in order");
      inputs.push_back(std::move(input));
    } catch (const std::exception& error) {
      throw Error(ErrorKind::bad_input, file + ":" + std::to_string(number) + ": damaged (" +
                                            error.what() + "); record the run again");
    }
  }
  return inputs;
}

}  // namespace conjac::serve
