#include "web/http/connection.hpp"

#include "web/http/response.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace ludex::web {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kWriteBytes = 64 * 1024;
/// Limit for bytes of further requests read while an answer is computed.
constexpr std::size_t kAheadBytes = 16 * 1024;

}  // namespace

/// A request of a connection, shared with the worker that answers it.
class SocketExchange final : public Exchange {
 public:
  SocketExchange(Request request, const Framing& framing, asio::io_context& io,
                 std::shared_ptr<Connection> connection)
      : Exchange(std::move(request), framing), io_(io), connection_(std::move(connection)) {}

  [[nodiscard]] std::stop_token stop_token() const override { return stop_.get_token(); }
  bool send(std::string bytes) override;
  void end(bool keep_alive) override;
  [[nodiscard]] std::optional<Clock::time_point> waiting_since() const override {
    const std::lock_guard lock(mutex_);
    return waiting_since_;
  }
  void abandon() override {
    asio::post(io_, [connection = connection_] { connection->close(); });
  }

  /// On the I/O thread: the passed bytes are being sent.
  void note_sent() {
    const std::lock_guard lock(mutex_);
    is_sending_ = false;
    changed_.notify_one();
  }
  /// On the I/O thread: the client is gone.
  void drop() {
    {
      const std::lock_guard lock(mutex_);
      is_gone_ = true;
      changed_.notify_one();
    }
    stop_.request_stop();
  }

 private:
  asio::io_context& io_;
  std::shared_ptr<Connection> connection_;
  std::stop_source stop_;
  mutable std::mutex mutex_;  // for all below
  std::condition_variable changed_;
  std::optional<Clock::time_point> waiting_since_;
  bool is_sending_ = false;
  bool is_gone_ = false;
};

bool SocketExchange::send(std::string bytes) {
  std::unique_lock lock(mutex_);
  waiting_since_ = Clock::now();
  changed_.wait(lock, [&] { return !is_sending_ || is_gone_; });
  waiting_since_.reset();
  if (is_gone_) return false;
  is_sending_ = true;
  lock.unlock();
  asio::post(io_, [connection = connection_, bytes = std::move(bytes)]() mutable {
    connection->write(std::move(bytes));
  });
  return true;
}

void SocketExchange::end(bool keep_alive) {
  asio::post(io_, [connection = connection_, keep_alive] { connection->end_answer(keep_alive); });
}

void Connection::close() {
  if (phase_ == Phase::closed) return;
  phase_ = Phase::closed;
  deadline_ = kNever;
  const auto self = shared_from_this();
  error_code ignored;
  socket_.close(ignored);
  if (exchange_) std::exchange(exchange_, nullptr)->drop();
  shared_.remove(self);
}

void Connection::wait_for_bytes() {
  if (is_waiting_ || phase_ == Phase::closed) return;
  if (phase_ == Phase::answering && bytes_.size() >= kAheadBytes) return;
  is_waiting_ = true;
  socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](const error_code& error) {
    self->is_waiting_ = false;
    if (self->phase_ == Phase::closed) return;
    if (error) return self->close();
    self->take_bytes();
  });
}

void Connection::take_bytes() {
  error_code error;
  const std::size_t count = socket_.read_some(asio::buffer(shared_.scratch), error);
  if (error == asio::error::would_block) return wait_for_bytes();
  if (error) return close();  // also at the end of the stream: nobody waits for the answer
  if (phase_ != Phase::draining) bytes_.append(shared_.scratch.data(), count);
  advance();
}

void Connection::advance() {
  if (phase_ == Phase::idle && !bytes_.empty()) enter(Phase::reading, shared_.limits.request_time);
  if (phase_ == Phase::reading) return read_request();
  wait_for_bytes();
}

void Connection::read_request() {
  using State = RequestReader::State;
  const bool in_header = reader_.state() == State::header;
  bytes_.erase(0, reader_.read(bytes_));
  if (reader_.state() == State::refused) return refuse(reader_.refusal(), false);
  if (in_header && reader_.state() != State::header) {
    if (!admit()) return;
    if (reader_.state() == State::body) {
      set_deadline(shared_.limits.request_time);
      if (reader_.waits_to_continue()) {
        error_code ignored;  // such a client sends its body after a while anyway
        socket_.write_some(asio::buffer("HTTP/1.1 100 Continue\r\n\r\n", 25), ignored);
      }
      if (!bytes_.empty()) return read_request();
    }
  }
  if (reader_.state() == State::done) return submit();
  wait_for_bytes();
}

bool Connection::admit() {
  std::optional<Response> refusal = shared_.gate.admit(reader_.request());
  if (!refusal) return true;
  const bool is_whole = reader_.state() == RequestReader::State::done;
  refuse(std::move(*refusal), is_whole && reader_.framing().keep_alive);
  return false;
}

void Connection::submit() {
  phase_ = Phase::answering;
  deadline_ = kNever;
  exchange_ = std::make_shared<SocketExchange>(std::move(reader_.request()), reader_.framing(),
                                               shared_.io, shared_from_this());
  const auto task = [exchange = exchange_, &rules = shared_.rules](Handler* handler) {
    answer(*exchange, handler, rules);
  };
  if (shared_.pool->submit(task)) return wait_for_bytes();
  const std::shared_ptr<SocketExchange> refused = std::exchange(exchange_, nullptr);
  answer_here(refused->request(), refused->framing(), busy_response());
}

void Connection::answer_here(const Request& request, const Framing& framing, Response response) {
  phase_ = Phase::answering;
  has_ended_ = true;
  keep_alive_ = framing.keep_alive;
  write(answer_text(request, framing, std::move(response), shared_.rules));
}

void Connection::refuse(Response response, bool keep_alive) {
  must_drain_ = reader_.state() != RequestReader::State::done;
  Framing framing = reader_.framing();
  framing.keep_alive = keep_alive;
  answer_here(reader_.request(), framing, std::move(response));
}

void Connection::write(std::string bytes) {
  if (phase_ == Phase::closed) return;
  outgoing_ = std::move(bytes);
  written_ = 0;
  is_writing_ = true;
  write_more();
}

void Connection::write_more() {
  set_deadline(shared_.limits.write);
  const std::size_t size = std::min(kWriteBytes, outgoing_.size() - written_);
  asio::async_write(socket_, asio::buffer(outgoing_.data() + written_, size),
                    [self = shared_from_this()](const error_code& error, std::size_t count) {
                      if (self->phase_ == Phase::closed) return;
                      if (error) return self->close();
                      self->written_ += count;
                      if (self->written_ < self->outgoing_.size()) return self->write_more();
                      self->is_writing_ = false;
                      self->deadline_ = kNever;
                      self->outgoing_ = {};
                      if (self->exchange_) self->exchange_->note_sent();
                      if (self->has_ended_) self->finish_answer();
                    });
}

void Connection::end_answer(bool keep_alive) {
  if (phase_ == Phase::closed) return;
  keep_alive_ = keep_alive;
  has_ended_ = true;
  if (!is_writing_) finish_answer();
}

void Connection::finish_answer() {
  exchange_.reset();
  if (must_drain_ && !shared_.stopping) return drain();
  if (!keep_alive_ || shared_.stopping) return close();
  has_ended_ = false;
  reader_ = RequestReader(shared_.limits.request);
  enter(Phase::idle, shared_.limits.idle);
  advance();
}

void Connection::drain() {
  error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
  bytes_ = {};
  enter(Phase::draining, shared_.limits.linger);
  wait_for_bytes();
}

}  // namespace ludex::web
