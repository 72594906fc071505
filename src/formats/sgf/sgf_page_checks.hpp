#pragma once

#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_tree.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ludex {

/// Notes problems of one game at the places of its tree, the first kMax of them.
class SgfPageProblems {
 public:
  /// \param record  the text that the tree's views point into; of UTF-16 the tree has its own copy
  SgfPageProblems(const SgfTree& tree, std::string_view record, GameInfo& info)
      : tree_(tree), record_(record), info_(info) {}

  /// \param about  see Problem::about
  void add(ProblemKind kind, std::string_view about, const SgfProperty& at, std::string message);
  /// Says how many more there were.
  void finish();

 private:
  static constexpr std::size_t kMax = 100;

  [[nodiscard]] std::uint64_t offset_of(std::string_view part) const;

  const SgfTree& tree_;
  std::string_view record_;
  GameInfo& info_;
  std::size_t noted_ = 0;
};

/// "PZ[soon]", as messages show it.
[[nodiscard]] std::string excerpt_of(const SgfProperty& property, std::string_view value);
/// IP has no value, in Hex and in Twixt.
void check_empty_value(const SgfTree& tree, const SgfProperty& property, SgfPageProblems& problems);

/// What a game's own page asks for beside FF[4] and the rules of play. Adds problems to the game's
/// info, and changes nothing else. Nothing for games that have no such page.
/// \pre the game's info is complete
void check_game_page(const SgfTree& tree, std::string_view record, SgfGame& game);

}  // namespace ludex
