#pragma once

#include "ludex/types.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// A row of the view `sources`.
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

/// The number of games of a type and kind.
struct GameCount {
  GameType game;
  GameKind kind;
  std::int64_t games = 0;
  friend bool operator==(const GameCount&, const GameCount&) = default;
};

/// Sums over visible sources: those that are complete or being read for the first time.
struct Totals {
  std::int64_t sources = 0;
  std::int64_t records = 0;       ///< found in the sources
  std::int64_t game_records = 0;  ///< those that gave games
  std::int64_t rejects = 0;
  std::int64_t removed = 0;  ///< records removed since
  std::int64_t games = 0;
  std::int64_t moves = 0;
  std::int64_t positions = 0;  ///< indexed positions of those games
  std::int64_t record_bytes = 0, junk_bytes = 0, stream_bytes = 0;  ///< decompressed

  /// True if every record gave games or a reject, and every byte is in a record or counted as junk.
  [[nodiscard]] bool reconcile() const {
    return records == game_records + rejects + removed && stream_bytes == record_bytes + junk_bytes;
  }
};

struct TableBytes {
  std::string table;
  std::int64_t bytes = 0;  ///< of its pages and those of its indexes
};

/// What a database holds.
struct DatabaseInfo {
  std::vector<SourceInfo> sources;
  Totals totals;
  std::vector<GameCount> games;
  std::int64_t segments = 0, postings = 0, blocks = 0;  ///< of the live index
  std::int64_t groups = 0;                              ///< keys that are frequent in a segment
  std::int64_t file_bytes = 0;
  std::vector<TableBytes> tables;  ///< largest first; empty if SQLite was built without dbstat
  std::vector<std::pair<std::string, std::string>> settings;  ///< rows of `meta`
};

/// A database as a cluster knows it.
struct PublishedDatabase {
  std::int64_t number = 0;  ///< in the order of first publication, from 0
  std::string name;         ///< of its file, when it was first published
  std::string uuid;
  std::int64_t batches = 0, games = 0, positions = 0, records = 0;
};

struct ClusterServer {
  std::string address;  ///< host:port
  std::string version;
  std::int64_t bytes = 0;  ///< on its disk, including parts not dropped yet
};

/// What was published to a cluster.
struct ClusterInfo {
  std::vector<ClusterServer> servers;  ///< a shard each
  std::vector<PublishedDatabase> databases;
  struct Total {
    std::int64_t records = 0, rejects = 0, games = 0, moves = 0, positions = 0;
  } total;
  std::vector<GameCount> games;
  std::vector<TableBytes> tables;  ///< largest first
};

struct CompactReport {
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
  std::uint64_t postings_dropped = 0;
  std::uint64_t text_bytes_dropped = 0;
  /// Blocks of 256 games that an older version lacked. Patterns are now found in them without a
  /// replay.
  std::int64_t capture_blocks_added = 0;
};

struct FoundSource {
  SourceId id = SourceId::none;
  std::string name;
  std::int64_t games = 0;
};

/// A record that gave no game, and the reason.
struct Reject {
  RecordId record = RecordId::none;
  Origin origin;
  std::string kind;     ///< ProblemKind by name
  std::string message;  ///< may be empty if the kind says everything
};

}  // namespace ludex
