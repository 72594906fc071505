#pragma once

#include "index/block_store.hpp"
#include "pipeline/moment_count_maker.hpp"
#include "store/moment_count_table.hpp"
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
  MomentCountWriter(SqlConnection& sql, const SegmentInfo& segment);

  /// True if counts of this group would be stored. \pre the groups of a key follow each other
  [[nodiscard]] bool takes(std::uint64_t key, std::size_t postings) const {
    return postings >= fewest_stored_counts(segment_) || written_key_ == key;
  }
  /// \pre it takes the group; one call for each \param moments  of the group
  void write(std::int64_t group, std::uint64_t key, MomentCounts counts, std::uint32_t moments);
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
  SampleScripts scripts_;
  std::optional<std::uint64_t> written_key_;  // of the last group that was written
  std::vector<Row> waiting_;
  std::size_t waiting_entries_ = 0;  // cells and visits in it
};

/// Counts a group as it is stored. For the cost see MomentCountMaker.
/// \param numbers  its postings, ascending
/// \param packed   the moment of each, as pack_moments() made it
/// \param moments  how many there are in `packed`; 0: none is known
[[nodiscard]] std::optional<MomentCounts> count_moments(MomentCountMaker& maker,
                                                        std::span<const std::uint64_t> numbers,
                                                        std::string_view packed,
                                                        std::uint32_t moments);

/// Writes the counts that segments of an older database lack. Segments that hold postings of
/// removed games get none. Within a transaction.
void add_missing_moment_counts(SqlConnection& sql);

}  // namespace ludex
