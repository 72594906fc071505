#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::web {

/// A name and its value: a header (names in lower case) or a parameter of the query string.
struct Field {
  std::string name;
  std::string value;
  friend bool operator==(const Field&, const Field&) = default;
};

/// The value of the first field of this name; null if there is none.
[[nodiscard]] const std::string* find_field(const std::vector<Field>& fields,
                                            std::string_view name);

/// A request with a well-formed target. Other requests are refused before a handler runs.
struct Request {
  std::string method = "GET";  ///< GET, HEAD or POST
  std::string path = "/";      ///< decoded UTF-8 without control characters and base path
  /// Of the query string, decoded, in their order; values may hold tabs and line ends.
  std::vector<Field> parameters;
  std::vector<Field> headers;  ///< names in lower case
  std::string body;            ///< of POST
};

/// Takes the body of an answer piece by piece.
class BodySink {
 public:
  virtual ~BodySink() = default;
  /// Waits for a slow reader. \returns false when the reader is gone.
  virtual bool write(std::string_view piece) = 0;
};

struct Response {
  int status = 200;
  std::vector<Field> headers;  ///< Content-Type first; those of every answer are added later
  std::string body;
  /// Writes the body in place of `body`, in chunks, as long as it may take. It runs on the thread
  /// and with the stop token of the handler that gave the response.
  std::function<void(BodySink&)> stream;
};

/// Thrown by a stream before it has written anything: becomes the answer.
struct StreamRefused {
  Response answer;
};

/// Answers requests, one at a time; one for each worker thread.
class Handler {
 public:
  virtual ~Handler() = default;
  /// \param stop  requested when the client is gone or the server ends. The answer may then be
  ///              anything: nobody reads it.
  virtual Response answer(const Request& request, const std::stop_token& stop) = 0;
};

/// Makes a handler; called once on each worker thread.
using HandlerFactory = std::function<std::unique_ptr<Handler>()>;

}  // namespace ludex::web
