#pragma once

#include "ludex/index.hpp"
#include "pipeline/batch_reader.hpp"
#include "pipeline/batch_worker.hpp"

#include <cstddef>
#include <functional>

namespace ludex {

struct RecordPipelineOptions {
  WorkOptions work;
  std::size_t live_batches = 4;             ///< in flight
  std::size_t long_batch_bytes = 1U << 20;  ///< of text; beyond, a batch goes alone
};

/// Takes batches from a reader through parallel workers to a writer, in order, until the reader
/// ends. Workers clear what was written and use its memory again.
/// A long record may take twenty times its text in memory. Its batch waits until all before it are
/// written; then one worker alone works on it and frees its buffers afterwards.
/// \param times  gets working, waiting and writing added
/// Passes on what reader, workers or writer throw.
void run_record_pipeline(BatchReader& reader, const RecordPipelineOptions& options,
                         const std::function<void(Worked&)>& write, IndexTimes& times);

}  // namespace ludex
