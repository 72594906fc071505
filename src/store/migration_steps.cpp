#include "store/migration_steps.hpp"

#include "core/date.hpp"
#include "store/fact_writer.hpp"

#include <unordered_set>

namespace ludex {
namespace {

/// 0006_unknown.sql has taken the last day from games whose day their event's name tells.
void forget_last_days(SqlConnection& sql) {
  std::unordered_set<std::int64_t> games;
  SqlStatement select(sql, "SELECT id FROM game WHERE date_precision = ?");
  select.bind(1, static_cast<int>(DatePrecision::since));
  while (select.step()) games.insert(select.integer(0));
  if (games.empty()) return;
  const std::int64_t newest = sql.first_integer("SELECT max(id) FROM game");
  FactWriter(sql, newest + 1)
      .update(Fact::date_to, GameId{1}, static_cast<GameId>(newest),
              [&](GameId game, std::int64_t day) { return games.contains(raw(game)) ? 0 : day; });
}

}  // namespace

void finish_migration(SqlConnection& sql, int version) {
  constexpr int kUnknownVersion = 6;
  if (version == kUnknownVersion) forget_last_days(sql);
}

}  // namespace ludex
