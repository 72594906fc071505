#pragma once

#include "formats/csa/csa_game.hpp"
#include "formats/record_reader.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// A CSA record is one game.
class CsaRecordReader final : public RecordReader {
 public:
  explicit CsaRecordReader(const ReadOptions& options) : options_(options) {}

  std::optional<Problem> read(const RecordText& record) override;
  const std::vector<Problem>& text_problems() const override { return no_problems_; }
  std::size_t game_count() const override { return 1; }
  std::string format_version() const override { return game_.version; }
  GameInfo& info(std::size_t) override { return game_.info; }
  void compile(std::size_t index, ReplayScript& script, std::vector<PositionKey>* keys) override;
  std::vector<MoveNote> notes(std::size_t index) override;
  std::vector<NodeComment> comments(std::size_t index) override;
  std::vector<NodeMark> marks(std::size_t index) override;

 private:
  /// What is written at one of the places where something is said.
  struct Node {
    std::uint32_t number = 0;
    std::optional<std::uint32_t> ply;
    const std::string& comment;
    std::optional<double> seconds;
  };
  void visit_nodes(const std::function<void(const Node&)>& visit);

  ReadOptions options_;
  CsaGame game_;
  std::vector<Problem> no_problems_;  // all that is wrong is wrong with the game
};

}  // namespace ludex
