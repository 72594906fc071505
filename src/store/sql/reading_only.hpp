#pragma once

#include "store/sql/sql_connection.hpp"

namespace ludex {

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
