#pragma once

#include "index/posting_sorter.hpp"
#include "pipeline/batch_builder.hpp"
#include "pipeline/run_log.hpp"
#include "pipeline/source_plan.hpp"
#include "store/store_writer.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// Longer records are never parsed, whatever the memory.
inline constexpr std::uint64_t kMostRecordBytes = 16ULL << 20;

struct BatchWriterOptions {
  std::uint64_t record_bytes = 0;  ///< longer records are stored unparsed
  std::int64_t max_rejects = -1;   ///< stop after this many; -1: no limit
};

/// The last stage of the pipeline: stores batches in order, posts the positions of their games, and
/// commits from time to time.
class BatchWriter {
 public:
  BatchWriter(StoreWriter& store, PostingSorter& sorter, const BatchWriterOptions& options,
              RunLog& log)
      : store_(store), sorter_(sorter), options_(options), log_(log) {}

  /// \throws Error if there are more rejects than allowed
  void write(Worked& worked);
  /// Ends the last batch: commits all but a record that was not read to its end.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  /// The part of a batch that is not written yet.
  struct Rest {
    std::int64_t text_block;
    std::span<GameRow> games;
    std::span<const PositionKey> keys;
  };
  void write(SourceBegin& item, Rest& rest);
  void write(MemberBegin& item, Rest& rest);
  void write(RecordItem& item, Rest& rest);
  void write(RecordPiece& item, Rest& rest);
  void write(MemberEnd& item, Rest& rest);
  void write(MemberSkipped& item, Rest& rest);
  void write(SourceEnd& item, Rest& rest);
  void write(SourceFailed& item, Rest& rest);
  void write(StrayFile& item, Rest& rest);

  /// Keys of the batch with consecutive posting numbers.
  struct Extent {
    std::uint64_t first_number;
    std::span<const PositionKey> keys;
  };
  void write_games(std::size_t count, Rest& rest);
  void add_extent(std::uint64_t first_number, std::span<const PositionKey> keys);
  /// What a source adds to the source that it replaces.
  enum class Gain { something, nothing, less };
  [[nodiscard]] Gain gain_of_source();
  void find_known_stream();
  void warn();
  void note_change(FileChange change);
  /// True if it is not empty, was read to its end, and should hold some.
  [[nodiscard]] static bool lacks_records(const SourceRow& source);
  void uncount_source();
  void give_up_part();
  void note_junk(std::uint64_t bytes);
  void warn_of_foreign(const std::string& stream, std::span<const ForeignBytes> all) const;
  void drop_open_record(std::int64_t end_block);
  void commit_if_due(std::size_t text_bytes);
  void check_rejects();

  StoreWriter& store_;
  PostingSorter& sorter_;
  BatchWriterOptions options_;
  RunLog& log_;
  Clock::time_point commit_time_ = Clock::now();
  std::size_t uncommitted_bytes_ = 0;
  std::vector<Extent> extents_;        // of the batch; not posted yet
  std::optional<SourceRow> replaced_;  // what the open source will replace
  std::string warning_;                // about the open source; not said yet
  IndexReport report_before_source_;
  std::optional<RecordRow> open_record_;  // over the limit; its last piece is still to come
  std::uint64_t junk_before_record_ = 0;  // counted when that record ends
};

}  // namespace ludex
