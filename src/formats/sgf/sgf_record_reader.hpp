#pragma once

#include "formats/record_reader.hpp"
#include "formats/sgf/sgf_games.hpp"
#include "formats/sgf/sgf_node_notes.hpp"
#include "formats/sgf/sgf_parser.hpp"
#include "formats/sgf/sgf_tree.hpp"

#include <vector>

namespace ludex {

class SgfRecordReader final : public RecordReader {
 public:
  explicit SgfRecordReader(const ReadOptions& options);

  std::optional<Problem> read(const RecordText& record) override;
  const std::vector<Problem>& text_problems() const override { return tree_.problems; }
  std::uint64_t text_problems_left_out() const override { return tree_.problems_left_out; }
  std::size_t game_count() const override { return games_.size(); }
  std::string format_version() const override {
    return tree_.ff_declared ? std::to_string(tree_.ff) : std::string();
  }
  GameInfo& info(std::size_t index) override { return games_[index].info; }
  void compile(std::size_t index, ReplayScript& script, std::vector<PositionKey>* keys) override;
  std::vector<MoveNote> notes(std::size_t index) override;
  std::vector<NodeComment> comments(std::size_t index) override;
  std::vector<NodeMark> marks(std::size_t index) override;
  std::vector<NodeMark> marks_at(std::size_t index, std::uint32_t ply) override;

 private:
  [[nodiscard]] Charset charset_of(const SgfGame& game) const;
  [[nodiscard]] SgfNodeNotes node_notes(std::size_t index) const;
  [[nodiscard]] std::uint32_t count_moves(const SgfGame& game) const;

  ExtractOptions options_;
  SgfLimits limits_;
  SgfTree tree_;
  std::vector<SgfGame> games_;
  TextForm form_ = TextForm::bytes;
};

}  // namespace ludex
