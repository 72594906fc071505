#include "store/removal.hpp"

#include "store/games_view.hpp"
#include "store/moment_count_table.hpp"
#include "store/row_block.hpp"
#include "store/source_table.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace ludex {
namespace {

/// Some sources, by id.
class SourceSet {
 public:
  explicit SourceSet(std::span<const SourceId> sources) {
    for (const SourceId source : sources) ids_.push_back(raw(source));
    std::sort(ids_.begin(), ids_.end());
  }
  [[nodiscard]] bool contains(std::int64_t id) const {
    return std::binary_search(ids_.begin(), ids_.end(), id);
  }
  [[nodiscard]] bool has_one_in(FactReader::Range range) const {
    const auto first = std::lower_bound(ids_.begin(), ids_.end(), range.minimum);
    return first != ids_.end() && *first <= range.maximum;
  }

 private:
  std::vector<std::int64_t> ids_;
};

/// Visits the games of some sources, chunk by chunk: `visit` receives those of each chunk that has
/// any, ascending.
template <class Visit>
void for_games_of(SqlConnection& sql, const SourceSet& wanted, const Visit& visit) {
  FactReader reader(sql);
  std::vector<std::int64_t> sources, flags;
  std::vector<GameId> games;
  for (std::int64_t chunk = 0; chunk < reader.chunk_count(); ++chunk) {
    if (!wanted.has_one_in(reader.range(Fact::source, chunk))) continue;
    reader.read(Fact::source, chunk, sources);
    reader.read(Fact::flags, chunk, flags);
    games.clear();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (!GameFlags(flags[i]).has(GameFlags::alive) || !wanted.contains(sources[i])) continue;
      games.push_back(
          static_cast<GameId>(chunk * kFactChunkGames + 1 + static_cast<std::int64_t>(i)));
    }
    if (!games.empty()) visit(games);
  }
}

/// Changes the flags of the given games, ascending, chunk by chunk.
void change_flags(FactWriter& facts, std::span<const GameId> games, std::int64_t clear,
                  std::int64_t set) {
  std::size_t next = 0;
  while (next < games.size()) {
    const std::int64_t chunk = (raw(games[next]) - 1) / kFactChunkGames;
    std::size_t end = next;
    while (end < games.size() && (raw(games[end]) - 1) / kFactChunkGames == chunk) ++end;
    std::size_t at = next;
    facts.update(Fact::flags, games[next], games[end - 1], [&](GameId id, std::int64_t flags) {
      if (at >= end || games[at] != id) return flags;
      ++at;
      return (flags & ~clear) | set;
    });
    next = end;
  }
}

/// Forgets what is stored of these games, ascending, beside their rows.
void forget_games(SqlConnection& sql, FactWriter& facts, std::span<const GameId> games) {
  constexpr std::int64_t kAllFlags = -1;
  drop_moment_counts(sql, games);
  change_flags(facts, games, kAllFlags, 0);
}

void delete_rows_of_game(SqlConnection& sql, std::span<const GameId> games) {
  SqlStatement game(sql, "DELETE FROM game WHERE id = ?");
  SqlStatement seat(sql, "DELETE FROM seat WHERE game_id = ?");
  SqlStatement problem(sql, "DELETE FROM problem WHERE game_id = ?");
  SqlStatement person(sql, "DELETE FROM seat_person WHERE game_id = ?");
  for (const GameId id : games) {
    for (SqlStatement* statement : {&game, &seat, &problem, &person}) {
      statement->run(raw(id));
    }
  }
  renew_rows(sql, games);
}

/// The records that gave these games.
void delete_records_of(SqlConnection& sql, std::span<const GameId> games) {
  SqlStatement remove(sql,
                      "DELETE FROM record WHERE id = (SELECT record_id FROM game WHERE id = ?)");
  for (const GameId id : games) {
    remove.run(raw(id));
  }
}

/// The sources themselves, their members and their rejects, all of them in one scan.
void delete_rows_of_sources(SqlConnection& sql, std::span<const SourceId> sources) {
  sql.exec("CREATE TEMP TABLE gone (source_id INTEGER PRIMARY KEY)");
  SqlStatement insert(sql, "INSERT OR IGNORE INTO gone VALUES (?)");
  for (const SourceId source : sources) {
    insert.run(raw(source));
  }
  sql.exec(
      "DELETE FROM record WHERE reject_kind IS NOT NULL AND member_id IN"
      " (SELECT id FROM member WHERE source_id IN (SELECT source_id FROM gone));"
      "DELETE FROM member WHERE source_id IN (SELECT source_id FROM gone);"
      "DELETE FROM source WHERE id IN (SELECT source_id FROM gone);"
      "DROP TABLE gone");
}

/// What interrupted runs read to replace these sources.
std::vector<SourceId> unfinished_replacements(SqlConnection& sql,
                                              std::span<const SourceId> sources) {
  const SourceSet wanted(sources);
  SqlStatement same_path(sql, "SELECT id FROM source WHERE path = ? AND hidden = 0");
  const auto has_path_of_one = [&](const std::string& path) {
    bool has = false;
    for (same_path.start(path); same_path.step();) has |= wanted.contains(same_path.integer(0));
    return has && !path.empty();
  };
  std::vector<SourceId> found;
  for (const SourceRow& row : SourceTable(sql).all_hidden()) {
    if (wanted.contains(raw(row.replaces)) || has_path_of_one(row.path)) found.push_back(row.id);
  }
  return found;
}

/// The games of a record, ascending. Games are in the order of their records. Cost: a binary
/// search, some 20 look-ups in a million games.
std::vector<GameId> games_of_record(SqlConnection& sql, std::int64_t record) {
  SqlStatement next(sql, "SELECT id, record_id FROM game WHERE id > ? ORDER BY id LIMIT 1");
  std::int64_t before = 0;  // games up to this one are of earlier records
  std::int64_t end = sql.first_integer("SELECT max(id) FROM game");
  while (before < end) {
    const std::int64_t middle = before + (end - before) / 2;
    if (!next.find(middle) || next.integer(1) >= record) {
      end = middle;
    } else {
      before = next.integer(0);
    }
  }
  std::vector<GameId> games;
  for (; next.find(before) && next.integer(1) == record; before = next.integer(0)) {
    games.push_back(static_cast<GameId>(next.integer(0)));
  }
  return games;
}

/// Looks for games that a record still has: games of a record have adjacent ids, so that they are
/// next to a deleted one.
class SurvivingGames {
 public:
  explicit SurvivingGames(SqlConnection& sql)
      : before_(sql, "SELECT record_id FROM game WHERE id < ? ORDER BY id DESC LIMIT 1"),
        after_(sql, "SELECT record_id FROM game WHERE id > ? ORDER BY id LIMIT 1") {}

  bool has_some(std::int64_t record, std::int64_t deleted_game) {
    return is_of(record, before_, deleted_game) || is_of(record, after_, deleted_game);
  }

 private:
  static bool is_of(std::int64_t record, SqlStatement& neighbour, std::int64_t game) {
    return neighbour.find(game) && neighbour.integer(0) == record;
  }

  SqlStatement before_, after_;
};

template <class Work>
std::uint64_t in_transaction(Database& database, Work work) {
  SqlTransaction transaction(database.sql());
  FactWriter facts(database.sql(), database.next_id("game"));
  const std::uint64_t removed = work(database.sql(), facts);
  fit_games_view(database.sql());
  transaction.commit();
  return removed;
}

}  // namespace

std::uint64_t delete_games(SqlConnection& sql, FactWriter& facts, std::span<const GameId> games) {
  SqlStatement select(sql, "SELECT record_id, source_id FROM game WHERE id = ?");
  std::unordered_map<std::int64_t, std::int64_t> records;  // with one of their games
  std::uint64_t removed = 0;
  SqlStatement count_game(sql, "UPDATE source SET games = games - 1 WHERE id = ?");
  for (const GameId id : games) {
    if (!select.find(raw(id))) continue;
    ++removed;
    records.emplace(select.integer(0), raw(id));
    count_game.run(select.integer(1));
  }
  delete_rows_of_game(sql, games);
  forget_games(sql, facts, games);
  SurvivingGames survivors(sql);
  SqlStatement count_record(
      sql,
      "UPDATE source SET removed = removed + 1 WHERE id = "
      "(SELECT m.source_id FROM record r JOIN member m ON m.id = r.member_id WHERE r.id = ?)");
  SqlStatement remove_record(sql, "DELETE FROM record WHERE id = ?");
  for (const auto& [record, game] : records) {
    if (survivors.has_some(record, game)) continue;
    count_record.run(record);
    remove_record.run(record);
  }
  return removed;
}

std::uint64_t delete_sources(SqlConnection& sql, FactWriter& facts,
                             std::span<const SourceId> sources) {
  std::uint64_t removed = 0;
  for_games_of(sql, SourceSet(sources), [&](std::span<const GameId> games) {
    removed += games.size();
    delete_records_of(sql, games);
    delete_rows_of_game(sql, games);
    forget_games(sql, facts, games);
  });
  delete_rows_of_sources(sql, sources);
  return removed;
}

std::uint64_t delete_source(SqlConnection& sql, FactWriter& facts, SourceId source) {
  return delete_sources(sql, facts, std::span(&source, 1));
}

DroppedRecord delete_record(SqlConnection& sql, FactWriter& facts, SourceId source,
                            std::int64_t offset_bytes) {
  SqlStatement last(
      sql,
      "SELECT id, reject_kind FROM record WHERE member_id IN "
      "(SELECT id FROM member WHERE source_id = ?) AND offset = ? ORDER BY id DESC LIMIT 1");
  DroppedRecord dropped;
  if (!last.find(raw(source), offset_bytes)) return dropped;
  dropped.found = true;
  const std::int64_t record = last.integer(0);
  dropped.rejected = !last.is_null(1);
  const std::vector<GameId> games = games_of_record(sql, record);
  dropped.games = static_cast<std::int64_t>(games.size());
  delete_rows_of_game(sql, games);
  forget_games(sql, facts, games);
  sql.run("DELETE FROM record WHERE id = ?", record);
  return dropped;
}

void reveal_source(SqlConnection& sql, FactWriter& facts, SourceId source) {
  for_games_of(sql, SourceSet(std::span(&source, 1)), [&](std::span<const GameId> games) {
    change_flags(facts, games, GameFlags::hidden, 0);
  });
  sql.run("UPDATE source SET hidden = 0, replaces = NULL WHERE id = ?", raw(source));
}

void mark_variations_indexed(SqlConnection& sql, FactWriter& facts, SourceId source,
                             std::span<const GameId> games) {
  change_flags(facts, games, 0, GameFlags::variations_indexed);
  SqlStatement update(sql, "UPDATE game SET flags = flags | 4, positions = ? WHERE id = ?");
  FactReader reader(sql);
  for (const GameId game : games) {
    update.run(reader.value(Fact::total_positions, game), raw(game));
  }
  renew_rows(sql, games);
  sql.run("UPDATE source SET variations = 1, branches_left_out = 0 WHERE id = ?", raw(source));
}

std::uint64_t remove_games(Database& database, std::span<const GameId> games) {
  return in_transaction(database, [&](SqlConnection& sql, FactWriter& facts) {
    return delete_games(sql, facts, games);
  });
}

std::uint64_t remove_sources(Database& database, std::span<const SourceId> sources) {
  return in_transaction(database, [&](SqlConnection& sql, FactWriter& facts) {
    const std::vector<SourceId> unfinished = unfinished_replacements(sql, sources);
    if (!unfinished.empty()) delete_sources(sql, facts, unfinished);
    return delete_sources(sql, facts, sources);
  });
}

}  // namespace ludex
