#pragma once

#include "web/http/listen_address.hpp"
#include "web/http/message.hpp"
#include "web/http/request_reader.hpp"
#include "web/http/worker_pool.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ludex::web {

/// min(4, cores) workers.
[[nodiscard]] PoolLimits usual_pool_limits();

/// The limits for clients.
struct ServerLimits {
  RequestLimits request;
  PoolLimits pool = usual_pool_limits();
  /// For one more, the oldest idle one is closed; at most half of the process's descriptors.
  std::size_t connections = 128;

  std::chrono::milliseconds idle{60'000};          ///< between requests
  std::chrono::milliseconds request_time{10'000};  ///< for a whole header, and for a whole body
  std::chrono::milliseconds write{30'000};         ///< for 64 KiB of an answer
  /// Where all places for streams are taken, the one that has waited longest for its reader, and at
  /// least so long, is ended for a new one.
  std::chrono::milliseconds stream_wait{5'000};
  std::chrono::milliseconds linger{1'000};  ///< for a client to read why it was refused
  std::chrono::milliseconds grace{2'000};   ///< for answers under way when the server ends
};

/// The hooks between the connections and the handlers.
struct Gate {
  /// Refuses a request before its body is read and before a worker has it, or changes it. It must
  /// be quick: it runs on the I/O thread.
  std::function<std::optional<Response>(Request&)> admit;
  /// Adds the headers that every answer has; the request is empty where none could be read. Called
  /// on several threads.
  std::function<void(const Request&, Response&)> decorate;
  /// Gets a line for each failure that is no client's. Called on several threads.
  std::function<void(const std::string&)> report;
};

/// An HTTP/1.1 server: one I/O thread and a pool of workers.
class Server {
 public:
  /// Listens, so that clients can connect; they are served by run().
  /// \param listen  none: both loopback addresses, on port 8080 or the next that is free
  /// \throws Error if that address cannot be listened on
  explicit Server(const std::optional<ListenAddress>& listen, const ServerLimits& limits = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] std::uint16_t port() const;
  /// "127.0.0.1:8080", "[::1]:8080"
  [[nodiscard]] std::vector<std::string> addresses() const;

  /// Serves on the calling thread until a stop is requested: no new connections from then on, and
  /// answers under way have `grace` to end; after that their handlers are asked to stop. Once only.
  void run(const HandlerFactory& factory, const Gate& gate, const std::stop_token& stop);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ludex::web
