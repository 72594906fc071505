#include "pipeline/record_pipeline.hpp"

#include "core/parallel_work.hpp"
#include "pipeline/run_log.hpp"
#include "store/sql/page_memory.hpp"

#include <malloc.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace ludex {
namespace {

struct Bench {
  BatchWorker worker;
  double seconds = 0;
};

/// One for each thread, kept from one run to the next.
class Workers {
 public:
  explicit Workers(const WorkOptions& options)
      : benches_([&options] { return Bench{BatchWorker(options)}; }) {}

  Worked work(Batch batch) {
    const ParallelWork counted;
    Bench& bench = benches_.local();
    const Stopwatch watch(bench.seconds);
    get_page_memory_ahead();
    return bench.worker.work(std::move(batch), take_spare());
  }
  void take_back(Worked written) {
    const ParallelWork counted;
    const Stopwatch watch(benches_.local().seconds);
    written.clear();
    const std::lock_guard lock(mutex_);
    spare_.push_back(std::move(written));
  }
  void free_spare() {
    const std::lock_guard lock(mutex_);
    spare_ = {};
  }
  [[nodiscard]] double seconds() const {
    double sum = 0;
    for (const Bench& bench : benches_) sum += bench.seconds;
    return sum;
  }

 private:
  Worked take_spare() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return {};
    Worked spare = std::move(spare_.back());
    spare_.pop_back();
    return spare;
  }

  tbb::enumerable_thread_specific<Bench> benches_;
  std::mutex mutex_;
  std::vector<Worked> spare_;  // no more than were in flight at once
};

class RecordPipeline {
 public:
  RecordPipeline(BatchReader& reader, const RecordPipelineOptions& options,
                 const std::function<void(Worked&)>& write, IndexTimes& times)
      : reader_(reader), options_(options), write_(write), times_(times), workers_(options.work) {}

  void run() {
    while (auto batch = run_to_long_batch()) run_alone(std::move(*batch));
    times_.working += workers_.seconds();
    times_.waiting += waiting_seconds_;
  }

 private:
  /// \returns a long batch; none at the end
  std::optional<Batch> run_to_long_batch() {
    std::optional<Batch> long_batch;
    const auto next_batch = [&](tbb::flow_control& flow) -> Batch {
      const Stopwatch watch(waiting_seconds_);
      std::optional<Batch> batch = reader_.next();
      if (batch && batch->text.size() <= options_.long_batch_bytes) return std::move(*batch);
      long_batch = std::move(batch);
      flow.stop();
      return {};
    };
    const auto work = [&](Batch batch) { return workers_.work(std::move(batch)); };
    const auto write_one = [&](Worked worked) {
      write(worked);
      return worked;
    };
    tbb::parallel_pipeline(
        options_.live_batches,
        tbb::make_filter<void, Batch>(tbb::filter_mode::serial_in_order, next_batch) &
            tbb::make_filter<Batch, Worked>(tbb::filter_mode::parallel, work) &
            tbb::make_filter<Worked, Worked>(tbb::filter_mode::serial_in_order, write_one) &
            tbb::make_filter<Worked, void>(tbb::filter_mode::parallel, [&](Worked worked) {
              workers_.take_back(std::move(worked));
            }));
    if (long_batch) workers_.free_spare();
    return long_batch;
  }

  void run_alone(Batch batch) {
    {
      Worked worked;
      {
        const Stopwatch watch(times_.working);
        BatchWorker worker(options_.work);
        worked = worker.work(std::move(batch), {});
      }
      malloc_trim(0);
      write(worked);
    }
    malloc_trim(0);
  }

  void write(Worked& worked) {
    const Stopwatch watch(times_.writing);
    write_(worked);
  }

  BatchReader& reader_;
  const RecordPipelineOptions& options_;
  const std::function<void(Worked&)>& write_;
  IndexTimes& times_;
  Workers workers_;
  double waiting_seconds_ = 0;  // the writer reads `times_` meanwhile
};

}  // namespace

void run_record_pipeline(BatchReader& reader, const RecordPipelineOptions& options,
                         const std::function<void(Worked&)>& write, IndexTimes& times) {
  RecordPipeline(reader, options, write, times).run();
}

}  // namespace ludex
