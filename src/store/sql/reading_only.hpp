#pragma once

#include "store/sql/sql_connection.hpp"

#include <chrono>

namespace ludex {

/// Keeps a connection to reading for as long as it lives, whatever the statements say.
class ReadingOnly {
 public:
  enum class Allowed {
    expressions,  ///< SELECT and functions
    statements    ///< also recursive queries, tables of functions and pragmas that only tell
  };
  /// \param time_limit  0: none. Past it, a statement fails with SqlError::Kind::interrupted.
  ReadingOnly(SqlConnection& sql, Allowed allowed, std::chrono::milliseconds time_limit = {});
  ReadingOnly(const ReadingOnly&) = delete;
  ReadingOnly& operator=(const ReadingOnly&) = delete;
  ~ReadingOnly();

 private:
  SqlConnection& sql_;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace ludex
