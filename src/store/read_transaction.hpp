#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

namespace ludex {

/// One state of the database for everything read while it lives, and one lock: SQLite's own for
/// each statement costs some ten system calls. Writers cannot commit meanwhile, so nothing is
/// waited for inside, a reader of the output least of all. Does nothing inside another one.
class ReadTransaction {
 public:
  explicit ReadTransaction(SQLite::Database& sql);
  ~ReadTransaction();
  ReadTransaction(const ReadTransaction&) = delete;
  ReadTransaction& operator=(const ReadTransaction&) = delete;

 private:
  SQLite::Database& sql_;
  bool began_;
};

}  // namespace ludex
