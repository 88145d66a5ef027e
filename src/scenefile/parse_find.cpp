#include <algorithm>
#include <filesystem>

#include "conjac/error.h"
#include "scenefile/parse.h"
#include "scenefile/parse_problems.h"

namespace conjac {

namespace fs = std::filesystem;

std::vector<std::string> list_scenes(const std::string& folder) {
  std::vector<std::string> scenes;
  std::error_code failed;
  for (fs::directory_iterator file(folder, failed), end; !failed && file != end;
       file.increment(failed)) {
    std::error_code ignored;
    if (file->path().extension() == ".json" && file->is_regular_file(ignored))
      scenes.push_back(file->path().stem().string());
  }
  std::sort(scenes.begin(), scenes.end());
  return scenes;
}

std::string find_scene(const std::string& name_or_path, const std::vector<std::string>& folders) {
  std::error_code ignored;
  const fs::path given(name_or_path);
  const bool is_name = !given.has_parent_path() && given.extension() != ".json";
  // A name means a scene even where a file (an old binary, a results folder) is called the same.
  if (is_name)
    for (const std::string& folder : folders)
      if (const fs::path file = fs::path(folder) / (name_or_path + ".json");
          fs::is_regular_file(file, ignored))
        return file.string();
  if (fs::is_regular_file(given, ignored)) return name_or_path;

  std::vector<std::string> known;
  for (const std::string& folder : folders)
    for (std::string& name : list_scenes(folder)) known.push_back(std::move(name));
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  const std::string guess = did_you_mean(given.stem().string(), known);
  std::string list = known.empty() ? "no scenes were found in " + joined(folders)
                                   : "known scenes are " + joined(known);
  if (!guess.empty()) list[0] = static_cast<char>(list[0] - 'a' + 'A');  // after the question mark
  throw Error(ErrorKind::bad_input, name_or_path + ": there is no such scene" +
                                        (is_name ? "" : " file") + "; " + guess + list +
                                        "; or give the path of a .json file");
}

}  // namespace conjac
