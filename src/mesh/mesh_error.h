#pragma once

#include <optional>
#include <string>

#include "conjac/error.h"
#include "mesh/raw_mesh.h"

namespace conjac {

/// Throws "bar.mesh, line 12, element 3: cause. remedy."
[[noreturn]] inline void mesh_error(const std::string& file, Place place, const std::string& cause,
                                    std::optional<std::int64_t> element = {}) {
  std::string text = file + (place.is_byte ? ", byte " : ", line ") + std::to_string(place.at);
  if (element) text += ", element " + std::to_string(*element);
  throw Error(ErrorKind::bad_input, text + ": " + cause);
}

}  // namespace conjac
