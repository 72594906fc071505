#pragma once

#include "index/block_store.hpp"
#include "pipeline/moment_count_maker.hpp"
#include "store/posting_tables.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ludex {

/// Writes the table moment_counts for the groups of a segment. Games of hidden sources are counted,
/// too; a group that holds postings of removed games gets no counts. Within a transaction.
class MomentCountWriter {
 public:
  /// \param memory_bytes  see MomentCountMaker
  MomentCountWriter(SqlConnection& sql, const SegmentInfo& segment, std::uint64_t memory_bytes);

  /// Counts a group, if it is large enough and its game is explored by moment. For its cost see
  /// MomentCountMaker.
  /// \pre the groups of a key follow each other
  /// \param numbers  its postings, ascending
  /// \param moments  how many there are in `packed`, as pack_moments() made it; 0: none is known
  void write(std::int64_t group, std::uint64_t key, std::span<const std::uint64_t> numbers,
             std::string_view packed, std::uint32_t moments);
  /// False if the game of this posting is not explored by moment.
  [[nodiscard]] bool may_count(std::uint64_t number) { return maker_.may_count(number); }
  /// Inserts the rows that wait; at the end.
  void flush();

 private:
  struct Row {
    std::int64_t group;
    std::uint32_t moments;
    MomentCounts counts;  // samples without their operations
  };
  SegmentInfo segment_;
  SqlStatement insert_;
  MomentCountMaker maker_;
  std::optional<std::uint64_t> written_key_;  // of the last group that was written
  std::vector<Row> waiting_;
  std::size_t waiting_entries_ = 0;  // cells and visits in it
};

/// Writes the counts that segments of an older database lack. Segments that hold postings of
/// removed games get none. Within a transaction.
void add_missing_moment_counts(SqlConnection& sql);

}  // namespace ludex
