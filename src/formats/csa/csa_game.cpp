#include "formats/csa/csa_game.hpp"

namespace ludex {

std::vector<std::size_t> standing_moves(const CsaGame& game) {
  std::vector<std::size_t> standing;
  standing.reserve(game.moves.size());
  auto taken = game.take_backs.begin();
  for (std::size_t move = 0; move < game.moves.size(); ++move) {
    for (; taken != game.take_backs.end() && taken->moves == move; ++taken) {
      standing.resize(taken->standing);
    }
    standing.push_back(move);
  }
  return standing;
}

}  // namespace ludex
