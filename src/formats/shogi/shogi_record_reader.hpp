#pragma once

#include "formats/record_reader.hpp"
#include "formats/shogi/shogi_conversion.hpp"
#include "formats/shogi/shogi_game.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// A record of a format of shogi is one game. Nodes of notes: 0 is what stands
/// before the first move, n the n-th move or end of the record.
class ShogiRecordReader final : public RecordReader {
 public:
  /// \param parse  reads a record of the format
  ShogiRecordReader(const ReadOptions& options, ShogiParse parse)
      : options_(options), parse_(parse) {}

  [[nodiscard]] std::optional<Problem> read(const RecordText& record) override {
    return parse_(record.text, {.form = record.form, .charset = options_.charset}, game_);
  }
  [[nodiscard]] GameInfo& info(std::size_t) override { return game_.info; }
  void compile(std::size_t, ReplayScript& script, std::vector<PositionKey>* keys) override {
    compile_shogi(game_, script, keys);
  }
  [[nodiscard]] std::vector<MoveNote> notes(std::size_t index) override;
  [[nodiscard]] std::vector<NodeComment> comments(std::size_t index) override;
  void append_node_text(std::size_t index, std::string& text) override;
  [[nodiscard]] std::vector<NodeMark> marks(std::size_t index) override;

 private:
  /// The plies of all nodes; an end has that of the move before it.
  [[nodiscard]] std::vector<std::optional<std::uint32_t>> plies(std::uint32_t& main_positions);

  ReadOptions options_;
  ShogiParse parse_;
  ShogiGame game_;
};

}  // namespace ludex
