#include "store/segment_writer.hpp"

#include <bit>

namespace ludex {

SegmentWriter::SegmentWriter(SqlConnection& sql, std::int64_t segment_id)
    : sql_(sql),
      insert_(sql, "INSERT INTO posting_block VALUES (?, ?, ?)"),
      segment_id_(segment_id) {}

void SegmentWriter::write(std::uint64_t first_key, std::string_view bytes) {
  insert_.reset();
  insert_.bind(1, segment_id_ << 32 | blocks_++);
  insert_.bind(2, std::bit_cast<std::int64_t>(first_key));
  insert_.bind_blob(3, bytes);
  insert_.run();
}

void SegmentWriter::finish(const SegmentInfo& info) {
  if (info.postings == 0) return;
  sql_.run("INSERT INTO segment VALUES (?, ?, ?, ?, ?, ?, 1)", segment_id_,
           static_cast<std::int64_t>(info.first_number), static_cast<std::int64_t>(info.end_number),
           static_cast<std::int64_t>(info.postings), blocks_, info.key_bits);
}

void delete_segment(SqlConnection& sql, std::int64_t segment_id) {
  for (const char* const text : {"DELETE FROM posting_block WHERE id BETWEEN ? AND ?",
                                 "DELETE FROM position_group WHERE id BETWEEN ? AND ?"}) {
    SqlStatement rows(sql, text);
    rows.run(segment_id << 32, segment_id << 32 | 0xFFFF'FFFF);
  }
  sql.run("DELETE FROM segment WHERE id = ?", segment_id);
}

}  // namespace ludex
