#pragma once

#include <string>

#include "conjac/simulation.h"

namespace conjac::serve {

/// What a person changes of the world while it runs, as `name` and a JSON value
/// (docs/viewer-protocol.md): gravity, friction, material. Throws Error(usage) that names what is
/// wrong, its unit and its range; then nothing has changed.
void change_world(Simulation& simulation, const std::string& name, const std::string& value);

/// Changes of who is held, who is dynamic and whether there is a floor: `hold`, `node`, `floor`.
/// The simulation becomes another one, which goes on from where it was: places, velocities, time,
/// numbers of the materials. Nothing else of the old one is left, so that a replay, which does the
/// same at the same step, has the same bits. It is watched by nobody and held by no hand then.
/// Throws Error(usage).
bool builds_anew(const std::string& name);
void build_anew(Simulation& simulation, const std::string& name, const std::string& value);
/// Numbers of the materials that were changed while it ran, where both have the same elements.
void keep_materials(const Simulation& before, Simulation& next);

/// What there is to change and how it stands, as JSON, for the state text.
std::string world_as_json(const Simulation& simulation);

}  // namespace conjac::serve
