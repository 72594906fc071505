#pragma once

#include "core/game_type.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// A row of the view `sources`, as far as `ludex info` prints it.
struct SourceInfo {
  std::int64_t id = 0;
  std::string name;
  std::string state;  ///< loading, done, damaged
  std::string damage;
  std::int64_t bytes = 0;
  std::int64_t members = 0, skipped_members = 0;
  std::int64_t records = 0, games = 0, rejects = 0, removed = 0;
  std::int64_t record_bytes = 0, junk_bytes = 0, stream_bytes = 0;
  std::int64_t branches_left_out = 0;
};

/// How many games there are of a type and kind.
struct GameCount {
  GameType game;
  GameKind kind;
  std::int64_t games = 0;
  friend bool operator==(const GameCount&, const GameCount&) = default;
};

/// Sums over what can be answers: sources that are complete, or being read for the first time.
struct Totals {
  std::int64_t sources = 0;
  std::int64_t records = 0;       ///< as they were found
  std::int64_t game_records = 0;  ///< those that gave games
  std::int64_t rejects = 0;
  std::int64_t removed = 0;  ///< records taken out since
  std::int64_t games = 0;
  std::int64_t moves = 0;
  std::int64_t positions = 0;  ///< of those games, as far as they are searched
  std::int64_t record_bytes = 0, junk_bytes = 0, stream_bytes = 0;  ///< decompressed

  /// Every record gave games or a reject, and every byte read is in a record or counted as junk.
  [[nodiscard]] bool reconcile() const {
    return records == game_records + rejects + removed && stream_bytes == record_bytes + junk_bytes;
  }
};

struct TableBytes {
  std::string table;
  std::int64_t bytes = 0;  ///< of its pages, with those of its indexes
};

/// What is inside a database.
struct DatabaseInfo {
  std::vector<SourceInfo> sources;
  Totals totals;
  std::vector<GameCount> games;
  std::int64_t segments = 0, postings = 0, blocks = 0;  ///< of the live index
  std::int64_t groups = 0;                              ///< keys that a segment has many times
  std::int64_t file_bytes = 0;
  std::vector<TableBytes> tables;  ///< largest first; empty if SQLite was built without dbstat
  std::vector<std::pair<std::string, std::string>> settings;  ///< rows of `meta`
};

/// Cost: reads the facts and the table `record`; the sizes of tables, every page of the file.
[[nodiscard]] DatabaseInfo read_info(Database& database, bool with_table_bytes = true);

/// 32 hex digits that are equal for databases with the same content: the games that are answers
/// (their rows and positions) and the rejects, in order. Not names of sources, times or segments.
/// XXH3-128.
[[nodiscard]] std::string signature(Database& database);

}  // namespace ludex
