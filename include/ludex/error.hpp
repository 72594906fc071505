#pragma once

#include <stdexcept>
#include <string_view>

namespace ludex {

/// A failure. The message is one line: where, what, and what to do. Messages about sources,
/// databases and resources name options of the command line: "index --memory raises it".
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The request is invalid: a malformed position, date or filter. A message about a field names it
/// in backquotes: "`komi` x: expected points such as 6.5".
class UsageError : public Error {
 public:
  using Error::Error;
  /// The field that the message begins with, as in "position: it is empty", else the first one that
  /// it names: "komi". Empty if it names none.
  [[nodiscard]] std::string_view field() const {
    const std::string_view text = what();
    for (const std::string_view field : {"position", "pattern"}) {
      const std::string_view rest =
          text.substr(text.starts_with(field) ? field.size() : text.size());
      if (rest.starts_with(':') || rest.starts_with(' ')) return field;
    }
    const std::size_t open = text.find('`');
    if (open == std::string_view::npos) return {};
    const std::size_t close = text.find('`', open + 1);
    return close == std::string_view::npos ? std::string_view()
                                           : text.substr(open + 1, close - open - 1);
  }
};

/// The database cannot be used: missing, newer, locked, another program's, damaged.
class DatabaseError : public Error {
 public:
  using Error::Error;
};

/// A source or member cannot be read further. Ends that stream only.
class SourceError : public Error {
 public:
  using Error::Error;
};

/// The caller stopped the query, or its deadline passed.
class Stopped : public Error {
 public:
  using Error::Error;
};

}  // namespace ludex
