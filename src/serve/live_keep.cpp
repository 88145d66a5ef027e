// What is kept of a live run: recordings, saved states, the moment before a cut.
#include <utility>

#include "core/check.h"
#include "record/files.h"
#include "serve/kept_run.h"
#include "serve/live.h"

namespace conjac::serve {
namespace {

constexpr std::size_t kMostUndone = 4;  // cuts that can be undone one after the other

}  // namespace

/// What cannot be taken again from inputs alone waits until the recording has ended.
void LiveRun::refuse_while_kept(const Running& side) {
  require(!side.kept, "the run is being recorded: end the recording first", ErrorKind::usage);
}

void LiveRun::remember_for_undo(Running& side) {
  side.before_cuts.push_back(side.simulation->state());
  if (side.before_cuts.size() > kMostUndone) side.before_cuts.erase(side.before_cuts.begin());
}

void LiveRun::undo_cut(Running& side) {
  require(!side.before_cuts.empty(), "there is no cut to undo", ErrorKind::usage);
  refuse_while_kept(side);
  become(side, side.before_cuts.back());
  side.before_cuts.pop_back();
  tell(side, "The cut is undone: the run goes on from the moment before it.");
}

/// Goes on from a state; its scene and options come with it.
void LiveRun::become(Running& side, const std::string& state) {
  side.simulation->set_state(state);
  side.simulation->let_go();  // whoever held it then does no more
  side.simulation->watch_by(watch_);
  side.status = "ok";
  side.message.clear();
  side.source.begin(*side.simulation);
  show_shape(side);
}

void LiveRun::keep(Running& side, const std::string& what, const std::string& name) {
  if (what == "save") {
    const auto file = new_place(results_, name, ".state");
    record::write_atomically(file, side.simulation->state());
    tell(side, "Saved as " + file.string());
  } else if (what == "load") {
    refuse_while_kept(side);
    become(side, record::read_whole(saved_state(results_, name)));
    side.scene = side.simulation->scene();
    side.before_cuts.clear();
    tell(side, "The run goes on from " + name + ".");
  } else if (what == "record") {
    refuse_while_kept(side);
    const std::filesystem::path folder = new_place(results_, name, "");
    // When a factor from the background arrives depends on the machine: none does while steps are to
    // be taken again. What is under way ends with the state the recording begins with.
    StepOptions& options = side.simulation->options();
    side.background_before = std::exchange(options.background_factor, false);
    become(side, side.simulation->state());
    side.kept = std::make_unique<KeptRun>(folder, name, *side.simulation, side.label);
    recording_ = true;
  } else if (what == "stop") {
    require(side.kept != nullptr, "nothing is being recorded", ErrorKind::usage);
    end_recording(side, true);
  } else {
    throw Error(ErrorKind::usage, what + ": save, load, record or stop");
  }
}

void LiveRun::end_recording(Running& side, bool whole) {
  if (!side.kept) return;
  const std::unique_ptr<KeptRun> kept = std::move(side.kept);
  recording_ = false;
  for (const Running& other : sides_) recording_ = recording_ || other.kept != nullptr;
  side.state_changed = true;
  kept->finish(*side.simulation, whole);
  side.simulation->options().background_factor = side.background_before;
  tell(side, "Recorded " + std::to_string(kept->steps()) + " steps in " + kept->folder().string() +
                 "; conjac replay takes them again.");
}

}  // namespace conjac::serve
