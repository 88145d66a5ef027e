#pragma once

#include "serve/server_impl.h"

namespace conjac::serve {

inline constexpr double kCommands = 240, kCommandBurst = 480;  // a second and client
inline constexpr int kMostRefusals = 20;
inline constexpr int kPipe = 256 * 1024;        // bytes
inline constexpr std::size_t kMostQueued = 64;  // answers to one client
inline constexpr auto kIdleTimeout = std::chrono::seconds(60);

/// A WebSocket.
class Server::Impl::Client : public std::enable_shared_from_this<Client> {
 public:
  Client(Impl& server, beast::tcp_stream&& stream, int id, bool turned_away)
      : server_(server),
        live_(server.stage.live),
        socket_(std::move(stream)),
        id_(id),
        turned_away_(turned_away),
        seen_(live_->shown().size()) {}
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

  void close(const websocket::close_reason& code) {
    if (!open_) return;
    open_ = false;
    socket_.async_close(code, [self = shared_from_this()](error_code) { self->leave(); });
  }
  bool open() const { return open_; }
  const LiveRun* watches() const { return live_.get(); }
  const Wanted& wanted() const { return wanted_; }

 private:
  struct Seen {
    std::uint64_t scene = 0, shape = 0, roles = 0, state = 0, frame = 0;
  };

  Message next_message() {
    if (!answers_.empty()) {
      Message message = std::move(answers_.front());
      answers_.pop_front();
      return message;
    }
    const std::vector<Shown> shown = live_->shown();
    for (std::size_t i = 0; i < shown.size(); ++i) {
      // Sides take turns, so that a slow client sees both.
      const std::size_t side = (turn_ + i) % shown.size();
      const Shown& has = shown[side];
      Seen& seen = seen_[side];
      const std::pair<const Shown::Item*, std::uint64_t*> items[] = {{&has.scene, &seen.scene},
                                                                     {&has.shape, &seen.shape},
                                                                     {&has.roles, &seen.roles},
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
    if (decoded.ok && wants(decoded.command)) {
      server_.count_watchers();
    } else if (decoded.ok) {
      const std::uint32_t serial = decoded.command.serial;
      if (!live_->submit(id_, std::move(decoded.command)))
        error("the simulation has too many commands to do", serial);
    } else {
      error(decoded.problem, decoded.command.serial);
      if (++refusals_ >= kMostRefusals) close(websocket::close_code::policy_error);
    }
  }

  /// A command about frames, and not for the simulation.
  bool wants(const Command& command) {
    if (command.op == Op::colour) wanted_.fields = command.number;
    if (command.op == Op::probe)
      for (std::size_t side = 0; side < wanted_.probes.size(); ++side)
        if (command.side == side || command.side == kBothSides)
          wanted_.probes[side] = command.nodes;
    return command.op == Op::colour || command.op == Op::probe;
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
      live_->left(id_);
      server_.count_watchers();
    }
    if (server_.closing && server_.clients.empty()) server_.io.stop();
  }

  Impl& server_;
  std::shared_ptr<LiveRun> live_;  // what it came for, also when something else is on stage
  websocket::stream<beast::tcp_stream, false> socket_;  // never compressed
  int id_;
  bool turned_away_;
  beast::flat_buffer buffer_{kMostBytes};
  bool open_ = false;
  Message writing_;
  std::deque<Message> answers_;
  std::vector<Seen> seen_;
  std::size_t turn_ = 0;
  Wanted wanted_{.fields = record::kSpeed};
  Bucket commands_{kCommands, kCommandBurst};
  int refusals_ = 0;
};

}  // namespace conjac::serve
