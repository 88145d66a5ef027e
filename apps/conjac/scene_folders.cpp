#include <filesystem>

#include "commands.h"

namespace conjac::app {

std::vector<std::string> scene_folders() {
  namespace fs = std::filesystem;
  std::vector<std::string> folders{"scenes"};
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  if (!none)
    folders.push_back((program.parent_path().parent_path() / "share/conjac/scenes").string());
  folders.push_back(CONJAC_SCENES);
  std::vector<std::string> found;
  for (const std::string& folder : folders)
    if (fs::is_directory(folder, none)) found.push_back(folder);
  return found;
}

}  // namespace conjac::app
