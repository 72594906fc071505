#pragma once

#include "formats/game_info.hpp"
#include "pipeline/batch_builder.hpp"
#include "store/game_row.hpp"

#include <cstdint>
#include <memory>
#include <optional>
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

/// Compares the result that the end of a game shows with the written one. Fills it in if none is
/// written; adds how the game was won if only the winner is written; marks the result as disputed
/// if winners or margins differ. "?", no result and an unfinished game contradict nothing. Cassio
/// may write White's win as Black's: there the board decides.
void add_played_result(const std::optional<GameResult>& played, GameInfo& info);

}  // namespace ludex
