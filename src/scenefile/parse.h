#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conjac/scene_spec.h"

namespace conjac {

/// Scene files are strict JSON; docs/scene-reference.md lists every key. All of these throw
/// Error(bad_input); its text has up to ten problems, one per line, each as
/// `file:line:column: key path: cause; remedy`.

/// Reads a scene. `overrides` are `path=value` texts, applied before anything is checked.
SceneSpec read_scene(const std::string& path, const std::vector<std::string>& overrides = {});

/// The same from text. Files the scene names are looked for relative to `base_folder`.
SceneSpec parse_scene(std::string_view text, const std::string& name_for_errors,
                      const std::string& base_folder,
                      const std::vector<std::string>& overrides = {});

/// A `cut` event without its time.
CutSpec parse_cut(std::string_view text, const std::string& base_folder);

/// The whole scene as a file would say it, defaults written out, selections spelt out. Reading it
/// back gives the same scene.
std::string scene_to_json(const SceneSpec& scene);

/// The file of a scene given by path, or by name: `twist` is twist.json in one of the folders.
std::string find_scene(const std::string& name_or_path, const std::vector<std::string>& folders);

/// Names of the scenes in a folder, sorted; none if there is no such folder.
std::vector<std::string> list_scenes(const std::string& folder);

}  // namespace conjac
