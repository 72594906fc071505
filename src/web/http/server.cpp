#include "web/http/server.hpp"

#include "ludex/error.hpp"
#include "web/http/connection.hpp"
#include "web/http/exchange.hpp"
#include "web/http/response.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace ludex::web {

PoolLimits usual_pool_limits() {
  PoolLimits limits;
  limits.workers = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4);
  return limits;
}

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::uint16_t kFirstPort = 8080;
constexpr std::uint16_t kPortsTried = 100;
constexpr std::chrono::milliseconds kAcceptPause{100};
constexpr std::chrono::milliseconds kStreamEnds{1'000};  // wait until an ended stream is gone

using Connections = std::set<std::shared_ptr<Connection>>;

/// \throws boost::system::system_error
tcp::acceptor open_acceptor(asio::io_context& io, const tcp::endpoint& endpoint) {
  tcp::acceptor acceptor(io);
  acceptor.open(endpoint.protocol());
  acceptor.set_option(tcp::acceptor::reuse_address(true));
  if (endpoint.address().is_v6()) acceptor.set_option(asio::ip::v6_only(true));
  // A browser that we start must not keep the port.
  ::fcntl(acceptor.native_handle(), F_SETFD, FD_CLOEXEC);
  acceptor.bind(endpoint);
  acceptor.listen();
  return acceptor;
}

/// True if it means that the machine has no IPv6.
bool is_missing_family(const error_code& error) {
  return error == asio::error::address_family_not_supported ||
         error == boost::system::errc::address_not_available ||
         error == boost::system::errc::protocol_not_supported;
}

/// Both loopback addresses, on one port. \throws boost::system::system_error
std::vector<tcp::acceptor> listen_on_loopback(asio::io_context& io, std::uint16_t port) {
  std::vector<tcp::acceptor> acceptors;
  acceptors.push_back(open_acceptor(io, {asio::ip::address_v4::loopback(), port}));
  try {
    const std::uint16_t same = acceptors.front().local_endpoint().port();
    acceptors.push_back(open_acceptor(io, {asio::ip::address_v6::loopback(), same}));
  } catch (const boost::system::system_error& error) {
    if (!is_missing_family(error.code())) throw;
  }
  return acceptors;
}

std::vector<tcp::acceptor> listen_on(asio::io_context& io, const ListenAddress& where) {
  try {
    if (where.host == "localhost") return listen_on_loopback(io, where.port);
    std::vector<tcp::acceptor> acceptors;
    acceptors.push_back(open_acceptor(io, {asio::ip::make_address(where.host), where.port}));
    return acceptors;
  } catch (const boost::system::system_error& error) {
    throw Error(fmt::format("cannot listen on {}: {}", authority_of(where.host, where.port),
                            error.code().message()));
  }
}

/// Connections leave half of the descriptors to the handlers' files.
std::size_t connections_within(std::size_t wanted) {
  rlimit descriptors{};
  if (::getrlimit(RLIMIT_NOFILE, &descriptors) != 0) return wanted;
  return std::clamp<std::size_t>(descriptors.rlim_cur / 2, 1, wanted);
}

std::vector<tcp::acceptor> listen_on_free_port(asio::io_context& io) {
  for (std::uint16_t port = kFirstPort; port < kFirstPort + kPortsTried; ++port) {
    try {
      return listen_on_loopback(io, port);
    } catch (const boost::system::system_error& error) {
      if (error.code() == asio::error::address_in_use) continue;
      throw Error(fmt::format("cannot listen on {}: {}", authority_of("localhost", port),
                              error.code().message()));
    }
  }
  throw Error(fmt::format("no port from {} to {} is free; choose one with --listen", kFirstPort,
                          kFirstPort + kPortsTried - 1));
}

}  // namespace

/// The streams that are written. Every thread may use it.
class StreamTable {
 public:
  void add(Exchange& exchange) {
    const std::lock_guard lock(mutex_);
    streams_.push_back(&exchange);
  }
  void remove(Exchange& exchange) {
    const std::lock_guard lock(mutex_);
    std::erase(streams_, &exchange);
  }

  /// Ends the one that has waited longest for its reader. \returns false if none has `least`
  bool end_slowest(std::chrono::milliseconds least) {
    const std::lock_guard lock(mutex_);
    const auto since = [](const Exchange* one) {
      return one->waiting_since().value_or(Clock::time_point::max());
    };
    const auto slowest = std::ranges::min_element(streams_, {}, since);
    if (slowest == streams_.end() || since(*slowest) > Clock::now() - least) return false;
    (*slowest)->abandon();
    streams_.erase(slowest);
    return true;
  }

 private:
  std::mutex mutex_;
  std::vector<Exchange*> streams_;
};

class Server::Impl {
 public:
  Impl(const std::optional<ListenAddress>& listen, const ServerLimits& limits) {
    shared_.limits = limits;
    shared_.limits.connections = connections_within(limits.connections);
    shared_.remove = [this](const auto& connection) { remove(connection); };
    shared_.note_deadline = [this](Clock::time_point deadline) { note_deadline(deadline); };
    acceptors_ = listen ? listen_on(shared_.io, *listen) : listen_on_free_port(shared_.io);
  }

  [[nodiscard]] const std::vector<tcp::acceptor>& acceptors() const { return acceptors_; }

  void run(const HandlerFactory& factory, const Gate& gate, const std::stop_token& stop) {
    shared_.gate = gate;
    shared_.rules = {gate.decorate, gate.report,
                     [this](Exchange& exchange) { return begin_stream(exchange); },
                     [this](Exchange& exchange) { end_stream(exchange); }};
    shared_.pool.emplace(factory, shared_.limits.pool, gate.report);
    for (tcp::acceptor& acceptor : acceptors_) accept(acceptor);
    const std::stop_callback on_stop(stop,
                                     [this] { asio::post(shared_.io, [this] { begin_stop(); }); });
    try {
      shared_.io.run();
    } catch (...) {
      close_all();  // so that no worker waits for a client
      throw;
    }
    shared_.pool->stop();
  }

 private:
  /// On a worker's thread, as the next one.
  bool begin_stream(Exchange& exchange) {
    const bool has_place =
        shared_.pool->begin_stream() || (streams_.end_slowest(shared_.limits.stream_wait) &&
                                         shared_.pool->begin_stream(kStreamEnds));
    if (has_place) streams_.add(exchange);
    return has_place;
  }
  void end_stream(Exchange& exchange) {
    streams_.remove(exchange);
    shared_.pool->end_stream();
  }

  void accept(tcp::acceptor& acceptor) {
    acceptor.async_accept([this, &acceptor](const error_code& error, tcp::socket socket) {
      if (shared_.stopping) return;
      if (!error) take(std::move(socket));
      if (!error || error == asio::error::connection_aborted) return accept(acceptor);
      make_room(acceptor, error);
    });
  }

  /// The system has no descriptor or no memory for one more connection.
  void make_room(tcp::acceptor& acceptor, const error_code& error) {
    if (!std::exchange(has_reported_room_, true)) {
      shared_.gate.report(
          fmt::format("{}: closing idle connections to accept new ones", error.message()));
    }
    if (close_oldest()) return accept(acceptor);
    const auto pause = std::make_shared<asio::steady_timer>(shared_.io, kAcceptPause);
    pause->async_wait([this, &acceptor, pause](const error_code&) {
      if (!shared_.stopping) accept(acceptor);
    });
  }

  void take(tcp::socket socket) {
    error_code error;
    socket.non_blocking(true, error);
    if (error) return;
    socket.set_option(tcp::no_delay(true), error);
    if (connections_.size() >= shared_.limits.connections && !close_oldest()) {
      const std::string text = answer_text({}, {}, busy_response(), shared_.rules);
      socket.write_some(asio::buffer(text), error);  // as far as that goes
      return;
    }
    const auto connection = std::make_shared<Connection>(std::move(socket), shared_);
    connections_.insert(connection);
    connection->start();
  }

  /// Closes the connection that has been idle longest; where none is, the one that has been sending
  /// a request longest. \returns false where all are being answered.
  bool close_oldest() {
    using Phase = Connection::Phase;
    const auto order = [](const std::shared_ptr<Connection>& one) {
      const int rank = one->phase() == Phase::answering ? 2 : one->phase() == Phase::reading;
      return std::pair(rank, one->since());
    };
    const auto oldest = std::ranges::min_element(connections_, {}, order);
    if (oldest == connections_.end() || (*oldest)->phase() == Phase::answering) return false;
    (*oldest)->close();
    return true;
  }

  void remove(const std::shared_ptr<Connection>& connection) {
    connections_.erase(connection);
    stop_if_done();
  }

  /// One timer serves all connections: it goes off at the earliest deadline.
  void note_deadline(Clock::time_point deadline) {
    if (deadline >= next_sweep_) return;
    next_sweep_ = deadline;
    sweep_timer_.expires_at(deadline);
    sweep_timer_.async_wait([this](const error_code& error) {
      if (!error) sweep();
    });
  }

  void sweep() {
    const Clock::time_point now = Clock::now();
    for (const auto& connection : Connections(connections_)) {
      if (connection->deadline() <= now) connection->close();
    }
    next_sweep_ = kNever;
    Clock::time_point next = kNever;
    for (const auto& connection : connections_) next = std::min(next, connection->deadline());
    note_deadline(next);
  }

  void begin_stop() {
    shared_.stopping = true;
    for (tcp::acceptor& acceptor : acceptors_) {
      error_code ignored;
      acceptor.close(ignored);
    }
    for (const auto& connection : Connections(connections_)) connection->stop();
    grace_timer_.expires_after(shared_.limits.grace);
    grace_timer_.async_wait([this](const error_code& error) {
      if (!error) close_all();
    });
    stop_if_done();
  }

  void close_all() {
    for (const auto& connection : Connections(connections_)) connection->close();
  }

  void stop_if_done() {
    if (shared_.stopping && connections_.empty()) shared_.io.stop();
  }

  Shared shared_;
  std::vector<tcp::acceptor> acceptors_;
  Connections connections_;
  StreamTable streams_;
  asio::steady_timer sweep_timer_{shared_.io};
  asio::steady_timer grace_timer_{shared_.io};
  bool has_reported_room_ = false;
  Clock::time_point next_sweep_ = kNever;
};

Server::Server(const std::optional<ListenAddress>& listen, const ServerLimits& limits)
    : impl_(std::make_unique<Impl>(listen, limits)) {}
Server::~Server() = default;

std::uint16_t Server::port() const { return impl_->acceptors().front().local_endpoint().port(); }

std::vector<std::string> Server::addresses() const {
  std::vector<std::string> addresses;
  for (const tcp::acceptor& acceptor : impl_->acceptors()) {
    const tcp::endpoint endpoint = acceptor.local_endpoint();
    addresses.push_back(authority_of(endpoint.address().to_string(), endpoint.port()));
  }
  return addresses;
}

void Server::run(const HandlerFactory& factory, const Gate& gate, const std::stop_token& stop) {
  impl_->run(factory, gate, stop);
}

}  // namespace ludex::web
