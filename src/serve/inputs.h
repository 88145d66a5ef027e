#pragma once

#include <string>
#include <vector>

#include "conjac/simulation.h"
#include "serve/command.h"

namespace conjac::serve {

/// Does to the simulation what a person asked for: grab, drag, let go, wake, option, activation, cut,
/// slip, change. The same for a run that is watched and for one that is replayed. Throws Error(usage) for
/// what cannot be done; then nothing has changed. Returns what is to be said about it, or nothing.
std::string apply_input(Simulation& simulation, const Command& command);

/// Such a command as a line of JSON, with the number of steps taken before it; and the way back.
std::string input_line(long long step, const Command& command);
struct Input {
  long long step = 0;
  Command command;
};
std::vector<Input> read_inputs(const std::string& text, const std::string& file);

}  // namespace conjac::serve
