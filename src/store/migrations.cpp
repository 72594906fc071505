#include "store/migrations.hpp"

#include "ludex/error.hpp"
#include "ludex/types.hpp"
#include "store/facts.hpp"
#include "store/fts_words.hpp"
#include "store/games_view.hpp"

#include <unordered_set>

namespace ludex {
namespace {

/// 0006_unknown.sql has taken the last day from games whose day the name of their event says.
void forget_last_days(SqlConnection& sql) {
  std::unordered_set<std::int64_t> games;
  SqlStatement select(sql, "SELECT id FROM game WHERE date_precision = ?");
  select.start(static_cast<int>(DatePrecision::since));
  while (select.step()) games.insert(select.integer(0));
  if (games.empty()) return;
  const std::int64_t newest = sql.first_integer("SELECT max(id) FROM game");
  FactWriter(sql, newest + 1)
      .update(Fact::date_to, GameId{1}, static_cast<GameId>(newest),
              [&](GameId game, std::int64_t day) { return games.contains(raw(game)) ? 0 : day; });
}

/// Fills the columns that 0007_rank_orders.sql has added.
void add_rank_orders(SqlConnection& sql) {
  FactReader facts(sql);
  SqlStatement update(sql,
                      "UPDATE game SET black_rank_order = ?, white_rank_order = ? WHERE id = ?");
  const auto known = [](std::int64_t rank) {
    return rank == kNoFact ? std::nullopt : std::optional(rank);
  };
  const std::int64_t newest = sql.first_integer("SELECT max(id) FROM game");
  for (std::int64_t id = 1; id <= newest; ++id) {
    const std::int64_t black = facts.value(Fact::black_rank, GameId{id});
    const std::int64_t white = facts.value(Fact::white_rank, GameId{id});
    if (black == kNoFact && white == kNoFact) continue;
    update.run(known(black), known(white), id);
  }
  sql.exec(
      "DELETE FROM row_block WHERE id IN (SELECT (id - 1) / 32 FROM game WHERE black_rank_order IS "
      "NOT NULL OR white_rank_order IS NOT NULL)");
}

/// FTS5 kept the words before 0014_words.sql.
void replace_fts(SqlConnection& sql, const MigrationLimits& limits) {
  constexpr std::string_view kTable = "SELECT count(*) FROM sqlite_schema WHERE name = 'game_text'";
  if (sql.first_integer(kTable) == 0) return;
  copy_fts_words(sql, limits.memory_bytes, [&] {
    if (limits.stop == nullptr || !*limits.stop) return;
    throw Error(
        "the upgrade of the database was interrupted; it is as it was, and the same command starts "
        "again");
  });
  sql.exec("DROP TABLE IF EXISTS temp.stored_word; DROP TABLE game_text");
}

}  // namespace

void finish_migration(SqlConnection& sql, int version, const MigrationLimits& limits) {
  constexpr int kUnknownVersion = 6;
  constexpr int kRankOrdersVersion = 7;
  constexpr int kWordsVersion = 14;
  constexpr int kVisibilityVersion = 15;
  if (version == kUnknownVersion) forget_last_days(sql);
  if (version == kRankOrdersVersion) add_rank_orders(sql);
  if (version == kWordsVersion) replace_fts(sql, limits);
  if (version == kVisibilityVersion) add_visibility(sql);
  if (version >= kRankOrdersVersion) fit_games_view(sql);
}

}  // namespace ludex
