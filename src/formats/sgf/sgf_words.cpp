#include "formats/sgf/sgf_words.hpp"

namespace ludex::sgf {

std::optional<Player> read_player(std::string_view value) {
  const auto first = value.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  const char letter = value[first];
  if (letter == 'B' || letter == 'b' || letter == '1') return Player::first;
  if (letter == 'W' || letter == 'w' || letter == '2') return Player::second;
  return std::nullopt;
}

GameResult result_of_end(Player loser, WrittenMove::Kind kind) {
  const bool resigned = kind == WrittenMove::Kind::resignation;
  return {.winner = loser == Player::first ? Winner::second : Winner::first,
          .by = resigned ? WinBy::resign : WinBy::forfeit,
          .margin = std::nullopt,
          .from = resigned ? ResultFrom::resignation : ResultFrom::end_mark};
}

GameResult with_seats_changed(GameResult result) {
  if (result.winner == Winner::first || result.winner == Winner::second) {
    result.winner = result.winner == Winner::first ? Winner::second : Winner::first;
  }
  return result;
}

std::uint32_t count_branches(const SgfTree& tree, const SgfGame& game) {
  std::uint32_t branches = 0;
  for (std::size_t n = game.main_nodes; n < game.nodes.size(); ++n) {
    const auto parent = static_cast<std::uint32_t>(tree.nodes[game.nodes[n]].parent);
    branches += n == game.main_nodes || parent != game.nodes[n - 1];
  }
  return branches;
}

}  // namespace ludex::sgf
