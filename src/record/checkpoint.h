#pragma once

#include <string_view>
#include <vector>

#include "record/files.h"

namespace conjac::record {

/// The two checkpoints of a results folder (docs/format.md): the last one, and the one before it.
inline constexpr const char* kCheckpoint = "checkpoint.cjcp";
inline constexpr const char* kCheckpointBefore = "checkpoint-before.cjcp";

/// Writes the last one; what was the last one is the one before from now on. At any moment, and
/// after a power cut at any moment, one of the two is whole. Throws Error(io); then what was the last
/// one still is, or is the one before.
void write_checkpoint(const Path& folder, std::string_view bytes);

/// Those that are there, the last one first.
std::vector<Path> checkpoints(const Path& folder);

/// A run goes on from this one: where it is the one before, the last one is spoilt and is removed, so
/// that it does not take the place of a whole one.
void go_on_from(const Path& folder, const Path& used);

}  // namespace conjac::record
