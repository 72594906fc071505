#include "web/http/exchange.hpp"

#include "web/http/response.hpp"

#include <fmt/format.h>

#include <exception>

namespace ludex::web {
namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;

Response failure_response() {
  return error_response(500, "internal", "internal error; see the messages of the server");
}

/// Collects the output of a stream into pieces; each becomes a chunk if the client accepts chunks.
class PieceSink final : public BodySink {
 public:
  PieceSink(Exchange& exchange, std::string first) : exchange_(exchange), head_(std::move(first)) {}

  bool write(std::string_view piece) override {
    if (gone_) return false;
    piece_ += piece;
    return piece_.size() < kPieceBytes || flush();
  }

  [[nodiscard]] bool has_begun() const { return head_.empty(); }
  /// \returns false when the client is gone.
  bool finish() { return flush(exchange_.framing().has_chunks ? "0\r\n\r\n" : ""); }

 private:
  bool flush(std::string_view last = {}) {
    if (gone_) return false;
    std::string bytes = std::exchange(head_, {});
    const bool chunked = exchange_.framing().has_chunks && !piece_.empty();
    if (chunked) bytes += fmt::format("{:x}\r\n", piece_.size());
    bytes += piece_;
    if (chunked) bytes += "\r\n";
    bytes += last;
    piece_.clear();
    gone_ = !bytes.empty() && !exchange_.send(std::move(bytes));
    return !gone_;
  }

  Exchange& exchange_;
  std::string head_;   // goes out with the first piece
  std::string piece_;  // less than kPieceBytes and what was written last
  bool gone_ = false;
};

/// Gives back the place of a stream, however that ends.
struct StreamPlace {
  Exchange& exchange;
  const AnswerRules& rules;
  ~StreamPlace() { rules.end_stream(exchange); }
};

void report_failure(const Exchange& exchange, const AnswerRules& rules, const char* what) {
  rules.report(fmt::format("{} {}: {}", exchange.request().method, exchange.request().path, what));
}

Response handled(Exchange& exchange, Handler* handler, const AnswerRules& rules) {
  if (handler == nullptr) {
    return error_response(503, "unavailable", "the database cannot be opened");
  }
  try {
    return handler->answer(exchange.request(), exchange.stop_token());
  } catch (const std::exception& error) {
    report_failure(exchange, rules, error.what());
    return failure_response();
  }
}

/// Without chunks the end of the connection is the end of the body.
Framing stream_framing(const Framing& framing) {
  return {framing.is_head, framing.has_chunks, framing.keep_alive && framing.has_chunks};
}

void send_stream(Exchange& exchange, Response response, const AnswerRules& rules) {
  const Framing framing = stream_framing(exchange.framing());
  rules.decorate(exchange.request(), response);
  PieceSink sink(exchange, header_text(response, framing));
  bool complete = false;
  try {
    response.stream(sink);
    complete = sink.finish();
  } catch (const StreamRefused& refused) {
    if (!sink.has_begun()) {
      exchange.send(answer_text(exchange.request(), {false, true, false}, refused.answer, rules));
    }
  } catch (const std::exception& error) {
    report_failure(exchange, rules, error.what());
    if (!sink.has_begun()) {
      exchange.send(
          answer_text(exchange.request(), {false, true, false}, failure_response(), rules));
    }
  }
  exchange.end(complete && framing.keep_alive);
}

void answer_or_throw(Exchange& exchange, Handler* handler, const AnswerRules& rules) {
  if (exchange.stop_token().stop_requested()) return exchange.end(false);
  const Request& request = exchange.request();
  const Framing& framing = exchange.framing();
  Response response = handled(exchange, handler, rules);
  if (exchange.stop_token().stop_requested()) return exchange.end(false);
  make_conditional(request, response);
  if (response.stream && !framing.is_head) {
    if (rules.begin_stream(exchange)) {
      const StreamPlace place{exchange, rules};
      return send_stream(exchange, std::move(response), rules);
    }
    response = busy_response();
  }
  compress(request, response);
  const bool sent = exchange.send(answer_text(request, framing, std::move(response), rules));
  exchange.end(sent && framing.keep_alive);
}

}  // namespace

Response busy_response() {
  Response response = error_response(503, "busy", "too many requests at once; try again");
  response.headers.push_back({"Retry-After", "1"});
  return response;
}

std::string answer_text(const Request& request, const Framing& framing, Response response,
                        const AnswerRules& rules) {
  rules.decorate(request, response);
  std::string text = header_text(response, framing);
  if (!framing.is_head) text += response.body;
  return text;
}

void answer(Exchange& exchange, Handler* handler, const AnswerRules& rules) {
  try {
    answer_or_throw(exchange, handler, rules);
  } catch (const std::exception& error) {
    report_failure(exchange, rules, error.what());
    exchange.end(false);
  }
}

}  // namespace ludex::web
