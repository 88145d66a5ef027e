#pragma once

#include <string>

namespace conjac {

/// JSON Schema (draft 2020-12) of scene files, for editors and validators. It knows every key, type
/// and range; conditions between keys and the existence of files only the reader checks.
std::string scene_schema();

/// The reference page of scene files (docs/scene-reference.md) as Markdown.
std::string scene_reference();

}  // namespace conjac
