#pragma once

#include "serve/web_client.h"

namespace conjac::serve {

/// A request: judged by its head, answered, and done with. Only files and wishes have a body, and they
/// are read after the head has been let in.
class Server::Impl::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Impl& server, tcp::socket&& socket) : server_(server), stream_(std::move(socket)) {
    ++server_.connections;
  }
  ~Connection() {
    if (!handed_over_) --server_.connections;
    if (receives_) server_.receiving = false;
  }

  void read() {
    parser_.header_limit(kMostHeadBytes);
    parser_.body_limit(Repertoire::kMostDropped);
    stream_.expires_after(kRequestTimeout);
    http::async_read_header(stream_, buffer_, parser_,
                            [self = shared_from_this()](error_code failure, std::size_t) {
                              if (failure) return self->read_failed(failure);
                              self->handle();
                            });
  }

 private:
  void read_failed(error_code failure) {
    if (failure == http::error::body_limit || failure == http::error::header_limit ||
        failure == http::error::unexpected_body || failure == http::error::buffer_overflow)
      return refuse(413, "too long");
    if (failure.category() == make_error_code(http::error::bad_method).category())
      if (failure != http::error::end_of_stream) return refuse(400, "not a request");
  }

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
    if (verdict.way == Gate::Way::start || verdict.way == Gate::Way::drop)
      return receive(verdict.way);
    const bool has_body = parser_.chunked() || parser_.content_length().value_or(0) > 0;
    if (has_body) return refuse(413, "too long");
    switch (verdict.way) {
      case Gate::Way::page:
        return respond(200, "text/html; charset=utf-8", server_.page);
      case Gate::Way::gallery:
        return respond(200, "application/json",
                       std::make_shared<const std::string>(server_.repertoire.listing()));
      case Gate::Way::recording:
        if (!server_.stage.recording) return refuse(404, "there is no recording here");
        return respond(200, "application/octet-stream", server_.stage.recording);
      default:
        return join();
    }
  }

  void join() {
    const auto& request = parser_.get();
    if (!server_.stage.live) return refuse(404, "nothing runs here");
    if (!websocket::is_upgrade(request)) return refuse(400, "a WebSocket is needed");
    const bool full = server_.clients.size() >= kMostClients;
    const int id = server_.next_client++;
    handed_over_ = true;
    auto client = std::make_shared<Client>(server_, std::move(stream_), id, full);
    if (!full) server_.clients[id] = client;
    client->begin(http::request<http::empty_body>(request.base()));
  }

  /// The body of a wish or a file. One at a time: files are large.
  void receive(Gate::Way way) {
    const auto& request = parser_.get();
    if (request.count(http::field::content_encoding) > 0)
      return refuse(415, "send it as it is, not compressed");
    if (!parser_.content_length()) return refuse(411, "say how long it is");
    const std::size_t most =
        way == Gate::Way::drop ? Repertoire::kMostDropped : Repertoire::kMostWish;
    if (*parser_.content_length() > most) return refuse(413, "too long");
    if (server_.receiving || server_.making)
      return refuse(409, "another scene is being prepared; wait for it");
    const std::string name(request["X-Conjac-File"]);
    server_.receiving = receives_ = true;
    stream_.expires_after(kBodyTimeout);
    http::async_read(stream_, buffer_, parser_,
                     [self = shared_from_this(), way, name](error_code failure, std::size_t) {
                       if (failure) return self->read_failed(failure);
                       self->put_on(way, name);
                     });
  }

  void put_on(Gate::Way way, const std::string& name) {
    server_.receiving = receives_ = false;
    stream_.expires_never();
    const auto body = std::make_shared<const std::string>(std::move(parser_.get().body()));
    const Repertoire& repertoire = server_.repertoire;
    server_.put_on(
        [&repertoire, way, name, body] {
          return way == Gate::Way::drop ? repertoire.drop(name, *body) : repertoire.open(*body);
        },
        [self = shared_from_this()](int status, const std::string& words) {
          self->refuse(status, words);
        });
  }

  void refuse(int status, std::string_view reason) {
    respond(status, "text/plain; charset=utf-8",
            std::make_shared<const std::string>(std::string(reason) + "\n"));
  }

  void respond(int status, const char* type, Message body) {
    body_ = std::move(body);
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
    if (status == 405) response.set(http::field::allow, "GET, POST");
    response.body() = {body_->data(), body_->size()};
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
  http::request_parser<http::string_body> parser_;
  http::response<http::span_body<const char>> response_;
  Message body_;  // of the answer
  bool handed_over_ = false, receives_ = false;
};

}  // namespace conjac::serve
