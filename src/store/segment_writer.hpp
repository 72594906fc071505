#pragma once

#include "index/block_store.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>

namespace ludex {

/// Writes one segment: its blocks as they come, its row at the end. Within a transaction.
class SegmentWriter final : public BlockSink {
 public:
  SegmentWriter(SqlConnection& sql, std::int64_t segment_id);
  void write(std::uint64_t first_key, std::string_view bytes) override;
  /// Makes the segment live; one without postings leaves no trace.
  void finish(const SegmentInfo& info);

 private:
  SqlConnection& sql_;
  SqlStatement insert_;
  std::int64_t segment_id_;
  std::int64_t blocks_ = 0;
};

/// Deletes a segment, its blocks and its groups. Within a transaction.
void delete_segment(SqlConnection& sql, std::int64_t segment_id);

}  // namespace ludex
