#pragma once

#include "store/sql/sql_connection.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

struct sqlite3_blob;

namespace ludex {

/// Reads pieces of the blobs of a column; a statement gives whole blobs only. Holds a read lock
/// while a blob is open. \throws SqlError.
class SqlBlobReader {
 public:
  SqlBlobReader(SqlConnection& sql, std::string table, std::string column);
  ~SqlBlobReader();
  SqlBlobReader(const SqlBlobReader&) = delete;
  SqlBlobReader& operator=(const SqlBlobReader&) = delete;

  /// False if there is no such row.
  [[nodiscard]] bool open(std::int64_t id);
  [[nodiscard]] std::size_t size() const;  ///< \pre a blob is open
  /// \pre offset + bytes <= size()
  void read(std::size_t offset, char* to, std::size_t bytes);
  void close();

 private:
  SqlConnection& sql_;
  std::string table_, column_;
  sqlite3_blob* blob_ = nullptr;
};

/// Lets SQLite read the file in place: it follows the pages of a blob one by one, and of most needs
/// four bytes. What was read so counts as memory of the process until unmap(). Does nothing on a
/// connection that maps the file anyway.
class SqlMappedFile {
 public:
  explicit SqlMappedFile(SqlConnection& sql);
  ~SqlMappedFile() { unmap(); }
  SqlMappedFile(const SqlMappedFile&) = delete;
  SqlMappedFile& operator=(const SqlMappedFile&) = delete;

  /// \throws SqlError.
  void map();
  /// \pre no blob is open, no statement has a row; else it stays mapped
  void unmap();

 private:
  SqlConnection& sql_;
  bool is_of_use_;
  bool is_mapped_ = false;
};

}  // namespace ludex
