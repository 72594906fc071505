#pragma once

#include "web/http/message.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace ludex::web {

struct RequestLimits {
  std::size_t header_bytes = 8 * 1024;  ///< all header fields together
  std::size_t body_bytes = 64 * 1024;
};

/// How the client expects the answer to be framed.
struct Framing {
  bool is_head = false;     ///< header only
  bool has_chunks = true;   ///< HTTP/1.1: a body of unknown length comes in chunks
  bool keep_alive = false;  ///< the connection is used again
};

/// Reads one HTTP/1.1 or 1.0 request from the bytes of a connection, however they are cut.
/// Holds no more than the limits, and leaves bytes of the next request alone.
class RequestReader {
 public:
  explicit RequestReader(const RequestLimits& limits = {});
  ~RequestReader();
  RequestReader(RequestReader&&) noexcept;
  RequestReader& operator=(RequestReader&&) noexcept;

  enum class State {
    header,   ///< the header is incomplete
    body,     ///< the header is there, the body incomplete
    done,     ///< all is there
    refused,  ///< not HTTP, or over a limit; the connection cannot be used again
  };

  /// \param bytes  what came in and was not consumed by an earlier call, and more
  /// \returns how many of them are consumed. It stops once at the end of the header, so that the
  ///          caller can refuse a request before its body is read.
  std::size_t read(std::string_view bytes);

  [[nodiscard]] State state() const;
  /// Without its body while the state is `body`. \pre the state is `body` or `done`
  [[nodiscard]] Request& request();
  /// \pre the state is `body` or `done`
  [[nodiscard]] const Framing& framing() const;
  /// True if the client waits for "100 Continue" before it sends the body.
  [[nodiscard]] bool waits_to_continue() const;
  /// The answer to a refused request. \pre the state is `refused`
  [[nodiscard]] const Response& refusal() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ludex::web
