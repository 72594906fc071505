#include "sql/store_readers.hpp"

#include "games/api/replay_script.hpp"
#include "ludex/error.hpp"
#include "store/database.hpp"

#include <fmt/format.h>

#include <string>

namespace ludex {
namespace {

SqlConnection& checked(SqlConnection& sql) {
  if (sql.first_integer("PRAGMA main.application_id") != kApplicationId) {
    throw DatabaseError("this is no database of Ludex; make one with: ludex index");
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

}  // namespace ludex
