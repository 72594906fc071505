#pragma once

#include "formats/gcg/gcg_game.hpp"
#include "formats/record_reader.hpp"

namespace ludex {

/// A GCG record is one game.
class GcgRecordReader final : public RecordReader {
 public:
  explicit GcgRecordReader(const ReadOptions& options) : options_(options) {}

  [[nodiscard]] std::optional<Problem> read(const RecordText& record) override;
  [[nodiscard]] const std::vector<Problem>& text_problems() const override { return no_problems_; }
  [[nodiscard]] std::size_t game_count() const override { return 1; }
  [[nodiscard]] GameInfo& info(std::size_t) override { return game_.info; }
  void compile(std::size_t index, ReplayScript& script, std::vector<PositionKey>* keys) override;
  /// A note behind an event that is no move, as a challenge bonus, is the last move's.
  [[nodiscard]] std::vector<MoveNote> notes(std::size_t index) override;
  [[nodiscard]] std::vector<NodeComment> comments(std::size_t index) override;

 private:
  ReadOptions options_;
  GcgGame game_;
  std::vector<Problem> no_problems_;  // all are the game's
};

}  // namespace ludex
