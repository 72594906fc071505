#pragma once

#include "formats/record_sink.hpp"
#include "pipeline/batch.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// Gathers what a splitter finds into batches of about `batch_bytes` and passes them on.
class BatchBuilder final : public RecordSink {
 public:
  using Deliver = std::function<void(Batch)>;

  BatchBuilder(std::size_t batch_bytes, Deliver deliver);
  ~BatchBuilder() override;

  void record(const FoundRecord& found) override;
  void oversize_piece(std::string_view piece, std::uint64_t record_offset_bytes,
                      bool last) override;
  void junk(std::uint64_t offset_bytes, std::uint64_t length_bytes) override;
  void foreign(Format looks_like, std::uint64_t offset_bytes, std::uint64_t length_bytes) override;

  /// The format of the records that follow.
  void set_format(Format format) { format_ = format; }
  void add(Item item);
  /// The junk since the last record.
  [[nodiscard]] std::uint64_t take_junk() { return std::exchange(junk_bytes_, 0); }
  /// What looked like another format since the last call, one entry for each format.
  [[nodiscard]] std::vector<ForeignBytes> take_foreign() { return std::exchange(foreign_, {}); }
  void note_source_bytes(std::uint64_t bytes) { batch_.source_bytes_read += bytes; }
  /// True if bytes that are added to the stream may belong to the last record.
  [[nodiscard]] bool last_open() const { return last_open_; }
  /// Where the record found last starts in its member.
  [[nodiscard]] std::uint64_t last_offset_bytes() const { return last_offset_bytes_; }
  /// Forgets the record or junk that was open when reading failed.
  void abandon_record();
  void flush();

 private:
  class Hasher;
  /// \returns where it begins
  std::uint64_t append_text(std::string_view text);

  std::size_t batch_bytes_;
  Deliver deliver_;
  Batch batch_;
  Format format_{};
  std::uint64_t junk_bytes_ = 0;
  std::vector<ForeignBytes> foreign_;
  bool last_open_ = false;
  std::uint64_t last_offset_bytes_ = 0;
  std::unique_ptr<Hasher> oversize_hash_;
  std::uint64_t oversize_bytes_ = 0;
};

/// XXH3-128 of a record's text.
[[nodiscard]] RecordHash hash_record(std::string_view text);

}  // namespace ludex
