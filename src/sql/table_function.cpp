#include "sql/table_function.hpp"

#include "sql/store_readers.hpp"

#include <array>
#include <exception>
#include <vector>

namespace ludex {
namespace {

constexpr double kCostOfACall = 1000;
constexpr double kCostWithoutArguments = 1e9;
constexpr int kMostArguments = 8;

struct Registration {
  std::shared_ptr<SqlConnection> sql;
  const TableFunction* function;
};

struct Table : sqlite3_vtab {
  const Registration* about = nullptr;
  std::unique_ptr<StoreReaders> readers;  // let go before the connection is closed
};

struct Cursor : sqlite3_vtab_cursor {
  std::unique_ptr<Rows> rows;
  std::array<sqlite3_value*, kMostArguments> arguments{};  // owned: joins ask for them again
  std::int64_t row = 0;
  bool at_end = true;
};

Table* table_of(sqlite3_vtab* table) { return static_cast<Table*>(table); }
Cursor* cursor_of(sqlite3_vtab_cursor* cursor) { return static_cast<Cursor*>(cursor); }
const TableFunction& function_of(const Cursor& cursor) {
  return *table_of(cursor.pVtab)->about->function;
}

void forget_arguments(Cursor& cursor) {
  for (sqlite3_value*& value : cursor.arguments) {
    sqlite3_value_free(value);
    value = nullptr;
  }
}

StoreReaders& readers_of(Table& table) {
  if (!table.readers || !table.readers->is_current()) {
    table.readers = std::make_unique<StoreReaders>(*table.about->sql);
  }
  return *table.readers;
}

/// Runs `work`; what it throws becomes the statement's message.
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

/// The bits of idxNum say which arguments are given; they come in order.
int best_index(sqlite3_vtab* table, sqlite3_index_info* plan) {
  const TableFunction& function = *table_of(table)->about->function;
  std::array<int, kMostArguments> constraint_of;
  constraint_of.fill(-1);
  for (int i = 0; i < plan->nConstraint; ++i) {
    const auto& constraint = plan->aConstraint[i];
    const int argument = constraint.iColumn - function.columns;
    if (argument < 0 || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (constraint.usable == 0) return SQLITE_CONSTRAINT;
    constraint_of[static_cast<std::size_t>(argument)] = i;
  }
  int given = 0;
  int place = 0;
  for (int argument = 0; argument < function.arguments; ++argument) {
    const int constraint = constraint_of[static_cast<std::size_t>(argument)];
    if (constraint < 0) continue;
    plan->aConstraintUsage[constraint].argvIndex = ++place;
    plan->aConstraintUsage[constraint].omit = 1;
    given |= 1 << argument;
  }
  const int required = (1 << function.required) - 1;
  plan->idxNum = given;
  plan->estimatedCost = (given & required) == required ? kCostOfACall : kCostWithoutArguments;
  return SQLITE_OK;
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** made) {
  auto cursor = std::make_unique<Cursor>();
  *made = cursor.release();
  return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
  forget_arguments(*cursor_of(cursor));
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
    forget_arguments(cursor);
    for (int argument = 0; argument < function.arguments; ++argument) {
      if ((given >> argument & 1) == 0) continue;
      cursor.arguments[static_cast<std::size_t>(argument)] = sqlite3_value_dup(*values++);
    }
    for (int argument = 0; argument < function.required; ++argument) {
      if (cursor.arguments[static_cast<std::size_t>(argument)] != nullptr) continue;
      throw std::invalid_argument(std::string(function.name) + "() lacks an argument");
    }
    Table& table = *table_of(cursor.pVtab);
    cursor.rows = function.open(
        *table.about->sql, readers_of(table),
        std::span(cursor.arguments).first(static_cast<std::size_t>(function.arguments)));
    cursor.row = 0;
    step(cursor);
  });
}

int at_end(sqlite3_vtab_cursor* cursor) { return cursor_of(cursor)->at_end ? 1 : 0; }

int column(sqlite3_vtab_cursor* raw_cursor, sqlite3_context* context, int index) {
  const Cursor& cursor = *cursor_of(raw_cursor);
  const TableFunction& function = function_of(cursor);
  if (index >= function.columns) {
    sqlite3_value* const value =
        cursor.arguments[static_cast<std::size_t>(index - function.columns)];
    if (value != nullptr) sqlite3_result_value(context, value);
    return SQLITE_OK;
  }
  return guarded(cursor.pVtab, [&] { cursor.rows->value(index, context); });
}

int rowid(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = cursor_of(cursor)->row;
  return SQLITE_OK;
}

// No xCreate: there is nothing to create, the functions are there on every connection.
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

void give(sqlite3_context* context, std::int64_t number) { sqlite3_result_int64(context, number); }

void give(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void give_text(sqlite3_context* context, std::string_view text) {
  if (!text.empty()) give(context, text);
}

}  // namespace ludex
