#include "store/sql/sql_image.hpp"

#include <sqlite3ext.h>

#include <utility>

namespace ludex {

SqlImage::SqlImage(SqlConnection& sql) : free_(sql.functions().free) {
  sqlite3_int64 size = 0;
  bytes_ = sql.functions().serialize(sql.handle(), "main", &size, 0);
  size_ = size;
  if (bytes_ == nullptr) throw SqlError(sql, SQLITE_NOMEM);
}

SqlImage::SqlImage(SqlImage&& other) noexcept
    : free_(other.free_), bytes_(std::exchange(other.bytes_, nullptr)), size_(other.size_) {}

SqlImage::~SqlImage() { free_(bytes_); }

void SqlImage::replace_attached(SqlConnection& sql, const std::string& attached) && {
  // Not read-only, since a transaction that may write begins in all attached databases.
  const int status =
      sql.functions().deserialize(sql.handle(), attached.c_str(), std::exchange(bytes_, nullptr),
                                  size_, size_, SQLITE_DESERIALIZE_FREEONCLOSE);
  if (status != SQLITE_OK) throw SqlError(sql, status);
}

}  // namespace ludex
