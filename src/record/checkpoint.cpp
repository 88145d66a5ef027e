#include "record/checkpoint.h"

#include <system_error>

#include "core/check.h"

namespace conjac::record {

void write_checkpoint(const Path& folder, std::string_view bytes) {
  const Path last = folder / kCheckpoint;
  const Path fresh = folder / ("." + std::string(kCheckpoint) + ".tmp");
  write_durably(fresh, bytes);
  std::error_code error;
  // Between the two the last one is missing: then the one before it is used.
  if (std::filesystem::exists(last, error))
    std::filesystem::rename(last, folder / kCheckpointBefore, error);
  if (!error) std::filesystem::rename(fresh, last, error);
  require(!error, "cannot write '" + last.string() + "': " + error.message() + ".", ErrorKind::io);
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
  std::error_code error;
  if (used.filename() == kCheckpointBefore) std::filesystem::remove(folder / kCheckpoint, error);
}

}  // namespace conjac::record
