#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace conjac::serve {

/// Who may come in. Browsers let any page on the web send requests to this machine; what keeps them
/// out is that Host and Origin are exactly ours and that the address holds a secret.
class Gate {
 public:
  /// `authority` is host:port as the printed address has it.
  Gate(std::string authority, std::string token);

  struct Request {
    std::string_view method;
    std::string_view target;
    std::optional<std::string_view> host;    // nothing when absent or given twice
    std::optional<std::string_view> origin;  // nothing when absent
    bool origins = false;                    // more than one Origin
  };
  /// The last two are for POST, which needs our own Origin.
  enum class Way { page, live, recording, gallery, start, drop, refused };
  struct Verdict {
    Way way = Way::refused;
    int status = 200;
    std::string_view reason;
  };
  Verdict judge(const Request& request) const;

  const std::string& authority() const { return authority_; }
  std::string origin() const { return "http://" + authority_; }
  /// The whole address, with the token.
  std::string address() const { return origin() + "/?token=" + token_; }

 private:
  std::string authority_, token_;
};

/// 32 hexadecimal digits from the operating system's random numbers.
std::string random_token();

/// Takes the same time wherever the texts differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

/// A numeric address: is it this machine's own? Nothing when it is no address.
std::optional<bool> is_loopback(const std::string& host);

}  // namespace conjac::serve
