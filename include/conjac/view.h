#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conjac/recording.h"
#include "conjac/scene_spec.h"

namespace conjac {

/// How the viewer's server is reached.
struct ViewOptions {
  std::string host = "127.0.0.1";          // numeric; another than this machine's own needs a token
  int port = 0;                            // 0: any that is free
  std::string token;                       // empty: a random one
  std::vector<std::string> scene_folders;  // scenes that pages may start
  std::string results_folder;  // below it pages may open results and save; empty: nowhere
  std::function<void(const std::string& address)> ready;  // the address to open
  std::function<bool()> interrupted;                      // asked ten times a second: stop now?
  /// Ends once a page was there and none has been for so long, s; 0: it goes on.
  double leave_after = 0;
  /// The end is asked for, and a step cannot be ended within a second (a factorization under way).
  /// It is waited for after this, which may leave the program instead.
  std::function<void()> overdue;
};

struct ViewSide {
  SceneSpec scene;
  std::string label;
};

/// A scene as a side, called by its method; and the same beside it with the other method.
ViewSide view_side(const SceneSpec& scene);
ViewSide with_other_method(const ViewSide& side);

/// Serves a page that offers the scenes and results of the folders above, until interrupted.
void view_gallery(const ViewOptions& options);

/// Serves a page that shows one or two scenes running, until interrupted (docs/viewer-server.md).
void view_live(const std::vector<ViewSide>& sides, const ViewOptions& options);

/// The same for a simulation as it is, by its state (conjac/simulation.h): the page runs a copy of
/// it. Returns the state that was left.
std::string view_state(const std::string& state, const ViewOptions& options);

/// The same for one or two folders with the results of finished runs.
void view_results(const std::vector<std::string>& folders, const ViewOptions& options);

/// A live run that a page has recorded below the results folder (docs/format.md).
struct LiveRecording {
  std::string folder;
  std::string start, end;  // states; no end: the run diverged, or the program was killed
  long long steps = 0;
};
LiveRecording read_live_recording(const std::string& folder);
/// Takes its steps again, with all that was done to it, and records them as run() does. `simulation`
/// has the state it began with; afterwards it has the one it ended with, to the bit.
RunResult replay(Simulation& simulation, const LiveRecording& recording, RunOptions options);

/// One file that plays one or two results in any browser, without a server. Returns its size.
long long export_page(const std::vector<std::string>& folders, const std::string& file);

}  // namespace conjac
