#include "serve/page.h"

namespace conjac::serve {
namespace {

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at))
    text.replace(at, what.size(), by), at += by.size();
}

}  // namespace

std::string page_for(std::string_view mode, std::string_view nonce) {
  std::string page(embedded_page());
  replace_all(page, "CONJAC_NONCE", nonce);
  replace_all(page, "CONJAC_MODE", mode);
  return page;
}

std::string content_policy(const std::string& authority, std::string_view nonce) {
  std::string policy = "default-src 'none'; script-src 'nonce-" + std::string(nonce) +
                       "'; style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:; "
                       "base-uri 'none'; form-action 'none'";
  if (!authority.empty())
    policy +=
        "; connect-src http://" + authority + " ws://" + authority + "; frame-ancestors 'none'";
  return policy;
}

}  // namespace conjac::serve
