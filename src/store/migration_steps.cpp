#include "store/migration_steps.hpp"

#include "core/date.hpp"
#include "store/fact_writer.hpp"

#include <unordered_set>

namespace ludex {
namespace {

/// 0006_unknown.sql has taken the last day from games whose day their event's name tells.
void forget_last_days(SQLite::Database& sql) {
  std::unordered_set<std::int64_t> games;
  SQLite::Statement select(sql, "SELECT id FROM game WHERE date_precision = ?");
  select.bind(1, static_cast<int>(DatePrecision::since));
  while (select.executeStep()) games.insert(select.getColumn(0).getInt64());
  if (games.empty()) return;
  const std::int64_t newest = sql.execAndGet("SELECT max(id) FROM game").getInt64();
  FactWriter(sql, newest + 1)
      .update(Fact::date_to, GameId{1}, static_cast<GameId>(newest),
              [&](GameId game, std::int64_t day) { return games.contains(raw(game)) ? 0 : day; });
}

}  // namespace

void finish_migration(SQLite::Database& sql, int version) {
  constexpr int kUnknownVersion = 6;
  if (version == kUnknownVersion) forget_last_days(sql);
}

}  // namespace ludex
