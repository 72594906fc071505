#include "pipeline/batch_builder.hpp"

namespace ludex {
namespace {

// Limits of a batch. Even a short record becomes 2 KB of rows, and a small batch stays in the cache
// on its way to another core. Text blocks of CGP lines are 1.2 % longer than with 4096.
constexpr std::size_t kMostItems = 1024;

}  // namespace

BatchBuilder::BatchBuilder(std::size_t batch_bytes, Deliver deliver)
    : batch_bytes_(batch_bytes), deliver_(std::move(deliver)) {}
BatchBuilder::~BatchBuilder() = default;

std::uint64_t BatchBuilder::append_text(std::string_view text) {
  const std::uint64_t begin = batch_.text.size();
  batch_.text += text;
  return begin;
}

void BatchBuilder::record(const FoundRecord& found) {
  RecordItem item;
  item.row.offset_bytes = found.offset_bytes;
  item.row.length_bytes = found.text.size();
  item.row.format = format_;
  item.row.form = found.form;
  item.row.text_begin = append_text(found.text);
  item.text_bytes = found.text.size();
  item.junk_bytes = take_junk();
  item.context = found.context;
  item.unclosed = found.unclosed;
  last_open_ = found.unclosed || found.open_end;
  last_offset_bytes_ = found.offset_bytes;
  add(std::move(item));
}

void BatchBuilder::foreign(Format looks_like, std::uint64_t offset_bytes,
                           std::uint64_t length_bytes) {
  for (ForeignBytes& known : foreign_) {
    if (known.format != looks_like) continue;
    known.length_bytes += length_bytes;
    return;
  }
  foreign_.push_back({looks_like, offset_bytes, length_bytes});
}

/// The pieces of a record are adjacent, so its text continues without a gap from the end of one
/// batch to the start of the next.
void BatchBuilder::oversize_piece(std::string_view piece, std::uint64_t record_offset_bytes,
                                  bool last) {
  if (!oversize_hash_) {
    oversize_hash_.emplace();
    oversize_bytes_ = 0;
  }
  oversize_hash_->update(piece);
  oversize_bytes_ += piece.size();
  RecordPiece item;
  item.format = format_;
  item.offset_bytes = record_offset_bytes;
  item.text_begin = append_text(piece);
  item.junk_bytes = take_junk();
  item.is_last = last;
  if (last) {
    item.length_bytes = oversize_bytes_;
    item.hash = oversize_hash_->digest();
    oversize_hash_.reset();
    last_open_ = true;  // it may have ended with the stream alone
    last_offset_bytes_ = record_offset_bytes;
  }
  add(std::move(item));
}

void BatchBuilder::junk(std::uint64_t, std::uint64_t length_bytes) { junk_bytes_ += length_bytes; }

void BatchBuilder::abandon_record() {
  oversize_hash_.reset();
  junk_bytes_ = 0;
}

void BatchBuilder::add(Item item) {
  batch_.items.push_back(std::move(item));
  if (batch_.text.size() >= batch_bytes_ || batch_.items.size() >= kMostItems) flush();
}

void BatchBuilder::append(CollectedRecords records, std::uint64_t source_bytes) {
  if (records.batches.empty()) return;
  flush();
  for (std::size_t left = records.batches.size(); left > 0; --left) {
    Batch& batch = records.batches[records.batches.size() - left];
    batch.source_bytes_read = source_bytes / left;
    source_bytes -= batch.source_bytes_read;
    deliver_(std::move(batch));
  }
  last_open_ = records.last_open;
  last_offset_bytes_ = records.last_offset_bytes;
}

void BatchBuilder::flush() {
  if (batch_.items.empty()) return;
  deliver_(std::move(batch_));
  batch_ = {};
  batch_.text.reserve(batch_bytes_ + batch_bytes_ / 4);
}

}  // namespace ludex
