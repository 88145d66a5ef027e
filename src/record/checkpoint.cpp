#include "record/checkpoint.h"

#include <system_error>

#include "conjac/error.h"

namespace conjac::record {

void write_checkpoint(const Path& folder, std::string_view bytes) {
  const Path last = folder / kCheckpoint, before = folder / kCheckpointBefore;
  const Path fresh = folder / ("." + std::string(kCheckpoint) + ".tmp");
  write_durably(fresh, bytes);
  std::error_code error;
  const bool first = !std::filesystem::exists(last, error);
  bool moved = false;
  try {
    // Between the two the last one is missing: then the one before it is used.
    if (!first) rename_file(last, before), moved = true;
    rename_file(fresh, last);
  } catch (const Error&) {
    try {
      remove_file(fresh);
      if (moved) rename_file(before, last);
    } catch (const Error&) {  // the first one is the one to tell
    }
    throw;
  }
  sync_to_disk(folder);
}

std::vector<Path> checkpoints(const Path& folder) {
  std::vector<Path> found;
  for (const char* name : {kCheckpoint, kCheckpointBefore}) {
    std::error_code error;
    if (std::filesystem::is_regular_file(folder / name, error)) found.push_back(folder / name);
  }
  return found;
}

void go_on_from(const Path& folder, const Path& used) {
  if (used.filename() == kCheckpointBefore) remove_file(folder / kCheckpoint);
}

}  // namespace conjac::record
