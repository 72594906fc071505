#pragma once

#include "formats/cgp/cgp.hpp"
#include "formats/record_reader.hpp"
#include "games/api/position.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace ludex {

/// A CGP line is a game of one position: of a crossword game, or of the one that `gm` names.
/// What its columns do not print back are properties, named as the opcodes.
class CgpRecordReader final : public RecordReader {
 public:
  std::optional<Problem> read(const RecordText& record) override;
  const std::vector<Problem>& text_problems() const override { return problems_; }
  std::size_t game_count() const override { return 1; }
  GameInfo& info(std::size_t) override { return info_; }
  void compile(std::size_t index, ReplayScript& script, std::vector<PositionKey>* keys) override;

 private:
  std::optional<Problem> read_other_game(std::string_view line);
  void take_game_id();

  CgpPosition position_;
  std::optional<Position> other_game_;  // of the one that `gm` names
  std::vector<Problem> problems_;
  GameInfo info_;
};

}  // namespace ludex
