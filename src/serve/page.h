#pragma once

#include <string>
#include <string_view>

namespace conjac::serve {

/// The page as it was built into the program (serve/page_bytes.cpp).
std::string_view embedded_page();

/// The page with its two words filled in (docs/viewer-protocol.md).
std::string page_for(std::string_view mode, std::string_view nonce);

/// What the page may load and do. `authority` is empty for a page without a server.
std::string content_policy(const std::string& authority, std::string_view nonce);

}  // namespace conjac::serve
