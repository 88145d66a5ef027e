#pragma once

#include <functional>
#include <string>
#include <vector>

namespace conjac::paper {

/// What `reproduce` shall do. The table of cases is data (scenes/paper/cases.json): every case is a
/// scene with overrides, run into a folder of its own under `folder`.
struct ReproduceOptions {
  std::string cases_file;
  std::vector<std::string> scene_folders;  // where the scenes of the table are found
  std::vector<std::string> scenes;         // only cases of these scenes; empty: all
  bool quick = false;                      // only cases marked quick
  bool again = false;                      // run cases that are complete and fresh, too
  bool page_only = false;                  // run nothing, write the page from what there is
  std::string folder;                      // results
  std::string page;                        // the page, with its pictures in pictures/ beside it
  int threads = 1;                         // written into the results
  /// Seconds of work done and to do (as estimated in the table) and what is being done now. False
  /// stops: what is complete stays, the next call goes on from there.
  std::function<bool(double done, double total, const std::string& what)> progress;
  std::function<void(const std::string&)> notice;
};

/// A claim of the paper beside what came out here.
struct ClaimResult {
  std::string scene, paper, ours, verdict;  // verdict: holds, holds in part, does not hold, not run
};

struct ReproduceResult {
  int run = 0, fresh = 0;  // cases
  bool interrupted = false;
  std::vector<ClaimResult> claims;
  std::string page;  // written; empty when interrupted
};

/// Runs the cases that are not complete or no longer fresh (the scene, its mesh, an override or the
/// version of the program changed), measures them, and writes the page. Throws Error.
ReproduceResult reproduce(const ReproduceOptions& options);

/// Names of the scenes that have cases in the table, in its order.
std::vector<std::string> reproduced_scenes(const std::string& cases_file);

}  // namespace conjac::paper
