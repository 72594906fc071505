#pragma once

#include "core/call_scope.hpp"
#include "store/sql/sql_connection.hpp"

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

/// Makes a connection read-only while it lives, whatever the statements say.
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
};

}  // namespace ludex
