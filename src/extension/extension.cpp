// The entry point of the loadable extension: `.load libludex_sqlite`.

#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include "sql/functions.hpp"

#include <memory>

extern "C" __attribute__((visibility("default"))) int sqlite3_ludexsqlite_init(
    sqlite3* handle, char**, const sqlite3_api_routines* api) {
  SQLITE_EXTENSION_INIT2(api);
  return ludex::add_sql_functions(std::make_shared<SQLite::Database>(handle));
}
