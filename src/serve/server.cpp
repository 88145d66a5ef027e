// The only file that includes Boost.
#include "serve/server.h"

#include <utility>

#include "serve/web_request.h"

namespace conjac::serve {
namespace {

constexpr std::chrono::milliseconds kBeat{100};  // between two looks around
constexpr int kBeatsBetweenWork = 3;             // beats between words on a long step
constexpr std::chrono::milliseconds kGoodbye{300}, kEndPatience{400};  // of pages, of a step

}  // namespace

Server::Impl::Impl(const ServerOptions& options, OnStage first, const Repertoire& choice)
    : repertoire(choice), stage(std::move(first)) {
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
  nonce = random_token();
  page = std::make_shared<const std::string>(page_for(stage.mode(), nonce));
  policy = content_policy(gate->authority(), nonce);
}

Server::Impl::~Impl() {
  if (maker.joinable()) maker.join();
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
  if (!stage.live) return;
  int watching = 0;
  Wanted wanted;
  for (const auto& [id, weak] : clients)
    if (const auto client = weak.lock();
        client && client->open() && client->watches() == stage.live.get()) {
      ++watching;
      wanted.add(client->wanted());
    }
  stage.live->watched(watching, std::move(wanted));
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

void Server::Impl::watch(const ServerEnd& end) {
  timer.expires_after(kBeat);
  timer.async_wait([this, &end](error_code) {
    ++beats;
    if ((end.interrupted && end.interrupted()) || left(end)) return close();
    if (stage.live && beats % kBeatsBetweenWork == 0)
      if (const Message work = stage.live->work()) tell(LiveRun::kEveryone, work);
    watch(end);
  });
}

/// Pages were there, and have been gone for long enough not to be loading anew.
bool Server::Impl::left(const ServerEnd& end) {
  if (!clients.empty()) last_watched = beats;
  return end.leave_after > 0 && last_watched >= 0 &&
         (beats - last_watched) * std::chrono::duration<double>(kBeat).count() > end.leave_after;
}

void Server::Impl::close() {
  closing = true;
  error_code ignored;
  acceptor.close(ignored);
  const auto all = clients;
  for (const auto& [id, weak] : all)
    if (const auto client = weak.lock()) client->close(websocket::close_code::going_away);
  if (stage.live) stage.live->stop_within({});  // the step under way, meanwhile
  // Whoever does not say goodbye soon is left behind.
  timer.expires_after(kGoodbye);
  timer.async_wait([this](error_code failure) {
    if (!failure) io.stop();
  });
  asio::post(io, [this] {
    if (clients.empty()) io.stop();
  });
}

/// A scene may take seconds to build: pages are answered meanwhile.
void Server::Impl::put_on(Make make, Done done) {
  making = true;
  if (maker.joinable()) maker.join();  // at its end already
  maker = std::thread([this, make = std::move(make), done = std::move(done)] {
    OnStage next;
    int status = 200;
    std::string words = "on";
    try {
      next = make();
    } catch (const Error& error) {
      status = 400, words = error.what();
    } catch (const std::exception& error) {  // out of memory, perhaps
      status = 500, words = error.what();
    }
    asio::post(io, [this, status, words, done, next = std::move(next)]() mutable {
      making = false;
      if (status == 200) change_stage(std::move(next));
      done(status, words);
    });
  });
}

void Server::Impl::change_stage(OnStage next) {
  if (closing) return;
  const auto all = clients;
  for (const auto& [id, weak] : all)
    if (const auto client = weak.lock())
      client->close({static_cast<websocket::close_code>(kSomethingElse), "something else is on"});
  std::erase_if(retired, [](const OnStage& old) {
    return !old.live || old.live->stop_within(std::chrono::milliseconds(0));
  });
  if (stage.live) stage.live->stop_within({});
  retired.push_back(std::exchange(stage, std::move(next)));
  page = std::make_shared<const std::string>(page_for(stage.mode(), nonce));
  begin_run();
}

/// What an earlier run still says reaches nobody.
void Server::Impl::begin_run() {
  LiveRun* const live = stage.live.get();
  if (!live) return;
  live->start({.news =
                   [this, live] {
                     asio::post(io, [this, live] {
                       if (live == stage.live.get()) news();
                     });
                   },
               .answer =
                   [this, live](int id, Message message) {
                     asio::post(io, [this, live, id, message = std::move(message)] {
                       if (live == stage.live.get()) tell(id, message);
                     });
                   }});
}

Server::Server(const ServerOptions& options, OnStage first, const Repertoire& repertoire)
    : impl_(std::make_unique<Impl>(options, std::move(first), repertoire)) {}

Server::~Server() = default;

std::string Server::address() const {
  return impl_->gate->address();
}

void Server::run(const ServerEnd& end) {
  Impl& impl = *impl_;
  impl.begin_run();
  impl.accept();
  impl.watch(end);
  impl.io.run();
  bool ended = !impl.making;
  impl.retired.push_back(impl.stage);
  for (const OnStage& stage : impl.retired)
    ended = (!stage.live || stage.live->stop_within(kEndPatience)) && ended;
  if (!ended && end.overdue) end.overdue();
  for (const OnStage& stage : impl.retired)
    if (stage.live) stage.live->join();
}

}  // namespace conjac::serve
