#pragma once

#include "index/posting_sorter.hpp"
#include "pipeline/batch.hpp"
#include "pipeline/indexer.hpp"
#include "pipeline/source_plan.hpp"
#include "store/database.hpp"
#include "store/store_writer.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// How a memory limit is divided.
struct MemoryShares {
  std::uint64_t page_cache, dictionaries, postings, decoders;  // decoders: of all streams
  std::size_t batch_bytes;
  std::size_t live_batches;
  std::size_t record_bytes;  // of a record that is parsed; longer ones are only kept
};
[[nodiscard]] MemoryShares share_memory(std::uint64_t memory_bytes, int threads);

/// One run of `index` over a database that is open for writing: the only place that knows both the
/// stages and the threads.
class IndexRun {
 public:
  IndexRun(Database& database, const IndexOptions& options,
           const std::function<void(const IndexProgress&)>& report_progress,
           const std::function<void(const IndexMessage&)>& report_message,
           const std::atomic<bool>& stop);

  IndexReport run();

 private:
  using Clock = std::chrono::steady_clock;

  // before and after the sources
  std::vector<SourcePlan> make_plans();
  void note_known(const SourcePlan& plan);
  std::vector<SourceName> list_existing_sources();
  void leave_out_database(std::vector<SourceName>& names);
  void drop_abandoned(std::span<const SourcePlan> plans);
  void post_gap();
  void write_segment(PostingSorter& sorter, bool closes_gap);
  void merge_segments_if_many();
  void add_variations(const SourceRow& source);

  // the pipeline's last stage
  void read_sources(std::span<const SourcePlan> plans);
  void write(Worked& worked, std::span<const SourcePlan> plans);
  /// What has not been written yet of a batch.
  struct Rest {
    std::int64_t text_block;
    std::span<GameRow> games;
    std::span<const PositionKey> keys;
  };
  void write_item(WorkedItem& done, Rest& rest);
  void begin_source(const SourcePlan& plan, const ReadingLimits& limits);
  void end_source(const Item& item);
  /// What a source adds to the one it replaces.
  enum class Gain { something, nothing, less };
  [[nodiscard]] Gain gain_of_source();
  void fail_source(const Item& item, const Rest& rest);
  void drop_open_piece(std::int64_t end_block);
  void uncount_source();
  void write_record(WorkedItem& done, Rest& rest);
  void write_piece(const Item& item, std::int64_t text_block);
  void end_member(const Item& item);
  void note_junk(std::uint64_t bytes);
  void commit_if_due(std::size_t text_bytes);
  void check_rejects() const;
  void progress(const char* phase, bool now);
  void say(IndexMessage::Level level, const std::string& text) const;

  Database& database_;
  const IndexOptions& options_;
  const std::function<void(const IndexProgress&)>& report_progress_;
  const std::function<void(const IndexMessage&)>& report_message_;
  const std::atomic<bool>& stop_;
  int threads_;
  MemoryShares shares_;
  StoreWriter writer_;
  PostingSorter sorter_;
  IndexReport report_;
  IndexProgress progress_;
  Clock::time_point progress_time_{};
  Clock::time_point commit_time_ = Clock::now();
  std::size_t uncommitted_bytes_ = 0;
  std::optional<SourceRow> replaced_;  // what the open source will replace
  IndexReport report_before_source_;
  std::optional<RecordRow> open_piece_;
  std::uint64_t junk_before_piece_ = 0;  // counted when the record ends
};

}  // namespace ludex
