#pragma once

#include <functional>
#include <memory>
#include <string>

#include "serve/repertoire.h"

namespace conjac::serve {

struct ServerOptions {
  std::string host = "127.0.0.1";  // numeric
  int port = 0;                    // 0: any that is free
  std::string token;
};

/// When a server ends.
struct ServerEnd {
  std::function<bool()> interrupted;  // asked ten times a second
  std::function<void()> overdue;      // a step cannot be ended soon; then it is waited for
  double leave_after = 0;             // s without a page, once there was one; 0: never
};

/// HTTP and WebSocket in one thread (docs/viewer-protocol.md): the page, what it shows, and what it may
/// show instead.
class Server {
 public:
  /// Binds; throws Error(io) when the address cannot be had.
  Server(const ServerOptions& options, OnStage first, const Repertoire& repertoire);
  ~Server();

  std::string address() const;
  /// Answers until `end` says so, then says goodbye.
  void run(const ServerEnd& end);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace conjac::serve
