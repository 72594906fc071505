#pragma once

#include "core/call_scope.hpp"
#include "store/sql/sql_connection.hpp"

namespace ludex {

/// Makes `call` the call of this thread. While it lives, a statement of the connection throws
/// Stopped within a step too, once the call is over. Costs nothing for a call without a stop token
/// and a deadline.
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

/// Keeps a connection to reading for as long as it lives, whatever the statements say.
class ReadingOnly {
 public:
  enum class Allowed {
    expressions,  ///< SELECT and functions
    statements    ///< also recursive queries, tables of functions and pragmas that only tell
  };
  ReadingOnly(SqlConnection& sql, Allowed allowed);
  ReadingOnly(const ReadingOnly&) = delete;
  ReadingOnly& operator=(const ReadingOnly&) = delete;
  ~ReadingOnly();

 private:
  SqlConnection& sql_;
};

}  // namespace ludex
