#include "serve/gate.h"

#include <arpa/inet.h>
#include <sys/random.h>

#include <array>
#include <cstring>

#include "core/check.h"

namespace conjac::serve {

Gate::Gate(std::string authority, std::string token)
    : authority_(std::move(authority)), token_(std::move(token)) {}

Gate::Verdict Gate::judge(const Request& request) const {
  const auto refuse = [](int status, std::string_view reason) {
    return Verdict{Way::refused, status, reason};
  };
  if (!request.host || *request.host != authority_) return refuse(403, "another host is meant");
  if (request.origins || (request.origin && *request.origin != origin()))
    return refuse(403, "another page asks");
  const bool post = request.method == "POST";
  if (!post && request.method != "GET") return refuse(405, "only GET and POST are answered");
  std::string_view target = request.target;
  if (target.empty() || target.front() != '/') return refuse(400, "no path");
  const std::size_t query = target.find('?');
  const std::string_view path = target.substr(0, query);
  const std::string_view rest =
      query == std::string_view::npos ? std::string_view() : target.substr(query + 1);
  constexpr std::string_view kKey = "token=";
  if (!rest.starts_with(kKey) || !equal_in_constant_time(rest.substr(kKey.size()), token_))
    return refuse(403, "the token is missing or wrong; use the address that conjac printed");
  if (post) {
    if (path != "/start" && path != "/drop") return refuse(405, "only GET is answered here");
    if (!request.origin) return refuse(403, "no page asks");
    return {path == "/start" ? Way::start : Way::drop, 200, {}};
  }
  if (path == "/start" || path == "/drop") return refuse(405, "only POST is answered here");
  if (path == "/gallery") return {Way::gallery, 200, {}};
  if (path == "/") return {Way::page, 200, {}};
  if (path == "/live") return {Way::live, 200, {}};
  if (path == "/recording") return {Way::recording, 200, {}};
  return refuse(404, "nothing is here");
}

std::string random_token() {
  std::array<unsigned char, 16> bytes;
  require(getentropy(bytes.data(), bytes.size()) == 0,
          "the system gives no random numbers; give a token with --token", ErrorKind::io);
  std::string text;
  for (unsigned char byte : bytes) {
    constexpr const char* kDigits = "0123456789abcdef";
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  unsigned char difference = a.size() != b.size();
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i] ^ (b.empty() ? 0 : b[i % b.size()]));
  return difference == 0;
}

std::optional<bool> is_loopback(const std::string& host) {
  in_addr four;
  in6_addr six;
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) return (ntohl(four.s_addr) >> 24) == 127;
  if (inet_pton(AF_INET6, host.c_str(), &six) == 1) return IN6_IS_ADDR_LOOPBACK(&six);
  return {};
}

}  // namespace conjac::serve
