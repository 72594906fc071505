#include "store/schema_check.hpp"

#include "ludex/error.hpp"
#include "store/database.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace ludex {
namespace {

constexpr std::string_view kRestoreFile =
    "restore the database from a copy or index the sources again into a new file";

// Tables of the first schema: an older database has all of them.
constexpr std::array<std::string_view, 20> kTables = {
    "alias",          "counter",       "fact_block", "game",         "member",
    "meta",           "move_block",    "name",       "person",       "phrase",
    "position_group", "posting_block", "problem",    "problem_kind", "record",
    "seat",           "seat_person",   "segment",    "source",       "text_block"};
constexpr std::array<std::string_view, 5> kLaterTables = {
    "capture_block", "cluster_block", "mark_block", "moment_counts", "row_block"};
constexpr std::array<std::string_view, 7> kViews = {
    "games", "game_players", "properties", "problems", "records", "rejects", "sources"};
// From this version on they hold the words of full text search; before, a table of FTS5 did.
constexpr std::int64_t kWordsVersion = 14;
constexpr std::array<std::string_view, 2> kWordTables = {"word_block", "word_segment"};
constexpr std::string_view kSearchTable = "game_text";

bool holds(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

[[noreturn]] void refuse_schema(const SqlConnection& sql, const std::string& what) {
  throw DatabaseError(fmt::format("{}: {}; {}", sql.name(), what, kRestoreFile));
}

void check_entry(const SqlConnection& sql, std::string_view type, std::string_view name,
                 bool is_virtual) {
  if (type == "trigger") {
    throw DatabaseError(
        fmt::format("{}: it has the trigger '{}', which Ludex never makes; drop it with another "
                    "program: DROP TRIGGER \"{}\"",
                    sql.name(), name, name));
  }
  const bool is_table =
      holds(kTables, name) || holds(kLaterTables, name) || holds(kWordTables, name);
  if (is_table && (type != "table" || is_virtual)) {
    refuse_schema(sql, fmt::format("'{}' is no table of Ludex", name));
  }
  if (holds(kViews, name) && type != "view") {
    refuse_schema(sql, fmt::format("'{}' is no view of Ludex", name));
  }
  if (name == kSearchTable && !is_virtual) {
    refuse_schema(sql, fmt::format("'{}' is no full text table", name));
  }
}

/// How many games the blocks of facts can hold at most, and how many they hold at least.
struct GamesInFacts {
  std::int64_t most = 0;
  std::int64_t least = 0;
};

GamesInFacts games_in_facts(SqlConnection& sql) {
  const auto first = static_cast<std::int64_t>(Fact::flags) << 32;
  SqlStatement select(sql, "SELECT count(*), max(id) FROM fact_block WHERE id BETWEEN ? AND ?");
  if (!select.find(first, first | 0xFFFF'FFFF) || select.integer(0) == 0) return {};
  const std::int64_t chunks = select.integer(0);
  if (select.integer(1) != (first | (chunks - 1))) {
    refuse_schema(sql, "a block of facts is missing");
  }
  return {chunks * kFactChunkGames, (chunks - 1) * kFactChunkGames + 1};
}

}  // namespace

void check_schema(SqlConnection& sql) {
  SqlStatement select(sql,
                      "SELECT type, name, sql LIKE 'CREATE VIRTUAL%' FROM main.sqlite_schema "
                      "WHERE type <> 'index'");
  std::size_t found = 0, found_words = 0, found_fts = 0;
  while (select.step()) {
    const std::string name = select.string(1);
    check_entry(sql, select.string(0), name, select.integer(2) != 0);
    found_words += holds(kWordTables, name) ? 1 : 0;
    found += holds(kTables, name) || holds(kViews, name) ? 1 : 0;
    found_fts += name == kSearchTable ? 1 : 0;
  }
  const bool is_older = sql.first_integer("PRAGMA user_version") < kWordsVersion;
  const bool has_words = found_words == kWordTables.size() || (is_older && found_fts == 1);
  if (!has_words || found != kTables.size() + kViews.size()) {
    refuse_schema(sql, "a table or view of Ludex is missing");
  }
}

void check_counters(SqlConnection& sql) {
  SqlStatement select(sql, "SELECT name, next FROM counter");
  std::int64_t games = -1;
  while (select.step()) {
    const std::string name = select.string(0);
    const std::int64_t next = select.integer(1);
    const std::int64_t most = name == "segment" ? std::int64_t{1} << 31 : kMostIds;
    if (select.type(1) != SqlType::integer || next < 0 || next >= most) {
      refuse_schema(sql, fmt::format("the next {} id is {}, which is out of range", name, next));
    }
    if (name == "game") games = next - 1;
  }
  const GamesInFacts stored = games_in_facts(sql);
  if (games < stored.least || games > stored.most) {
    refuse_schema(sql, fmt::format("it counts {} games, but its blocks of facts hold {} to {}",
                                   games, stored.least, stored.most));
  }
}

}  // namespace ludex
