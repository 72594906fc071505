// The entry point of the loadable extension: `.load libludex_sqlite`.

#include "sql/functions.hpp"

#include <sqlite3ext.h>

extern "C" __attribute__((visibility("default"))) int sqlite3_ludexsqlite_init(
    sqlite3* handle, char**, const sqlite3_api_routines* api) {
  return ludex::add_sql_functions(std::make_shared<ludex::SqlConnection>(handle, *api, ""));
}
