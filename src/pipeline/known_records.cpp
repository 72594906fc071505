#include "pipeline/known_records.hpp"

namespace ludex {

void KnownRecords::begin_member(std::int64_t ordinal) {
  member_ = ordinal;
  const bool are_all_before = offset_to_pass_ == 0 && ordinal == member_to_pass_;
  if (are_all_before || ordinal > member_to_pass_) pass();
}

void KnownRecords::end_member() const {
  if (!has_passed_ && member_ >= member_to_pass_) throw Differ{};
}

void KnownRecords::end_stream() { pass(); }

void KnownRecords::pass() {
  if (has_passed_) return;
  if (found_ != stored_) throw Differ{};
  has_passed_ = true;
}

void KnownRecords::compare(std::uint64_t offset_bytes, std::uint64_t length_bytes,
                           const RecordHash& hash) {
  found_.add(member_, offset_bytes, length_bytes, hash);
  if (member_ < member_to_pass_) return;
  const std::uint64_t end = offset_bytes + length_bytes;
  if (end > offset_to_pass_) throw Differ{};
  if (end == offset_to_pass_) pass();
}

void KnownRecords::record(const FoundRecord& found) {
  if (has_passed_) return next_.record(found);
  compare(found.offset_bytes, found.text.size(), hash_record(found.text));
}

void KnownRecords::oversize_piece(std::string_view piece, std::uint64_t record_offset_bytes,
                                  bool last) {
  if (has_passed_) return next_.oversize_piece(piece, record_offset_bytes, last);
  if (!oversize_hash_) {
    oversize_hash_.emplace();
    oversize_bytes_ = 0;
  }
  oversize_hash_->update(piece);
  oversize_bytes_ += piece.size();
  if (!last) return;
  compare(record_offset_bytes, oversize_bytes_, oversize_hash_->digest());
  oversize_hash_.reset();
}

void KnownRecords::junk(std::uint64_t offset_bytes, std::uint64_t length_bytes) {
  if (has_passed_) next_.junk(offset_bytes, length_bytes);
}

void KnownRecords::foreign(Format looks_like, std::uint64_t offset_bytes,
                           std::uint64_t length_bytes) {
  next_.foreign(looks_like, offset_bytes, length_bytes);
}

}  // namespace ludex
