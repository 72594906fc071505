// With bounded_functions.cpp and page_memory.cpp the only file that depends on the SQLite with
// which the program is linked.

#define SQLITE_CORE 1  // sqlite3ext.h redirects no names

#include "store/sql/sqlite_file.hpp"

#include "store/sql/bounded_functions.hpp"
#include "store/sql/page_memory.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3ext.h>

#include <utility>

namespace ludex {
namespace {

/// Those that functions for SQL (sql/) call.
void add_those_of_functions(sqlite3_api_routines& api) {
  api.aggregate_context = sqlite3_aggregate_context;
  api.create_function_v2 = sqlite3_create_function_v2;
  api.create_module_v2 = sqlite3_create_module_v2;
  api.declare_vtab = sqlite3_declare_vtab;
  api.get_auxdata = sqlite3_get_auxdata;
  api.result_blob64 = sqlite3_result_blob64;
  api.result_double = sqlite3_result_double;
  api.result_error = sqlite3_result_error;
  api.result_error_nomem = sqlite3_result_error_nomem;
  api.result_int64 = sqlite3_result_int64;
  api.result_text64 = sqlite3_result_text64;
  api.result_value = sqlite3_result_value;
  api.set_auxdata = sqlite3_set_auxdata;
  api.user_data = sqlite3_user_data;
  api.value_bytes = sqlite3_value_bytes;
  api.value_double = sqlite3_value_double;
  api.value_dup = sqlite3_value_dup;
  api.value_free = sqlite3_value_free;
  api.value_int64 = sqlite3_value_int64;
  api.value_text = sqlite3_value_text;
  api.value_type = sqlite3_value_type;
}

/// The functions that statements (store/sql/) call, and those above.
sqlite3_api_routines make_functions() {
  sqlite3_api_routines api{};
  add_those_of_functions(api);
  api.bind_blob64 = sqlite3_bind_blob64;
  api.bind_double = sqlite3_bind_double;
  api.bind_int64 = sqlite3_bind_int64;
  api.bind_null = sqlite3_bind_null;
  api.bind_parameter_count = sqlite3_bind_parameter_count;
  api.bind_text64 = sqlite3_bind_text64;
  api.blob_bytes = sqlite3_blob_bytes;
  api.blob_close = sqlite3_blob_close;
  api.blob_open = sqlite3_blob_open;
  api.blob_read = sqlite3_blob_read;
  api.blob_reopen = sqlite3_blob_reopen;
  api.busy_handler = sqlite3_busy_handler;
  api.changes = sqlite3_changes;
  api.column_blob = sqlite3_column_blob;
  api.column_bytes = sqlite3_column_bytes;
  api.column_count = sqlite3_column_count;
  api.column_double = sqlite3_column_double;
  api.column_int64 = sqlite3_column_int64;
  api.column_name = sqlite3_column_name;
  api.column_type = sqlite3_column_type;
  api.db_cacheflush = sqlite3_db_cacheflush;
  api.deserialize = sqlite3_deserialize;
  api.errmsg = sqlite3_errmsg;
  api.exec = sqlite3_exec;
  api.extended_errcode = sqlite3_extended_errcode;
  api.finalize = sqlite3_finalize;
  api.free = sqlite3_free;
  api.get_autocommit = sqlite3_get_autocommit;
  api.last_insert_rowid = sqlite3_last_insert_rowid;
  api.limit = sqlite3_limit;
  api.mprintf = sqlite3_mprintf;
  api.prepare_v3 = sqlite3_prepare_v3;
  api.progress_handler = sqlite3_progress_handler;
  api.reset = sqlite3_reset;
  api.serialize = sqlite3_serialize;
  api.set_authorizer = sqlite3_set_authorizer;
  api.step = sqlite3_step;
  return api;
}

const sqlite3_api_routines& library_functions() {
  static const sqlite3_api_routines kFunctions = make_functions();
  return kFunctions;
}

/// A stranger's file is data: its schema runs nothing and statements cannot damage it.
void distrust(sqlite3* handle) {
  constexpr std::pair<int, int> kSettings[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                               {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                               {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                               {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
                                               {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}};
  for (const auto& [setting, value] : kSettings) {
    sqlite3_db_config(handle, setting, value, nullptr);
  }
  constexpr int kMostBytes = 256 << 20;  // of a value: records are parsed up to 16 MiB
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMostBytes);
  sqlite3_exec(handle, "PRAGMA cell_size_check = ON", nullptr, nullptr, nullptr);
}

std::shared_ptr<SQLite::Database> open(const std::string& file, SqliteFile::Mode mode,
                                       int busy_timeout_ms, const std::string& name) {
  int flags = SQLITE_OPEN_NOMUTEX;
  flags |= mode == SqliteFile::Mode::read ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE;
  if (mode == SqliteFile::Mode::create) flags |= SQLite::OPEN_CREATE;
  try {
    auto database = std::make_shared<SQLite::Database>(file, flags, busy_timeout_ms);
    distrust(database->getHandle());
    if (const int status = add_bounded_functions(database->getHandle()); status != SQLITE_OK) {
      throw SQLite::Exception(database->getHandle(), status);
    }
    return database;
  } catch (const SQLite::Exception& error) {
    throw SqlError(SqlError::Kind::other, name, error.what());
  }
}

}  // namespace

SqliteFile::SqliteFile(const std::string& file, Mode mode, int busy_timeout_ms, std::string name)
    : SqlConnection(nullptr, library_functions(), name) {
  const auto database = open(file, mode, busy_timeout_ms, name);
  set_handle(database->getHandle());
  database_ = database;
}

std::string_view linked_sqlite_version() { return sqlite3_libversion(); }

std::string sqlitecpp_version() {
  constexpr int kNumber = SQLITECPP_VERSION_NUMBER;  // 3002001
  return fmt::format("{}.{}.{}", kNumber / 1'000'000, kNumber / 1000 % 1000, kNumber % 1000);
}

void set_up_linked_sqlite() {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  keep_pages_in_one_region();
}

std::string general_text(double number) {
  char text[40];
  return sqlite3_snprintf(sizeof text, text, "%g", number);
}

}  // namespace ludex
