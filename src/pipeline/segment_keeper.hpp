#pragma once

#include "index/block_store.hpp"
#include "index/hot_postings.hpp"
#include "index/posting_sorter.hpp"
#include "index/segment_merge.hpp"
#include "ludex/info.hpp"
#include "ludex/types.hpp"
#include "store/database.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace ludex {

/// Writes and merges the segments of a database's position index, and posts stored games by a
/// replay of their packed moves. Uses all threads of the current TBB arena.
class SegmentKeeper {
 public:
  /// \param memory_bytes  held while position groups are written
  SegmentKeeper(Database& database, std::uint64_t memory_bytes)
      : database_(database), memory_bytes_(memory_bytes) {}

  /// Writes what `sorter` holds as a new segment. Within a transaction.
  void write(PostingSorter& sorter);
  /// The segments that should become one now: none or at least two.
  [[nodiscard]] std::vector<SegmentInfo> due_for_merge() const;
  /// Writes the segments of other databases as one new segment. Within a transaction.
  /// \returns its postings
  std::uint64_t take_over(std::span<const ForeignSegment> segments);
  /// Copies a segment of another database, with its position groups. Within a transaction.
  void copy(SqlConnection& from, const ForeignSegment& segment);
  /// Replaces segments by one that holds their postings as far as they are alive. Within a
  /// transaction. \returns the postings of the new one
  std::uint64_t merge(std::span<const SegmentInfo> old, const IsAlive& is_alive);

  /// True if an earlier run has committed games without their postings, or if this one has.
  [[nodiscard]] bool has_gap() const;
  /// Adds the positions of the games in the gap to `sorter`.
  void post_gap(PostingSorter& sorter) const;
  /// Adds the positions of these games to `sorter`.
  void post(std::span<const GameId> games, PostingSorter& sorter) const;
  /// Everything is posted. Within the transaction that writes the last segment.
  void close_gap();
  /// Adds the positions of the variations of a source that was indexed without them. Their posting
  /// numbers were reserved then. \returns the games
  [[nodiscard]] std::vector<GameId> post_variations(SourceId source, PostingSorter& sorter) const;

 private:
  /// \param fill  writes the blocks; leaves the postings of all hot keys in its second argument, or
  ///              nothing: then they are read from the blocks
  /// \param postings  at most
  template <class Fill>
  SegmentInfo add_segment(std::uint64_t postings, const Fill& fill);

  void copy_moment_counts(SqlConnection& from, std::int64_t segment, std::int64_t id);

  Database& database_;
  std::uint64_t memory_bytes_;
};

/// Writes the table position_group for a segment whose blocks are written: for each key with
/// kHotPostings and more, which of its postings are the same to every query. Each game is replayed
/// once for each turn, up to its last such posting. Within a transaction; facts and moves of all
/// games must be stored, also of removed ones.
/// \param long_runs     the blocks with a long run, ascending
/// \param memory_bytes  limit, about. A turn takes memory_bytes / 32 postings and reads the moves
///                      of all games. Facts of games take a sixteenth more.
/// \param known         the postings of these keys; null: they are read from the blocks
/// Uses all threads of the current TBB arena.
void write_position_groups(SqlConnection& sql, std::int64_t segment_id,
                           std::span<const std::uint32_t> long_runs, std::uint64_t memory_bytes,
                           const HotPostings* known);

/// Merges all segments into one without the postings of removed games, deletes or overwrites text
/// that belongs to no record, deletes names and phrases of no game, and shrinks the file. Ids stay.
/// Needs disk space for a second copy of the file. \param phase  called with what is being done:
/// "merging", "packing", "shrinking".
CompactReport compact(Database& database, const std::function<void(const char* phase)>& phase,
                      std::uint64_t group_bytes = 64 * 1024 * 1024);

}  // namespace ludex
