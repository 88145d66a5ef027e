#include "rank_setup.h"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <cstdlib>

#include "commands.h"
#include "conjac/conjac.h"

namespace conjac::app {

void join_ranks() {
  const RankPlace launched = launched_place();
  if (launched.alone()) return;
  try {
    start_ranks();
  } catch (const Error& error) {
    if (launched.first()) throw;
    std::exit(static_cast<int>(error.kind()));
  }
}

SceneSpec scene_for_all(const std::string& name, const std::vector<std::string>& overrides) {
  if (rank_place().alone()) return load_scene(name, overrides, scene_folders());
  SceneSpec scene;
  std::string text, file, problem;
  if (rank_place().first()) {
    scene = load_scene(name, overrides, scene_folders());
    text = scene_as_json(scene);
    file = scene.file;
  }
  text = text_of_first_rank(text);
  file = text_of_first_rank(file);
  return scene_from_json(text, file, "");
}

void refuse_ranks(const std::string& command) {
  constexpr std::array<const char*, 3> kKnow = {"run", "sweep", "doctor"};
  for (const char* one : kKnow)
    if (command == one) return;
  const RankPlace launched = launched_place();
  if (launched.alone() || command.empty() || command[0] == '-') return;
  const std::string text = fmt::format(
      "conjac {} works in one process, and the launcher (mpirun, srun) has started {}; start it "
      "without one. conjac run shares a run among them, conjac sweep its runs",
      command, launched.size);
  if (!launched.first()) std::exit(static_cast<int>(ErrorKind::usage));
  throw Error(ErrorKind::usage, text);
}

int report_failure(const std::string& text, int exit_code) {
  const RankFailure failure = rank_failed();
  if (failure.says_so) fmt::print(stderr, "conjac: error: {}\n", text);
  if (failure.alone) end_all_ranks(exit_code);
  return exit_code;
}

}  // namespace conjac::app
