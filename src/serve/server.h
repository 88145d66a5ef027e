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

/// HTTP and WebSocket in one thread (docs/viewer-protocol.md): the page, what it shows, and what it may
/// show instead.
class Server {
 public:
  /// Binds; throws Error(io) when the address cannot be had.
  Server(const ServerOptions& options, OnStage first, const Repertoire& repertoire);
  ~Server();

  std::string address() const;
  /// Answers until `interrupted` says so (asked ten times a second), then says goodbye.
  /// `overdue` is called when a step cannot be ended soon; then it is waited for.
  void run(const std::function<bool()>& interrupted, const std::function<void()>& overdue);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace conjac::serve
