#pragma once

#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/sgf/sgf_text_reader.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "games/api/node_note.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ludex {

/// What the nodes of one game of SGF say beside moves, setup and game info.
class SgfNodeNotes {
 public:
  /// \param rules       of the game; nullptr where it is not replayed: then no value names a point
  /// \param text        reads the values of `tree`
  /// \param node_plies  see ReplayScript; nodes behind its end have no position
  SgfNodeNotes(const SgfTree& tree, const SgfGame& game, const SgfRules* rules, SgfTextReader text,
               std::vector<std::uint32_t> node_plies)
      : tree_(tree), game_(game), rules_(rules), text_(text), node_plies_(std::move(node_plies)) {}

  [[nodiscard]] std::vector<NodeComment> comments();
  [[nodiscard]] std::vector<NodeMark> marks();
  /// See RecordReader::marks_at().
  [[nodiscard]] std::vector<NodeMark> marks_at(std::uint32_t ply);

 private:
  [[nodiscard]] const SgfNode& node_at(std::size_t n) const { return tree_.nodes[game_.nodes[n]]; }
  [[nodiscard]] std::optional<std::uint32_t> ply_of(std::size_t n) const;
  [[nodiscard]] bool goes_on(std::size_t n) const;
  void append_marks(std::size_t n, const SgfProperty& property, std::vector<NodeMark>& marks);
  void read_value(const SgfPropertyInfo& info, std::string_view raw, NodeMark& mark);
  void append_inherited(SgfId id, std::size_t n, std::vector<NodeMark>& marks);

  const SgfTree& tree_;
  const SgfGame& game_;
  const SgfRules* rules_;
  SgfTextReader text_;
  std::vector<std::uint32_t> node_plies_;
};

}  // namespace ludex
