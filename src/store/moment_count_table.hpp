#pragma once

#include "index/moment_counts.hpp"
#include "ludex/types.hpp"
#include "store/posting_tables.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// A key with this many postings in a segment has its counts stored: below it they are counted
/// within a millisecond. In large segments more, so that some hundred keys have them.
[[nodiscard]] constexpr std::uint64_t fewest_stored_counts(const SegmentInfo& segment) {
  constexpr std::uint64_t kFewest = 1024;
  const std::uint64_t share = segment.postings >> 14;
  return share > kFewest ? share : kFewest;
}

/// Reads the table moment_counts. Rows count all games of their group, so they are of use only
/// where all games are visible: a removal deletes the rows of the segments it concerns.
class MomentCountTable {
 public:
  /// An older database has no such table.
  explicit MomentCountTable(SqlConnection& sql);

  /// True if a source is stored whose games are not visible yet.
  [[nodiscard]] bool has_hidden_games();
  /// The counts of all groups of a key in a segment; nothing if one of them has none.
  /// \throws DatabaseError if a row is damaged.
  [[nodiscard]] std::optional<std::vector<MomentCounts>> find(
      const SegmentInfo& segment, std::span<const PositionGroups::Part> parts);

 private:
  SqlConnection& sql_;
  std::optional<SqlStatement> select_;
};

/// Deletes the counts that include some of these games. Within a transaction.
/// \param games  their postings must still be known
void drop_moment_counts(SqlConnection& sql, std::span<const GameId> games);

}  // namespace ludex
