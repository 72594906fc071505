#pragma once

#include "formats/splitter.hpp"
#include "store/record_hash.hpp"
#include "store/source_table.hpp"

#include <cstdint>
#include <optional>

namespace ludex {

/// Lets a stream that an earlier run read in part be read again from its beginning: compares its
/// records with those that are stored, and passes on what follows them.
class KnownRecords final : public RecordSink {
 public:
  /// Thrown before anything is passed on: the stream does not begin with the stored records.
  struct Differ {};

  /// \param row     of the stream, which is cut off
  /// \param stored  hash_records() of it
  /// \param next    gets the records that follow; a reference is kept
  KnownRecords(const SourceRow& row, const RecordsHash& stored, RecordSink& next)
      : member_to_pass_(row.resume_member),
        offset_to_pass_(static_cast<std::uint64_t>(row.resume_offset)),
        stored_(stored),
        next_(next) {}

  /// Call it before the records of each member.
  void begin_member(std::int64_t ordinal);
  /// Call it after them.
  void end_member() const;
  /// Call it at the end of the stream.
  void end_stream();

  void record(const FoundRecord& found) override;
  void oversize_piece(std::string_view piece, std::uint64_t record_offset_bytes,
                      bool last) override;
  void junk(std::uint64_t offset_bytes, std::uint64_t length_bytes) override;
  void foreign(Format looks_like, std::uint64_t offset_bytes, std::uint64_t length_bytes) override;

 private:
  void compare(std::uint64_t offset_bytes, std::uint64_t length_bytes, const RecordHash& hash);
  void pass();

  std::int64_t member_to_pass_;
  std::uint64_t offset_to_pass_;  // the end of the last stored record in that member; 0: none
  RecordsHash stored_;
  RecordSink& next_;
  RecordsHash found_;
  std::int64_t member_ = 0;
  std::optional<RecordHasher> oversize_hash_;  // of the open record
  std::uint64_t oversize_bytes_ = 0;
  bool has_passed_ = false;  // all stored records were found
};

}  // namespace ludex
