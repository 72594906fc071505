#pragma once

#include "web/http/exchange.hpp"
#include "web/http/request_reader.hpp"
#include "web/http/server.hpp"
#include "web/http/worker_pool.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace ludex::web {

class Connection;
class SocketExchange;
using Clock = std::chrono::steady_clock;
constexpr auto kNever = Clock::time_point::max();

/// The state that the connections of a server share. Used on the I/O thread only, except the pool.
struct Shared {
  boost::asio::io_context io{1};
  ServerLimits limits;
  Gate gate;
  AnswerRules rules;
  std::optional<WorkerPool> pool;
  std::array<char, 64 * 1024> scratch{};  ///< buffer for reading
  bool stopping = false;
  std::function<void(const std::shared_ptr<Connection>&)> remove;  ///< a connection is closed
  std::function<void(Clock::time_point)> note_deadline;            ///< one has a deadline
};

/// The connection of a client: reads requests one after the other, has each answered, and notices
/// when the client closes it meanwhile. All on the I/O thread.
class Connection final : public std::enable_shared_from_this<Connection> {
 public:
  enum class Phase {
    idle,       ///< between requests
    reading,    ///< a request is incomplete
    answering,  ///< a worker has it, or its answer is being written
    draining,   ///< refused; the client may read why
    closed,
  };

  Connection(boost::asio::ip::tcp::socket socket, Shared& shared)
      : socket_(std::move(socket)), shared_(shared), reader_(shared.limits.request) {}

  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] Clock::time_point since() const { return since_; }
  [[nodiscard]] Clock::time_point deadline() const { return deadline_; }

  void start() {
    enter(Phase::idle, shared_.limits.idle);
    wait_for_bytes();
  }
  /// The handler at work, if any, is asked to stop.
  void close();
  /// The server ends: closes unless an answer is under way.
  void stop() {
    if (phase_ != Phase::answering) close();
  }

  /// Bytes of the answer; SocketExchange::note_sent() says when the next ones may come.
  void write(std::string bytes);
  /// All bytes of the answer were given to write().
  void end_answer(bool keep_alive);

 private:
  void enter(Phase phase, std::chrono::milliseconds limit) {
    phase_ = phase;
    since_ = Clock::now();
    set_deadline(limit);
  }
  void set_deadline(std::chrono::milliseconds limit) {
    deadline_ = Clock::now() + limit;
    shared_.note_deadline(deadline_);
  }

  void wait_for_bytes();
  void take_bytes();
  void advance();
  void read_request();
  /// \returns false where the request was refused.
  bool admit();
  void submit();
  void refuse(Response response, bool keep_alive);
  void answer_here(const Request& request, const Framing& framing, Response response);
  void write_more();
  void finish_answer();
  void drain();

  boost::asio::ip::tcp::socket socket_;
  Shared& shared_;
  RequestReader reader_;
  std::string bytes_;  // received, not yet consumed
  std::shared_ptr<SocketExchange> exchange_;
  std::string outgoing_;
  std::size_t written_ = 0;  // of outgoing_
  Phase phase_ = Phase::idle;
  Clock::time_point since_{};
  Clock::time_point deadline_ = kNever;
  bool is_waiting_ = false;
  bool is_writing_ = false;
  bool has_ended_ = false;   // the answer is complete except for pending writes
  bool keep_alive_ = true;   // after the answer
  bool must_drain_ = false;  // the client may still be sending the refused request
};

}  // namespace ludex::web
