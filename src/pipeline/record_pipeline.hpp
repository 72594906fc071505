#pragma once

#include "pipeline/batch.hpp"
#include "pipeline/batch_reader.hpp"
#include "pipeline/batch_worker.hpp"

#include <cstddef>
#include <functional>
#include <optional>

namespace ludex {

struct RecordPipelineOptions {
  WorkOptions work;
  std::size_t live_batches = 4;             ///< in flight
  std::size_t long_batch_bytes = 1U << 20;  ///< of text; beyond, a batch goes alone
};

/// Where the time went, in seconds.
struct RecordPipelineTimes {
  double working = 0;  ///< all workers together
  double waiting = 0;  ///< for the reader
  double writing = 0;
};

/// Takes batches from a reader through parallel workers to a writer, in order. Workers clear what
/// was written and use its memory again.
/// A long record may take twenty times its text in memory. Its batch waits until all before it are
/// written; then one worker alone works on it and frees its buffers afterwards.
class RecordPipeline {
 public:
  using Write = std::function<void(Worked&)>;

  RecordPipeline(const RecordPipelineOptions& options, Write write);

  /// Runs until the reader ends. Passes on what reader, workers or writer throw.
  RecordPipelineTimes run(BatchReader& reader);

 private:
  class Workers;

  /// \returns a long batch; none at the end
  std::optional<Batch> run_to_long_batch(BatchReader& reader, Workers& workers);
  void run_alone(Batch batch);
  void write(Worked& worked);

  RecordPipelineOptions options_;
  Write write_;
  RecordPipelineTimes times_;
};

}  // namespace ludex
