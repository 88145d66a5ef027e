#pragma once

#include <string>
#include <vector>

namespace conjac::app {

/// The one of `words` that was probably meant; empty where none is near.
std::string nearest_word(const std::string& given, const std::vector<std::string>& words);

}  // namespace conjac::app
