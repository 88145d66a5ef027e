#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace conjac {

using Json = nlohmann::ordered_json;

/// With two spaces of indentation, arrays and objects that fit on a line on one line.
std::string json_text(const Json& value);

}  // namespace conjac
