#include "sql/table_function.hpp"

#include "games/api/replay_script.hpp"
#include "ludex/error.hpp"
#include "store/database.hpp"

#include <fmt/format.h>

#include <exception>
#include <stdexcept>
#include <string>

namespace ludex {
namespace {

SqlConnection& checked(SqlConnection& sql) {
  if (sql.first_integer("PRAGMA main.application_id") != kApplicationId) {
    throw DatabaseError("this is not a Ludex database; make one with: ludex index");
  }
  const auto agree = [&](const char* key, int ours) {
    const std::int64_t theirs = sql.first_integer(
        fmt::format("SELECT CAST(value AS INTEGER) FROM main.meta WHERE key = '{}'", key));
    if (theirs == ours) return;
    throw DatabaseError(
        fmt::format("the database has {} {}, these functions read {}", key, theirs, ours));
  };
  agree("key_version", kKeyVersion);
  agree("script_version", script::kScriptVersion);
  return sql;
}

std::int64_t step_once(SqlStatement& select) {
  select.reset();
  const std::int64_t number = select.step() ? select.integer(0) : 0;
  select.reset();
  return number;
}

constexpr double kCostOfACall = 1000;
constexpr double kCostWithoutArgument = 1e9;

struct Registration {
  std::shared_ptr<SqlConnection> sql;
  const TableFunction* function;
};

struct Table : sqlite3_vtab {
  const Registration* about = nullptr;
  std::unique_ptr<StoreReaders> readers;  // released before the connection is closed
};

struct Cursor : sqlite3_vtab_cursor {
  std::unique_ptr<Rows> rows;
  Arguments arguments{};  // copied, because joins ask for them again
  std::int64_t row = 0;
  bool at_end = true;
};

Table* table_of(sqlite3_vtab* table) { return static_cast<Table*>(table); }
Cursor* cursor_of(sqlite3_vtab_cursor* cursor) { return static_cast<Cursor*>(cursor); }
const TableFunction& function_of(const Cursor& cursor) {
  return *table_of(cursor.pVtab)->about->function;
}

StoreReaders& readers_of(Table& table) {
  if (!table.readers || !table.readers->is_current()) {
    table.readers = std::make_unique<StoreReaders>(*table.about->sql);
  }
  return *table.readers;
}

/// Runs `work`; an exception becomes the error of the statement.
template <class Work>
int guarded(sqlite3_vtab* table, Work work) noexcept {
  try {
    work();
    return SQLITE_OK;
  } catch (const std::exception& error) {
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("%s", error.what());
    return SQLITE_ERROR;
  }
}

int connect(sqlite3* handle, void* registration, int, const char* const*, sqlite3_vtab** made,
            char**) {
  const auto* const about = static_cast<const Registration*>(registration);
  const int status = sqlite3_declare_vtab(handle, about->function->declaration);
  if (status != SQLITE_OK) return status;
  auto table = std::make_unique<Table>();
  *static_cast<sqlite3_vtab*>(table.get()) = {};
  table->about = about;
  *made = table.release();
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete table_of(table);
  return SQLITE_OK;
}

/// Bit i of idxNum: argument i is given.
int best_index(sqlite3_vtab* table, sqlite3_index_info* plan) {
  const TableFunction& function = *table_of(table)->about->function;
  std::array<int, std::tuple_size_v<Arguments>> given;
  given.fill(-1);
  for (int i = 0; i < plan->nConstraint; ++i) {
    const auto& constraint = plan->aConstraint[i];
    const int argument = constraint.iColumn - function.columns;
    const bool is_argument = argument >= 0 && argument < function.arguments;
    if (!is_argument || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (constraint.usable == 0) return SQLITE_CONSTRAINT;
    given[static_cast<std::size_t>(argument)] = i;
  }
  plan->idxNum = 0;
  plan->estimatedCost = given[0] < 0 ? kCostWithoutArgument : kCostOfACall;
  int values = 0;
  for (std::size_t argument = 0; argument < given.size(); ++argument) {
    if (given[argument] < 0) continue;
    plan->idxNum |= 1 << argument;
    plan->aConstraintUsage[given[argument]].argvIndex = ++values;
    plan->aConstraintUsage[given[argument]].omit = 1;
  }
  return SQLITE_OK;
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** made) {
  auto cursor = std::make_unique<Cursor>();
  *made = cursor.release();
  return SQLITE_OK;
}

void free_arguments(Cursor& cursor) {
  for (sqlite3_value*& argument : cursor.arguments) {
    sqlite3_value_free(std::exchange(argument, nullptr));
  }
}

int close(sqlite3_vtab_cursor* cursor) {
  free_arguments(*cursor_of(cursor));
  delete cursor_of(cursor);
  return SQLITE_OK;
}

void step(Cursor& cursor) {
  cursor.at_end = !cursor.rows->next();
  ++cursor.row;
}

int next(sqlite3_vtab_cursor* cursor) {
  return guarded(cursor->pVtab, [&] { step(*cursor_of(cursor)); });
}

int filter(sqlite3_vtab_cursor* raw_cursor, int given, const char*, int, sqlite3_value** values) {
  Cursor& cursor = *cursor_of(raw_cursor);
  const TableFunction& function = function_of(cursor);
  return guarded(cursor.pVtab, [&] {
    cursor.rows.reset();
    free_arguments(cursor);
    if ((given & 1) == 0)
      throw std::invalid_argument(std::string(function.name) + "() lacks an argument");
    for (std::size_t argument = 0; argument < cursor.arguments.size(); ++argument) {
      if ((given >> argument & 1) != 0) cursor.arguments[argument] = sqlite3_value_dup(*values++);
    }
    Table& table = *table_of(cursor.pVtab);
    cursor.rows = function.open(*table.about->sql, readers_of(table), cursor.arguments);
    cursor.row = 0;
    step(cursor);
  });
}

int at_end(sqlite3_vtab_cursor* cursor) { return cursor_of(cursor)->at_end ? 1 : 0; }

int column(sqlite3_vtab_cursor* raw_cursor, sqlite3_context* context, int index) {
  const Cursor& cursor = *cursor_of(raw_cursor);
  const int argument = index - function_of(cursor).columns;
  if (argument >= 0) {
    sqlite3_value* const value = cursor.arguments[static_cast<std::size_t>(argument)];
    if (value != nullptr) sqlite3_result_value(context, value);
    return SQLITE_OK;
  }
  return guarded(cursor.pVtab, [&] { cursor.rows->value(index, context); });
}

int rowid(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = cursor_of(cursor)->row;
  return SQLITE_OK;
}

// No xCreate: the functions exist on every connection.
constexpr sqlite3_module make_module() {
  sqlite3_module module{};
  module.xConnect = connect;
  module.xBestIndex = best_index;
  module.xDisconnect = disconnect;
  module.xOpen = open;
  module.xClose = close;
  module.xFilter = filter;
  module.xNext = next;
  module.xEof = at_end;
  module.xColumn = column;
  module.xRowid = rowid;
  return module;
}

constexpr sqlite3_module kModule = make_module();

}  // namespace

StoreReaders::StoreReaders(SqlConnection& sql)
    : positions(checked(sql)),
      facts(sql),
      texts(sql),
      select_version_(sql, "PRAGMA main.data_version"),
      version_(step_once(select_version_)) {}

bool StoreReaders::is_current() { return step_once(select_version_) == version_; }

std::optional<GameRecord> find_game_record(SqlConnection& sql, StoreReaders& readers,
                                           sqlite3_value* game_id) {
  const auto game = static_cast<GameId>(sqlite3_value_int64(game_id));
  if (!readers.positions.is_answer(game)) return std::nullopt;
  return read_game_record(sql, readers.facts, readers.texts, game);
}

int add_table_function(const std::shared_ptr<SqlConnection>& sql, const TableFunction& function) {
  auto registration = std::make_unique<Registration>(Registration{sql, &function});
  return sqlite3_create_module_v2(sql->handle(), function.name, &kModule, registration.release(),
                                  [](void* old) { delete static_cast<Registration*>(old); });
}

std::optional<std::string_view> text_of(sqlite3_value* value) {
  if (value == nullptr) return std::nullopt;
  const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (text == nullptr) return std::nullopt;
  return std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

void give(sqlite3_context* context, double number) { sqlite3_result_double(context, number); }

void give(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void give_text(sqlite3_context* context, std::string_view text) {
  if (!text.empty()) give(context, text);
}

}  // namespace ludex
