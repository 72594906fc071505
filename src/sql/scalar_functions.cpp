#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "query/search/game_catalog.hpp"
#include "sql/plain_functions.hpp"
#include "sql/table_function.hpp"

SQLITE_EXTENSION_INIT1

#include <exception>
#include <limits>
#include <memory>
#include <new>

namespace ludex {
namespace {

using Connection = std::shared_ptr<SqlConnection>;

/// The slot in which SQLite keeps our object while the statement runs. A negative slot belongs to
/// no argument and is shared by all calls of the statement.
constexpr int kReadersSlot = -0x4C78;

StoreReaders& readers_of(sqlite3_context* context) {
  if (auto* const kept = static_cast<StoreReaders*>(sqlite3_get_auxdata(context, kReadersSlot))) {
    return *kept;
  }
  SqlConnection& sql = **static_cast<Connection*>(sqlite3_user_data(context));
  auto readers = std::make_unique<StoreReaders>(sql);
  StoreReaders& made = *readers;
  sqlite3_set_auxdata(context, kReadersSlot, readers.release(),
                      [](void* old) { delete static_cast<StoreReaders*>(old); });
  if (sqlite3_get_auxdata(context, kReadersSlot) != &made) throw std::bad_alloc();
  return made;
}

/// Runs `work` with readers; an exception becomes the error of the statement.
template <class Work>
void guarded(sqlite3_context* context, Work work) noexcept {
  try {
    work(readers_of(context));
  } catch (const std::exception& error) {
    sqlite3_result_error(context, error.what(), -1);
  }
}

bool is_null(sqlite3_value* value) { return sqlite3_value_type(value) == SQLITE_NULL; }

void cgp(sqlite3_context* context, int, sqlite3_value** values) {
  guarded(context, [&](StoreReaders& readers) {
    const std::int64_t ply = sqlite3_value_int64(values[1]);
    const bool possible = ply >= 0 && ply <= std::numeric_limits<std::uint32_t>::max();
    if (is_null(values[0]) || is_null(values[1]) || !possible) return;
    const auto game = static_cast<GameId>(sqlite3_value_int64(values[0]));
    const auto position = readers.positions.find(game, static_cast<std::uint32_t>(ply));
    if (position) give(context, to_cgp(*position));
  });
}

// As bytes: the text of a record may be in any charset.
void record(sqlite3_context* context, int, sqlite3_value** values) {
  guarded(context, [&](StoreReaders& readers) {
    const auto game = static_cast<GameId>(sqlite3_value_int64(values[0]));
    if (is_null(values[0]) || !readers.positions.is_answer(game)) return;
    const std::int64_t id = readers.facts.value(Fact::record, game);
    const std::string text = readers.texts.text(static_cast<RecordId>(id));
    sqlite3_result_blob64(context, text.data(), text.size(), SQLITE_TRANSIENT);
  });
}

// As a signed integer, so that it can be stored in a column.
void key(sqlite3_context* context, int, sqlite3_value** values) {
  guarded(context, [&](StoreReaders&) {
    SqlConnection& sql = **static_cast<Connection*>(sqlite3_user_data(context));
    const auto text = text_of(values[0]);
    if (!text) return;
    const Position position = read_position(sql, *text).position;
    give(context, static_cast<std::int64_t>(find_rules(position.game)->key_of(position).bits));
  });
}

/// \returns a status of SQLite.
int add_scalar_functions(const std::shared_ptr<SqlConnection>& sql) {
  const struct {
    const char* name;
    int arguments;
    void (*function)(sqlite3_context*, int, sqlite3_value**);
  } functions[] = {{"ludex_cgp", 2, cgp}, {"ludex_record", 1, record}, {"ludex_key", 1, key}};
  for (const auto& [name, arguments, function] : functions) {
    auto connection = std::make_unique<Connection>(sql);
    const int status = sqlite3_create_function_v2(
        sql->handle(), name, arguments, SQLITE_UTF8, connection.release(), function, nullptr,
        nullptr, [](void* old) { delete static_cast<Connection*>(old); });
    if (status != SQLITE_OK) return status;
  }
  return SQLITE_OK;
}

}  // namespace

int add_sql_functions(const std::shared_ptr<SqlConnection>& sql) {
  // The same for all connections of a process; several threads open some.
  [[maybe_unused]] static const auto* const kSetOnce = sqlite3_api = &sql->functions();
  for (const TableFunction* const function :
       {&kPositionsFunction, &kPatternFunction, &kNextMovesFunction, &kMovesFunction,
        &kCommentsFunction, &kMarksFunction}) {
    const int status = add_table_function(sql, *function);
    if (status != SQLITE_OK) return status;
  }
  const int status = add_scalar_functions(sql);
  return status == SQLITE_OK ? add_plain_functions(sql->handle()) : status;
}

}  // namespace ludex
