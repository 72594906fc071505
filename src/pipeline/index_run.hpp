#pragma once

#include "index/posting_sorter.hpp"
#include "pipeline/indexer.hpp"
#include "pipeline/run_log.hpp"
#include "pipeline/segment_keeper.hpp"
#include "pipeline/source_plan.hpp"
#include "store/database.hpp"
#include "store/store_writer.hpp"

#include <atomic>
#include <functional>
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

/// One run of `index` over a database that is open for writing: compares the sources with what is
/// stored, joins the stages that read them, and has their positions indexed.
class IndexRun {
 public:
  /// \param options  with the number of threads
  IndexRun(Database& database, const IndexOptions& options,
           const std::function<void(const IndexProgress&)>& report_progress,
           const std::function<void(const IndexMessage&)>& report_message,
           const std::atomic<bool>& stop);

  IndexReport run();

 private:
  std::vector<SourcePlan> make_plans();
  void note_known(const SourcePlan& plan);
  std::vector<SourceName> list_existing_sources();
  void leave_out_database(std::vector<SourceName>& names);
  void drop_abandoned(std::span<const SourcePlan> plans);
  void read_sources(std::span<const SourcePlan> plans);
  void write_segment();
  void add_variations(const SourceRow& source);
  void merge_segments_if_many();

  Database& database_;
  const IndexOptions& options_;
  const std::atomic<bool>& stop_;
  MemoryShares shares_;
  RunLog log_;
  StoreWriter store_;
  PostingSorter sorter_;
  SegmentKeeper segments_;
};

}  // namespace ludex
