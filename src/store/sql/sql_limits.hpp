#pragma once

#include "core/call_scope.hpp"
#include "store/sql/sql_connection.hpp"

#include <cstddef>

namespace ludex {

/// Makes `call` the call of this thread. While this lives, statements of the connection also throw
/// Stopped in the middle of a step when the call is over. Free for a call without stop token and
/// deadline.
class CallWatch {
 public:
  CallWatch(SqlConnection& sql, const Call& call);
  ~CallWatch();
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

 private:
  CallScope scope_;
  SqlConnection* watched_ = nullptr;
};

/// The longest text or BLOB in a statement of ReadingOnly.
inline constexpr std::size_t kMostValueBytes = std::size_t{64} << 20;

/// Makes a connection read-only while it lives, whatever the statements say: they may do what is on
/// a list, and their values are at most kMostValueBytes long, since SQLite stops only between them.
class ReadingOnly {
 public:
  enum class Allowed {
    expressions,  ///< SELECT and functions
    statements    ///< also recursive queries, table-valued functions and pragmas that only report
  };
  ReadingOnly(SqlConnection& sql, Allowed allowed);
  ReadingOnly(const ReadingOnly&) = delete;
  ReadingOnly& operator=(const ReadingOnly&) = delete;
  ~ReadingOnly();

 private:
  SqlConnection& sql_;
  int length_limit_;
};

}  // namespace ludex
