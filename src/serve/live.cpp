#include "serve/live.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "conjac/method_in_effect.h"
#include "core/check.h"
#include "serve/changes.h"
#include "serve/live_options.h"

namespace conjac::serve {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr std::size_t kMostWaiting = 256;
// Faster than screens is for nobody.
constexpr Seconds kBetweenFrames{1.0 / 65};
// A simulation that fell behind does not make up for more than this.
constexpr Seconds kMostCatchingUp{0.1};
// A command ends a step that has taken longer than this.
constexpr Seconds kPatience{0.3};
// From here on pages hear what the step is doing.
constexpr Seconds kLongStep{0.7};

Command plain_command(Op op) {
  Command command;
  command.op = op;
  return command;
}

}  // namespace

LiveRun::LiveRun(const std::vector<Side>& sides, std::string results)
    : results_(std::move(results)) {
  watch_->stop = [this] {
    const Clock::rep by = step_end_by_;
    return by != 0 && Clock::now().time_since_epoch().count() >= by;
  };
  shown_.resize(sides.size());
  for (std::size_t i = 0; i < sides.size(); ++i) {
    Running side{.scene = for_watching(sides[i].scene),
                 .label = sides[i].label,
                 .simulation = nullptr,
                 .source = StreamSource(static_cast<int>(i)),
                 .status = "ok",
                 .message = {},
                 .state_changed = true,
                 .holder = kEveryone,
                 .kept = nullptr,
                 .before_cuts = {}};
    side.simulation = build(side.scene);
    if (!sides[i].state.empty()) {
      side.simulation->set_state(sides[i].state);
      side.simulation->watch_by(watch_);
    }
    side.source.begin(*side.simulation);
    sides_.push_back(std::move(side));
  }
  show_all();
}

LiveRun::~LiveRun() {
  stop_within({});
  join();
}

void LiveRun::join() {
  if (thread_.joinable()) thread_.join();
}

void LiveRun::start(Hooks hooks) {
  hooks_ = std::move(hooks);
  thread_ = std::thread([this] {
    loop();
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  });
}

bool LiveRun::stop_within(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  stop_ = true;
  step_end_by_ = Clock::now().time_since_epoch().count();
  changed_.notify_all();
  return !thread_.joinable() || changed_.wait_for(lock, patience, [this] { return ended_; });
}

std::unique_ptr<Simulation> LiveRun::build(const SceneSpec& scene) {
  auto simulation = std::make_unique<Simulation>(scene);
  simulation->watch_by(watch_);
  return simulation;
}

/// Somebody wants something that a long step must not delay. A short one comes to its end; drags
/// never end a step, or a body that is pulled would not move at all. With the mutex held.
void LiveRun::end_step_soon() {
  const auto patience = std::chrono::duration_cast<Clock::duration>(kPatience).count();
  const Clock::rep begin = step_begin_;
  if (begin != 0 && !recording_) step_end_by_ = begin + patience;
}

Message LiveRun::work() const {
  const Clock::rep begin = step_begin_;
  if (begin == 0) return nullptr;
  const Clock::duration since(Clock::now().time_since_epoch().count() - begin);
  if (since < kLongStep) return nullptr;
  static constexpr const char* kStages[] = {"preparing", "factoring", "solving", "friction",
                                            "balancing"};
  const nlohmann::ordered_json text{{"type", "work"},
                                    {"seconds", Seconds(since).count()},
                                    {"stage", kStages[static_cast<int>(watch_->stage.load())]},
                                    {"tries", watch_->tries.load()},
                                    {"parts", watch_->parts.load()},
                                    {"halved", watch_->level.load()}};
  record::StreamHead head{};
  head.side = static_cast<std::uint8_t>(stepping_side_.load());
  return std::make_shared<const std::string>(record::text_message(head, text.dump()));
}

bool LiveRun::submit(int client, Command command) {
  {
    const std::lock_guard lock(mutex_);
    if (command.op == Op::drag && !inbox_.empty() && inbox_.back().client == client &&
        inbox_.back().command.op == Op::drag && inbox_.back().command.side == command.side) {
      inbox_.back().command = std::move(command);
      return true;
    }
    if (inbox_.size() >= kMostWaiting) return false;
    if (command.op != Op::drag && command.op != Op::grab && command.op != Op::play) end_step_soon();
    inbox_.push_back({client, std::move(command)});
  }
  changed_.notify_all();
  return true;
}

void LiveRun::left(int client) {
  {
    const std::lock_guard lock(mutex_);
    end_step_soon();
    gone_.push_back(client);
  }
  changed_.notify_all();
}

void Wanted::add(const Wanted& other) {
  fields |= other.fields;
  for (std::size_t side = 0; side < probes.size(); ++side)
    for (const std::uint32_t node : other.probes[side])
      if (std::ranges::find(probes[side], node) == probes[side].end()) probes[side].push_back(node);
}

void LiveRun::watched(int clients, Wanted wanted) {
  {
    const std::lock_guard lock(mutex_);
    newcomer_ = newcomer_ || clients > watchers_ || !(wanted == wanted_);
    watchers_ = clients;
    wanted_ = std::move(wanted);
  }
  changed_.notify_all();
}

std::vector<Shown> LiveRun::shown() const {
  const std::lock_guard lock(mutex_);
  return shown_;
}

bool LiveRun::can_run() const {
  return std::ranges::any_of(sides_, [](const Running& side) { return side.status == "ok"; });
}

void LiveRun::loop() {
  bool was_running = false;
  for (;;) {
    bool running = false;
    {
      std::unique_lock lock(mutex_);
      const auto wanted = [&] { return stop_ || !inbox_.empty() || !gone_.empty() || newcomer_; };
      running = (playing_ || steps_asked_ > 0) && watchers_ > 0 && can_run();
      if (!running)
        changed_.wait(lock, [&] {
          return wanted() || ((playing_ || steps_asked_ > 0) && watchers_ > 0 && can_run());
        });
      else if (steps_asked_ == 0)
        changed_.wait_until(lock, due_, wanted);
      if (stop_) break;
      if (newcomer_) frame_due_ = true;
      newcomer_ = false;
      running = (playing_ || steps_asked_ > 0) && watchers_ > 0 && can_run();
    }
    const auto now = Clock::now();
    if (running && !was_running) due_ = now, rates_.restart(now);
    take_commands();
    if (running && (steps_asked_ > 0 || (playing_ && Clock::now() >= due_))) tick();
    was_running = running && (playing_ || steps_asked_ > 0) && can_run();
    if (running && !was_running) rates_.forget(), frame_due_ = true;  // the last one before a rest
    show_states();
    show_frames();
  }
  for (Running& side : sides_) end_recording(side, true);
}

void LiveRun::take_commands() {
  std::deque<Asked> asked;
  std::vector<int> gone;
  {
    const std::lock_guard lock(mutex_);
    asked.swap(inbox_);
    gone.swap(gone_);
    if (!stop_) step_end_by_ = 0;
  }
  for (const Asked& one : asked) carry_out(one);
  for (int client : gone) let_go_for(client);
}

/// A grab must not outlive its page: whoever comes next would find the body held by nobody.
void LiveRun::let_go_for(int client) {
  for (Running& side : sides_) {
    if (side.holder != client || side.simulation->grip().node < 0) continue;
    apply(side, plain_command(Op::let_go));
    frame_due_ = true;
  }
}

/// All sides that were asked for step until they are where the first one is.
void LiveRun::tick() {
  const bool single = steps_asked_ > 0;
  if (single) --steps_asked_;
  // The side that is behind leads; those that are ahead of it wait.
  double behind = HUGE_VAL;
  for (const Running& side : sides_)
    if (side.status == "ok") behind = std::min(behind, side.simulation->time());
  double h = 0;
  for (Running& side : sides_) {
    const double step = side.simulation->scene().time.step;
    if (side.status != "ok" || side.simulation->time() > behind + 0.5 * step) continue;
    advance(side);
    h = std::max(h, step);
  }
  const auto now = Clock::now();
  rates_.step(h, now);
  if (single || speed_ == 0)
    due_ = now;
  else
    due_ = std::max(due_ + std::chrono::duration_cast<Clock::duration>(Seconds(h / speed_)),
                    now - std::chrono::duration_cast<Clock::duration>(kMostCatchingUp));
  frame_due_ = true;
}

void LiveRun::advance(Running& side) {
  try {
    stepping_side_ = static_cast<int>(&side - sides_.data());
    step_begin_ = Clock::now().time_since_epoch().count();
    const StepReport report = side.simulation->step();
    step_begin_ = 0;
    if (report.status == StepStatus::interrupted) return;  // taken again, when it is wanted
    if (report.status == StepStatus::ok) {
      side.source.step(report);
      if (side.kept) side.kept->step(*side.simulation, report);
      for (const CutReport& cut : report.cuts) tell(side, cut.text);
      if (side.source.outdated(*side.simulation)) {
        side.source.begin(*side.simulation);
        show_shape(side);
      }
      return;
    }
    side.message = report.message;
    // Most often it was pulled too hard: then the hand slips off and the run goes on from rest.
    if (side.simulation->grip().node >= 0) {
      apply(side, plain_command(Op::slip));
      side.message.clear();
      return tell(side, "That was too hard a pull: the node slipped off, the body begins at rest.");
    }
  } catch (const Error& error) {
    step_begin_ = 0;
    side.message = error.what();
  }
  side.status = "diverged";
  end_recording(side, false);  // what the failed step has left behind is not to be had again
  side.state_changed = true;
  if (!can_run()) playing_ = false;
}

void LiveRun::tell(const Running& side, const std::string& text) {
  const nlohmann::ordered_json json{{"type", "notice"}, {"text", text}};
  say(side, json.dump());
}

void LiveRun::say(const Running& side, const std::string& json) {
  if (hooks_.answer)
    hooks_.answer(kEveryone, std::make_shared<const std::string>(
                                 record::text_message(side.source.head(*side.simulation), json)));
}

void LiveRun::put(Shown::Item Shown::*item, const Running& side, std::string message) {
  const auto index = static_cast<std::size_t>(&side - sides_.data());
  auto shared = std::make_shared<const std::string>(std::move(message));
  const std::lock_guard lock(mutex_);
  shown_[index].*item = {std::move(shared), ++number_};
}

void LiveRun::show_all() {
  for (Running& side : sides_) show_shape(side);
  show_states();
  show_frames();
}

/// A new shape, with the scene text that goes with it; the old frame must not meet it.
void LiveRun::show_shape(Running& side) {
  const StreamSource::About about{.live = true,
                                  .sides = static_cast<int>(sides_.size()),
                                  .label = side.label,
                                  .can_cut = true,
                                  .option_table = fields_as_json(live_options())};
  auto scene = std::make_shared<const std::string>(side.source.scene_text(*side.simulation, about));
  auto shape = std::make_shared<const std::string>(side.source.shape(*side.simulation, true));
  const auto index = static_cast<std::size_t>(&side - sides_.data());
  const std::lock_guard lock(mutex_);
  shown_[index].scene = {std::move(scene), ++number_};
  shown_[index].shape = {std::move(shape), ++number_};
  shown_[index].roles = shown_[index].frame = {};
  side.state_changed = true;
  frame_due_ = true;
  last_shown_ = {};
}

void LiveRun::show_frames() {
  const auto now = Clock::now();
  const bool paced = playing_ && can_run() && now - last_shown_ < kBetweenFrames;
  if (!frame_due_ || paced) return;
  Wanted wanted;
  {
    const std::lock_guard lock(mutex_);
    wanted = wanted_;
  }
  for (Running& side : sides_) {
    const auto index = static_cast<std::size_t>(&side - sides_.data());
    if (std::string roles = side.source.new_roles(*side.simulation); !roles.empty())
      put(&Shown::roles, side, std::move(roles));
    put(&Shown::frame, side,
        side.source.live_frame(*side.simulation, wanted.fields,
                               {rates_.steps_per_second(), rates_.real_time_factor()},
                               wanted.probes[index]));
  }
  frame_due_ = false;
  last_shown_ = now;
  if (hooks_.news) hooks_.news();
}

void LiveRun::show_states() {
  bool any = false;
  for (Running& side : sides_) {
    if (!side.state_changed) continue;
    put(&Shown::state, side, *state_of(side));
    side.state_changed = false;
    any = true;
  }
  if (any && hooks_.news) hooks_.news();
}

Message LiveRun::state_of(const Running& side) const {
  const Simulation& simulation = *side.simulation;
  nlohmann::ordered_json text;
  text["type"] = "state";
  text["playing"] = playing_;
  text["speed"] = speed_;
  text["step"] = simulation.scene().time.step;
  text["options"] =
      nlohmann::ordered_json::parse(options_as_json(method_in_effect(simulation.scene())));
  text["unfit"] = nlohmann::ordered_json::parse(unfit_choices(side.simulation->scene().method));
  text["dynamic"] = simulation.representatives();
  auto wake = nlohmann::ordered_json::array();
  for (int k = 0; k < simulation.representatives(); ++k)
    wake.push_back(static_cast<int>(simulation.wake(k)));
  text["wake"] = wake;
  text["recording"] = side.kept ? side.kept->name() : "";
  text["undo"] = side.before_cuts.size();
  if (!results_.empty()) {
    auto saved = nlohmann::ordered_json::array();
    for (const std::string& name : saved_states(results_)) saved.push_back(name);
    text["saved"] = std::move(saved);
  }
  text["world"] = nlohmann::ordered_json::parse(world_as_json(simulation));
  text["status"] = side.status;
  text["message"] = side.message;
  return std::make_shared<const std::string>(
      record::text_message(side.source.head(simulation), text.dump()));
}

}  // namespace conjac::serve
