#pragma once

#include <string>
#include <vector>

#include "conjac/ranks.h"
#include "conjac/scene_spec.h"

namespace conjac::app {

/// Joins the ranks of mpirun, where there are any, for a run that they share. Of a failure the first
/// alone speaks.
void join_ranks();

/// The scene as the first rank reads it, on all of them.
SceneSpec scene_for_all(const std::string& name, const std::vector<std::string>& overrides);

/// Under mpirun: what only one process can do. Throws Error(usage).
void refuse_ranks(const std::string& command);

/// Says an error, once for all ranks that came to it, and returns its exit code. Where this rank is
/// alone with it the others are ended.
int report_failure(const std::string& text, int exit_code);

}  // namespace conjac::app
