#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "api/stream_source.h"
#include "conjac/simulation.h"
#include "record/files.h"
#include "serve/command.h"

namespace conjac::serve {

/// A path below the results folder for a name from a page: letters, digits, - and _, nothing that is
/// there already. Throws Error(usage).
std::filesystem::path new_place(const std::string& results, const std::string& name,
                                const std::string& ending);
/// States that were saved below the results folder, by name, and their files.
std::vector<std::string> saved_states(const std::string& results);
std::filesystem::path saved_state(const std::string& results, const std::string& name);

/// A live run on its way into a results folder (docs/format.md): the state it begins with, what was
/// done to it and after which step, and what it looked like. conjac replay takes it again.
class KeptRun {
 public:
  KeptRun(const std::filesystem::path& folder, const std::string& name, Simulation& simulation,
          const std::string& label);

  const std::string& name() const { return name_; }
  const std::filesystem::path& folder() const { return folder_; }
  long long steps() const { return steps_; }
  void input(const Command& command);
  /// The same, of one that has put another simulation in the place of the first.
  void begin_anew(Simulation& simulation, const Command& command);
  void step(Simulation& simulation, const StepReport& report);
  /// The end; `whole`: it is one that can be compared with.
  void finish(Simulation& simulation, bool whole);

 private:
  void show(Simulation& simulation);
  void frame(Simulation& simulation);

  std::filesystem::path folder_;
  std::string name_, label_;
  record::AppendFile inputs_, stream_;
  StreamSource source_;
  long long steps_ = 0;
  double next_frame_ = 0;  // s
};

}  // namespace conjac::serve
