#pragma once

#include "pipeline/batch.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace ludex {

struct WorkOptions {
  std::string charset;  ///< forced where a record declares none
  bool keep_text = true;
  std::uint64_t memory_bytes = 1ULL << 30;  ///< see ReadOptions
};

/// Parses, replays and keys the records of batches, and packs their text. Has buffers that are
/// reused from batch to batch: one object per thread.
class BatchWorker {
 public:
  explicit BatchWorker(const WorkOptions& options);
  ~BatchWorker();

  /// \param room  empty; its memory is used again
  [[nodiscard]] Worked work(Batch batch, Worked room);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ludex
