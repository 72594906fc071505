#include "store/read_transaction.hpp"

#include <sqlite3.h>

namespace ludex {

ReadTransaction::ReadTransaction(SQLite::Database& sql)
    : sql_(sql), began_(sqlite3_get_autocommit(sql.getHandle()) != 0) {
  if (began_) sql_.exec("BEGIN");
}

ReadTransaction::~ReadTransaction() {
  if (began_) (void)sql_.tryExec("COMMIT");
}

}  // namespace ludex
