#pragma once
// Boost takes half a minute to compile: this header and the two that build on it are for server.cpp
// alone.
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/check.h"
#include "serve/bucket.h"
#include "serve/gate.h"
#include "serve/page.h"
#include "serve/server.h"

namespace conjac::serve {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using boost::system::error_code;

inline constexpr std::size_t kMostClients = 8;               // WebSockets
inline constexpr std::size_t kMostConnections = 32;          // of any kind
inline constexpr std::size_t kMostHeadBytes = 8192;          // of a request
inline constexpr double kRequests = 40, kRequestBurst = 80;  // a second
inline constexpr auto kRequestTimeout = std::chrono::seconds(10);
inline constexpr auto kBodyTimeout = std::chrono::seconds(120);
inline constexpr auto kAnswerTimeout = std::chrono::seconds(300);
/// WebSocket close code: something else is on stage, so load the page anew.
inline constexpr std::uint16_t kSomethingElse = 4001;

struct Server::Impl {
  class Client;
  class Connection;
  /// Makes what goes on stage next, in a thread of its own; throws Error.
  using Make = std::function<OnStage()>;
  /// How that went: a status and words for the page.
  using Done = std::function<void(int status, std::string words)>;

  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer timer{io};
  std::unique_ptr<Gate> gate;
  const Repertoire& repertoire;
  OnStage stage;
  std::vector<OnStage> retired;  // still ending a step, perhaps
  std::string nonce, policy;
  Message page;
  std::size_t connections = 0;
  Bucket requests{kRequests, kRequestBurst};
  std::map<int, std::weak_ptr<Client>> clients;  // WebSockets that are open
  int next_client = 0;
  bool closing = false;
  int beats = 0;
  int last_watched = -1;                   // beat; -1: nobody has come yet
  bool receiving = false, making = false;  // a file; what goes on stage next
  std::thread maker;

  Impl(const ServerOptions& options, OnStage first, const Repertoire& choice);
  ~Impl();
  void accept();
  void watch(const ServerEnd& end);
  bool left(const ServerEnd& end);
  void close();
  void news();
  void tell(int id, const Message& message);
  void count_watchers();
  void put_on(Make make, Done done);
  void change_stage(OnStage next);
  void begin_run();
};

}  // namespace conjac::serve
