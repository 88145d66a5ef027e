#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace conjac::record {

std::string to_base64(std::span<const std::byte> bytes);

/// Nothing when a character is not of the alphabet or the length is not a multiple of four.
std::optional<std::vector<std::byte>> from_base64(std::string_view text);

}  // namespace conjac::record
