#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "api/stream_source.h"
#include "conjac/simulation.h"
#include "serve/command.h"
#include "serve/kept_run.h"
#include "serve/rates.h"

namespace conjac::serve {

using Message = std::shared_ptr<const std::string>;

/// The newest of what one side has to show. Numbers grow with every new version, so that a client
/// knows what it has not seen.
struct Shown {
  struct Item {
    Message message;
    std::uint64_t number = 0;
  };
  Item scene, shape, roles, state, frame;
};

/// What frames carry besides places: fields, and nodes of each side whose numbers are exact.
struct Wanted {
  std::uint32_t fields = 0;
  std::array<std::vector<std::uint32_t>, 2> probes{};

  void add(const Wanted& other);
  bool operator==(const Wanted&) const = default;
};

/// One or two simulations in a thread of their own, beside each other in step. Commands go in,
/// messages come out; nobody outside is ever waited for. It rests while nobody watches.
class LiveRun {
 public:
  struct Side {
    SceneSpec scene;
    std::string label;
    std::string state = {};  // where it begins; empty: as the scene does
  };
  struct Hooks {
    std::function<void()> news;                       // something new is shown
    std::function<void(int client, Message)> answer;  // to one client, or to all
  };

  static constexpr int kEveryone = -1;

  /// Builds the simulations; throws what they throw.
  /// `results` is the folder below which pages may save; empty: nowhere.
  explicit LiveRun(const std::vector<Side>& sides, std::string results = {});
  ~LiveRun();
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  /// Hooks are called from the simulation's thread.
  void start(Hooks hooks);
  /// False: it is still at work after so long (a factorization cannot be ended); it will end later.
  bool stop_within(std::chrono::milliseconds patience);
  void join();
  std::string state_left() const { return sides_.front().simulation->state(); }  // after join()

  /// False: too many are waiting already. Drags that follow one another become one.
  bool submit(int client, Command command);
  /// What the solver is doing, once a step has taken a while; nothing while all goes well. From any
  /// thread.
  Message work() const;
  /// A client is gone: what it holds is let go.
  void left(int client);
  /// How many watch, and what they want between them.
  void watched(int clients, Wanted wanted);
  std::vector<Shown> shown() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    SceneSpec scene;  // as it begins
    std::string label;
    std::unique_ptr<Simulation> simulation;
    StreamSource source;
    std::string status = "ok", message;
    bool state_changed = true;
    int holder = kEveryone;         // client whose hand is on it; meaningless without a grip
    std::unique_ptr<KeptRun> kept;  // the recording under way
    std::optional<bool> background_before{};  // method.background_factor before the recording
    std::vector<std::string> before_cuts;     // states, the last cut last
  };
  struct Asked {
    int client;
    Command command;
  };

  void loop();
  void take_commands();
  void let_go_for(int client);
  bool means_the_same(const Command& command) const;
  void carry_out(const Asked& asked);
  void apply(Running& side, const Command& command);
  static void refuse_while_kept(const Running& side);
  void remember_for_undo(Running& side);
  void undo_cut(Running& side);
  void become(Running& side, const std::string& state);
  void keep(Running& side, const std::string& what, const std::string& name);
  void end_recording(Running& side, bool whole);
  void rebuild(Running& side, SceneSpec scene);
  void build_anew(Running& side, const Command& command);
  void tell_frequencies(Running& side);
  void tick();
  void advance(Running& side);
  std::unique_ptr<Simulation> build(const SceneSpec& scene);
  void end_step_soon();
  void tell(const Running& side, const std::string& text);
  void say(const Running& side, const std::string& json);
  bool can_run() const;
  void show_all();
  void show_shape(Running& side);
  void show_frames();
  void show_states();
  Message state_of(const Running& side) const;
  void put(Shown::Item Shown::*item, const Running& side, std::string message);

  std::vector<Running> sides_;
  std::string results_;
  bool playing_ = true;
  int steps_asked_ = 0;
  double speed_ = 1;
  Clock::time_point due_{}, last_shown_{};
  bool frame_due_ = true;
  RateMeter rates_;
  Hooks hooks_;
  // Shared with the step under way. Times are ticks of the clock; 0: none.
  std::shared_ptr<StepWatch> watch_ = std::make_shared<StepWatch>();
  std::atomic<Clock::rep> step_begin_{0}, step_end_by_{0};
  std::atomic<int> stepping_side_{0};
  std::atomic<bool> recording_{false};  // a step that is broken off leaves traces: none is, then

  mutable std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::deque<Asked> inbox_;
  std::vector<int> gone_;  // clients that have left since
  bool ended_ = false;     // the thread has come to its end
  std::vector<Shown> shown_;
  std::uint64_t number_ = 0;
  int watchers_ = 0;
  Wanted wanted_;
  bool newcomer_ = false, stop_ = false;
  std::thread thread_;
};

/// Nodes that are always dynamic become representative where nothing sleeps: the same run, and
/// somebody who watches may put them to sleep.
SceneSpec for_watching(SceneSpec scene);
/// The scene with this many dynamic nodes, placed by the program.
SceneSpec with_dynamic_nodes(SceneSpec scene, int count);

}  // namespace conjac::serve
