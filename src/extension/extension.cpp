// The loadable extension, `.load libludex_sqlite`: the library, speaking to the SQLite that loads
// it.

#include "sql/table_function.hpp"
#include "store/sql/sqlite_file.hpp"

#include <sqlite3ext.h>

extern "C" __attribute__((visibility("default"))) int sqlite3_ludexsqlite_init(
    sqlite3* handle, char**, const sqlite3_api_routines* api) {
  return ludex::add_sql_functions(std::make_shared<ludex::SqlConnection>(handle, *api, ""));
}

namespace ludex {

// In place of store/sql/sqlite_file.cpp, with which the linker would add another SQLite.

SqliteFile::SqliteFile(const std::string&, Mode, int, std::string)
    : SqlConnection(nullptr, *sqlite3_api, "") {
  throw DatabaseError("the extension opens no file; it reads the database of its connection");
}

std::string general_text(double number) {
  char text[40];
  return sqlite3_snprintf(sizeof text, text, "%g", number);
}

}  // namespace ludex
