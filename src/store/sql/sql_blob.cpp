#include "store/sql/sql_blob.hpp"

#include "store/sql/sql_statement.hpp"

#include <sqlite3ext.h>

#include <utility>

namespace ludex {

SqlBlobReader::SqlBlobReader(SqlConnection& sql, std::string table, std::string column)
    : sql_(sql), table_(std::move(table)), column_(std::move(column)) {}

SqlBlobReader::~SqlBlobReader() { close(); }

void SqlBlobReader::close() {
  if (blob_ != nullptr) sql_.functions().blob_close(std::exchange(blob_, nullptr));
}

bool SqlBlobReader::open(std::int64_t id) {
  const int status = blob_ != nullptr
                         ? sql_.functions().blob_reopen(blob_, id)
                         : sql_.functions().blob_open(sql_.handle(), "main", table_.c_str(),
                                                      column_.c_str(), id, 0, &blob_);
  if (status == SQLITE_OK) return true;
  close();
  if (status != SQLITE_ERROR) sql_.fail(status);
  return false;
}

std::size_t SqlBlobReader::size() const {
  return static_cast<std::size_t>(sql_.functions().blob_bytes(blob_));
}

void SqlBlobReader::read(std::size_t offset, char* to, std::size_t bytes) {
  const int status =
      sql_.functions().blob_read(blob_, to, static_cast<int>(bytes), static_cast<int>(offset));
  if (status != SQLITE_OK) sql_.fail(status);
}

SqlMappedFile::SqlMappedFile(SqlConnection& sql)
    : sql_(sql), is_of_use_(sql.first_integer("PRAGMA main.mmap_size") == 0) {}

void SqlMappedFile::map() {
  if (!is_of_use_ || std::exchange(is_mapped_, true)) return;
  sql_.exec("PRAGMA main.mmap_size = 1099511627776");
}

/// Without a string or an exception: memory may have run out.
void SqlMappedFile::unmap() {
  if (!std::exchange(is_mapped_, false)) return;
  sql_.functions().exec(sql_.handle(), "PRAGMA main.mmap_size = 0", nullptr, nullptr, nullptr);
}

}  // namespace ludex
