#pragma once

#include "store/sql/sql_connection.hpp"

#include <cstdint>
#include <string>

namespace ludex {

/// The bytes of a whole database, as they would be in a file.
class SqlImage {
 public:
  /// A copy of the database `main` of a connection. \throws SqlError
  explicit SqlImage(SqlConnection& sql);
  SqlImage(SqlImage&& other) noexcept;
  SqlImage(const SqlImage&) = delete;
  SqlImage& operator=(const SqlImage&) = delete;
  ~SqlImage();

  /// Puts it in place of an attached database of another connection, also within a transaction.
  /// Statements that name that database are prepared again. \throws SqlError
  void replace_attached(SqlConnection& sql, const std::string& attached) &&;

 private:
  void (*free_)(void*);
  unsigned char* bytes_ = nullptr;
  std::int64_t size_ = 0;
};

}  // namespace ludex
