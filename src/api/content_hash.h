#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace conjac {

/// 128 bits of the bytes as 32 hexadecimal digits: to know things again, not to keep secrets.
std::string content_hash(std::string_view bytes);

/// What files named in a scene hold, instead of where they lie.
void replace_files_by_content(nlohmann::ordered_json& scene);

}  // namespace conjac
