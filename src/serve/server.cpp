// The only file that includes Boost: it takes half a minute to compile.
#include "serve/server.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>

#include "core/check.h"
#include "serve/bucket.h"
#include "serve/gate.h"
#include "serve/page.h"

namespace conjac::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kMostClients = 8;                 // WebSockets
constexpr std::size_t kMostConnections = 32;            // of any kind
constexpr std::size_t kMostHeadBytes = 8192;            // of a request
constexpr double kRequests = 40, kRequestBurst = 80;    // a second
constexpr double kCommands = 240, kCommandBurst = 480;  // a second and client
constexpr int kMostRefusals = 20;
constexpr int kPipe = 256 * 1024;        // bytes
constexpr std::size_t kMostQueued = 64;  // answers to one client
constexpr int kBeatsBetweenWork = 3;     // tenths of a second between words on a long step
constexpr std::chrono::milliseconds kGoodbye{300}, kEndPatience{400};  // of pages, of a step
constexpr auto kRequestTimeout = std::chrono::seconds(10);
constexpr auto kAnswerTimeout = std::chrono::seconds(300);
constexpr auto kIdleTimeout = std::chrono::seconds(60);

}  // namespace

struct Server::Impl {
  class Client;
  class Connection;

  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer timer{io};
  std::unique_ptr<Gate> gate;
  LiveRun* live;
  Message recording;
  std::string page, policy;
  std::size_t connections = 0;
  Bucket requests{kRequests, kRequestBurst};
  std::map<int, std::weak_ptr<Client>> clients;  // WebSockets that are open
  int next_client = 0;
  bool closing = false;
  int beats = 0;

  Impl(const ServerOptions& options, LiveRun* live_run, Message bytes);
  void accept();
  void watch(const std::function<bool()>& interrupted);
  void close();
  void news();
  void tell(int id, const Message& message);
  void count_watchers();
};

// ---- a WebSocket --------------------------------------------------------------------------------

class Server::Impl::Client : public std::enable_shared_from_this<Client> {
 public:
  Client(Impl& server, beast::tcp_stream&& stream, int id, bool turned_away)
      : server_(server),
        socket_(std::move(stream)),
        id_(id),
        turned_away_(turned_away),
        seen_(server.live->shown().size()) {}
  ~Client() { --server_.connections; }

  void begin(const http::request<http::empty_body>& request) {
    beast::get_lowest_layer(socket_).expires_never();
    // What lies in the pipe is old when it arrives: keep it short.
    error_code ignored;
    beast::get_lowest_layer(socket_).socket().set_option(asio::socket_base::send_buffer_size(kPipe),
                                                         ignored);
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = kRequestTimeout;
    timeout.idle_timeout = kIdleTimeout;
    timeout.keep_alive_pings = true;
    socket_.set_option(timeout);
    socket_.read_message_max(kMostBytes);
    socket_.auto_fragment(false);
    socket_.binary(true);
    socket_.async_accept(request, [self = shared_from_this()](error_code failure) {
      if (failure) return self->leave();
      if (self->turned_away_) return self->turn_away();
      self->open_ = true;
      self->server_.count_watchers();
      self->pump();
      self->read();
    });
  }

  /// Sends the next thing this client has not seen, unless something is on its way: whatever became
  /// outdated meanwhile is never sent.
  void pump() {
    if (!open_ || writing_) return;
    const Message next = next_message();
    if (!next) return;
    writing_ = next;
    socket_.async_write(asio::buffer(*next),
                        [self = shared_from_this()](error_code failure, std::size_t) {
                          self->writing_ = nullptr;
                          if (failure) return self->leave();
                          self->pump();
                        });
  }

  void answer(Message message) {
    if (answers_.size() < kMostQueued) answers_.push_back(std::move(message));
    pump();
  }

  void close(websocket::close_code code) {
    if (!open_) return;
    open_ = false;
    socket_.async_close(code, [self = shared_from_this()](error_code) { self->leave(); });
  }
  bool open() const { return open_; }
  std::uint32_t fields() const { return fields_; }

 private:
  struct Seen {
    std::uint64_t scene = 0, shape = 0, state = 0, frame = 0;
  };

  Message next_message() {
    if (!answers_.empty()) {
      Message message = std::move(answers_.front());
      answers_.pop_front();
      return message;
    }
    const std::vector<Shown> shown = server_.live->shown();
    for (std::size_t i = 0; i < shown.size(); ++i) {
      // Sides take turns, so that a slow client sees both.
      const std::size_t side = (turn_ + i) % shown.size();
      const Shown& has = shown[side];
      Seen& seen = seen_[side];
      const std::pair<const Shown::Item*, std::uint64_t*> items[] = {{&has.scene, &seen.scene},
                                                                     {&has.shape, &seen.shape},
                                                                     {&has.state, &seen.state},
                                                                     {&has.frame, &seen.frame}};
      for (const auto& [item, number] : items)
        if (item->message && item->number > *number) {
          *number = item->number;
          if (item == &has.frame) turn_ = side + 1;
          return item->message;
        }
    }
    return nullptr;
  }

  void read() {
    socket_.async_read(buffer_, [self = shared_from_this()](error_code failure, std::size_t) {
      if (failure) return self->leave();
      self->take();
      if (self->open_) self->read();
    });
  }

  /// A page learns why only from a socket that was open: browsers hide the status of a refusal.
  void turn_away() {
    const websocket::close_reason reason(
        websocket::close_code::try_again_later,
        std::to_string(kMostClients) + " pages are open, and there is no room for more");
    socket_.async_close(reason, [self = shared_from_this()](error_code) { self->leave(); });
  }

  void take() {
    const auto bytes = buffer_.cdata();
    Decoded decoded;
    if (!commands_.take())
      decoded.problem = "too many messages a second";
    else if (!socket_.got_binary())
      decoded.problem = "messages are binary";
    else
      decoded = decode_command({static_cast<const std::byte*>(bytes.data()), bytes.size()});
    buffer_.consume(buffer_.size());
    if (decoded.ok && decoded.command.op == Op::colour) {
      fields_ = decoded.command.number;
      server_.count_watchers();
    } else if (decoded.ok) {
      const std::uint32_t serial = decoded.command.serial;
      if (!server_.live->submit(id_, std::move(decoded.command)))
        error("the simulation has too many commands to do", serial);
    } else {
      error(decoded.problem, decoded.command.serial);
      if (++refusals_ >= kMostRefusals) close(websocket::close_code::policy_error);
    }
  }

  void error(const std::string& text, std::uint32_t serial) {
    const nlohmann::ordered_json json{{"type", "error"}, {"text", text}, {"serial", serial}};
    answer(std::make_shared<const std::string>(record::text_message({}, json.dump())));
  }

  void leave() {
    open_ = false;
    beast::error_code ignored;
    beast::get_lowest_layer(socket_).socket().close(ignored);
    if (server_.clients.erase(id_) > 0) {
      server_.live->left(id_);
      server_.count_watchers();
    }
    if (server_.closing && server_.clients.empty()) server_.io.stop();
  }

  Impl& server_;
  websocket::stream<beast::tcp_stream, false> socket_;  // never compressed
  int id_;
  bool turned_away_;
  beast::flat_buffer buffer_{kMostBytes};
  bool open_ = false;
  Message writing_;
  std::deque<Message> answers_;
  std::vector<Seen> seen_;
  std::size_t turn_ = 0;
  std::uint32_t fields_ = record::kSpeed;
  Bucket commands_{kCommands, kCommandBurst};
  int refusals_ = 0;
};

// ---- a request ----------------------------------------------------------------------------------

class Server::Impl::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Impl& server, tcp::socket&& socket) : server_(server), stream_(std::move(socket)) {
    ++server_.connections;
  }
  ~Connection() {
    if (!handed_over_) --server_.connections;
  }

  void read() {
    parser_.header_limit(kMostHeadBytes);
    parser_.body_limit(0);
    stream_.expires_after(kRequestTimeout);
    http::async_read(
        stream_, buffer_, parser_, [self = shared_from_this()](error_code failure, std::size_t) {
          if (!failure) return self->handle();
          if (failure == http::error::body_limit || failure == http::error::header_limit ||
              failure == http::error::unexpected_body)
            return self->refuse(413, "too long");
          if (failure.category() == make_error_code(http::error::bad_method).category())
            if (failure != http::error::end_of_stream) return self->refuse(400, "not a request");
        });
  }

 private:
  void handle() {
    const auto& request = parser_.get();
    Gate::Request asked{};
    const std::string method(request.method_string()), target(request.target());
    const std::string host(request[http::field::host]), origin(request[http::field::origin]);
    asked.method = method;
    asked.target = target;
    if (request.count(http::field::host) == 1) asked.host = host;
    if (request.count(http::field::origin) > 0) asked.origin = origin;
    asked.origins = request.count(http::field::origin) > 1;
    const Gate::Verdict verdict = server_.gate->judge(asked);
    if (verdict.way == Gate::Way::refused) return refuse(verdict.status, verdict.reason);
    if (!server_.requests.take()) return refuse(429, "too many requests");
    switch (verdict.way) {
      case Gate::Way::page:
        return respond(200, "text/html; charset=utf-8", server_.page);
      case Gate::Way::recording:
        if (!server_.recording) return refuse(404, "this is a live run");
        return respond(200, "application/octet-stream", *server_.recording);
      default:
        break;
    }
    if (!server_.live) return refuse(404, "this is a recording");
    if (!websocket::is_upgrade(request)) return refuse(400, "a WebSocket is needed");
    const bool full = server_.clients.size() >= kMostClients;
    const int id = server_.next_client++;
    handed_over_ = true;
    auto client = std::make_shared<Client>(server_, std::move(stream_), id, full);
    if (!full) server_.clients[id] = client;
    client->begin(request);
  }

  void refuse(int status, std::string_view reason) {
    text_ = std::string(reason) + "\n";
    respond(status, "text/plain; charset=utf-8", text_);
  }

  /// `body` outlives the answer: the page and the recording are the server's, text_ is ours.
  void respond(int status, const char* type, std::string_view body) {
    auto& response = response_;
    response.result(static_cast<http::status>(status));
    response.version(11);
    response.set(http::field::content_type, type);
    response.set(http::field::cache_control, "no-store");
    response.set(http::field::connection, "close");
    response.set("Content-Security-Policy", server_.policy);
    response.set("X-Content-Type-Options", "nosniff");
    response.set("X-Frame-Options", "DENY");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    if (status == 405) response.set(http::field::allow, "GET");
    response.body() = {body.data(), body.size()};
    response.prepare_payload();
    stream_.expires_after(kAnswerTimeout);
    http::async_write(stream_, response, [self = shared_from_this()](error_code, std::size_t) {
      beast::error_code ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  Impl& server_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{2 * kMostHeadBytes};
  http::request_parser<http::empty_body> parser_;
  http::response<http::span_body<const char>> response_;
  std::string text_;
  bool handed_over_ = false;
};

// ---- the server ---------------------------------------------------------------------------------

Server::Impl::Impl(const ServerOptions& options, LiveRun* live_run, Message bytes)
    : live(live_run), recording(std::move(bytes)) {
  error_code failure;
  const auto address = asio::ip::make_address(options.host, failure);
  require(!failure, "--host " + options.host + ": not a numeric address", ErrorKind::usage);
  const tcp::endpoint endpoint(address, static_cast<unsigned short>(options.port));
  acceptor.open(endpoint.protocol(), failure);
  if (!failure) acceptor.set_option(tcp::acceptor::reuse_address(true), failure);
  if (!failure) acceptor.bind(endpoint, failure);
  if (!failure) acceptor.listen(asio::socket_base::max_listen_connections, failure);
  require(!failure,
          options.host + ":" + std::to_string(options.port) + ": cannot listen there (" +
              failure.message() + "); choose another --port or none",
          ErrorKind::io);
  const std::string host = address.is_v6() ? "[" + options.host + "]" : options.host;
  gate = std::make_unique<Gate>(host + ":" + std::to_string(acceptor.local_endpoint().port()),
                                options.token);
  const std::string nonce = random_token();
  page = page_for(live ? "live" : "recording", nonce);
  policy = content_policy(gate->authority(), nonce);
}

void Server::Impl::accept() {
  acceptor.async_accept([this](error_code failure, tcp::socket socket) {
    if (closing) return;
    if (!failure && connections < kMostConnections) {
      error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      std::make_shared<Connection>(*this, std::move(socket))->read();
    }
    accept();
  });
}

void Server::Impl::count_watchers() {
  if (!live) return;
  int watching = 0;
  std::uint32_t fields = 0;
  for (const auto& [id, weak] : clients)
    if (const auto client = weak.lock(); client && client->open()) {
      ++watching;
      fields |= client->fields();
    }
  live->watched(watching, fields);
}

void Server::Impl::news() {
  const auto all = clients;
  for (const auto& [id, weak] : all)
    if (const auto client = weak.lock()) client->pump();
}

void Server::Impl::tell(int id, const Message& message) {
  const auto all = clients;
  for (const auto& [number, weak] : all)
    if (number == id || id == LiveRun::kEveryone)
      if (const auto client = weak.lock()) client->answer(message);
}

void Server::Impl::watch(const std::function<bool()>& interrupted) {
  timer.expires_after(std::chrono::milliseconds(100));
  timer.async_wait([this, &interrupted](error_code) {
    if (interrupted && interrupted()) return close();
    if (live && ++beats % kBeatsBetweenWork == 0)
      if (const Message work = live->work()) tell(LiveRun::kEveryone, work);
    watch(interrupted);
  });
}

void Server::Impl::close() {
  closing = true;
  error_code ignored;
  acceptor.close(ignored);
  const auto all = clients;
  for (const auto& [id, weak] : all)
    if (const auto client = weak.lock()) client->close(websocket::close_code::going_away);
  if (live) live->stop_within({});  // the step under way, meanwhile
  // Whoever does not say goodbye soon is left behind.
  timer.expires_after(kGoodbye);
  timer.async_wait([this](error_code failure) {
    if (!failure) io.stop();
  });
  asio::post(io, [this] {
    if (clients.empty()) io.stop();
  });
}

Server::Server(const ServerOptions& options, LiveRun* live, Message recording)
    : impl_(std::make_unique<Impl>(options, live, std::move(recording))) {}

Server::~Server() = default;

std::string Server::address() const {
  return impl_->gate->address();
}

void Server::run(const std::function<bool()>& interrupted, const std::function<void()>& overdue) {
  Impl& impl = *impl_;
  if (impl.live)
    impl.live->start({.news = [&impl] { asio::post(impl.io, [&impl] { impl.news(); }); },
                      .answer =
                          [&impl](int id, Message message) {
                            asio::post(impl.io, [&impl, id, message = std::move(message)] {
                              impl.tell(id, message);
                            });
                          }});
  impl.accept();
  impl.watch(interrupted);
  impl.io.run();
  if (!impl.live) return;
  if (!impl.live->stop_within(kEndPatience) && overdue) overdue();
  impl.live->join();
}

}  // namespace conjac::serve
