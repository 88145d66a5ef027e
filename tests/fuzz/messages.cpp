#include <cmath>

#include "fuzz/targets.h"
#include "serve/command.h"
#include "serve/gate.h"

namespace conjac::fuzz {

/// What a page sends over its WebSocket.
void message(std::string_view bytes) {
  const serve::Decoded decoded =
      serve::decode_command(std::as_bytes(std::span(bytes.data(), bytes.size())));
  if (!decoded.ok) {
    if (decoded.problem.empty()) broken("a message that is refused gets a reason");
    return;
  }
  if (!std::isfinite(decoded.command.value)) broken("numbers of a message are finite");
  for (const double x : decoded.command.target)
    if (!std::isfinite(x)) broken("numbers of a message are finite");
  for (const auto& point : decoded.command.stroke)
    for (const double x : point)
      if (!std::isfinite(x)) broken("numbers of a message are finite");
}

/// Method, target, Host and Origin, a line each; a line that is not there is a field that is not.
void request(std::string_view bytes) {
  constexpr std::string_view kToken = "0123456789abcdef0123456789abcdef", kHost = "127.0.0.1:8000";
  static const serve::Gate gate{std::string(kHost), std::string(kToken)};
  std::optional<std::string_view> lines[4];
  for (auto& line : lines) {
    if (bytes.empty()) break;
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  const serve::Gate::Request request{lines[0].value_or(""), lines[1].value_or(""), lines[2],
                                     lines[3], bytes.size() > 1};
  const serve::Gate::Verdict verdict = gate.judge(request);
  if (verdict.way == serve::Gate::Way::refused) {
    if (verdict.status < 400) broken("a request that is refused gets a status that says so");
  } else {
    if (request.host != kHost) broken("nobody comes in with another Host");
    if (request.target.find(kToken) == std::string_view::npos)
      broken("nobody comes in without the token");
    if (request.origins) broken("nobody comes in with two Origins");
  }
  if (lines[2]) serve::is_loopback(std::string(*lines[2]));
}

}  // namespace conjac::fuzz
