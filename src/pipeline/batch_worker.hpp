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
  bool comment_text = true;                 ///< of all nodes, for full text search
  std::uint64_t memory_bytes = 1ULL << 30;  ///< see ReadOptions
};

/// Parses and replays the records of batches, computes keys, and compresses their text. Reuses its
/// buffers from batch to batch: one object per thread.
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

/// Compares the result at the end of the game with the recorded one. Sets it if none is recorded;
/// adds how the game was won if only the winner is recorded; marks the result as disputed if
/// winners or margins differ. "?", no result and an unfinished game never contradict. Cassio may
/// record a win of White as one of Black; then the board decides.
void add_played_result(const std::optional<GameResult>& played, GameInfo& info);

}  // namespace ludex
