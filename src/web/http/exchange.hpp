#pragma once

#include "web/http/message.hpp"
#include "web/http/request_reader.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace ludex::web {

/// A request on its way through a worker, and the way back to its client.
class Exchange {
 public:
  Exchange(Request request, const Framing& framing)
      : request_(std::move(request)), framing_(framing) {}
  virtual ~Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  [[nodiscard]] const Request& request() const { return request_; }
  [[nodiscard]] const Framing& framing() const { return framing_; }
  /// Stop is requested when the client is gone or the server ends.
  [[nodiscard]] virtual std::stop_token stop_token() const = 0;

  /// Hands over the next bytes of the answer; waits while earlier ones are not on their way.
  /// \returns false when the client is gone.
  virtual bool send(std::string bytes) = 0;
  /// Ends the connection. On any thread.
  virtual void abandon() = 0;
  /// Since when send() waits for the client; none: it does not. On any thread.
  [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point> waiting_since()
      const = 0;
  /// Ends the answer. \param keep_alive  false: the connection ends with it, as it must where an
  ///                    answer was cut off
  virtual void end(bool keep_alive) = 0;

 private:
  Request request_;
  Framing framing_;
};

/// Functions that the server calls for every answer.
struct AnswerRules {
  /// Adds the headers that every answer has. Called on any thread.
  std::function<void(const Request&, Response&)> decorate;
  /// Gets a line for each failure that is ours, not the client's. Called on any thread.
  std::function<void(const std::string&)> report;
  /// Asked before a stream begins; false: too many are written already.
  std::function<bool(Exchange&)> begin_stream;
  std::function<void(Exchange&)> end_stream;
};

/// Has a handler answer and sends the answer, all on the calling thread.
/// \param handler  null: none could be made, which is a 503
void answer(Exchange& exchange, Handler* handler, const AnswerRules& rules);

/// 503: too many requests at once.
[[nodiscard]] Response busy_response();

/// An answer as it is written to the client. \pre it is not a stream, or the request is HEAD
[[nodiscard]] std::string answer_text(const Request& request, const Framing& framing,
                                      Response response, const AnswerRules& rules);

}  // namespace ludex::web
