#include "pipeline/played_result.hpp"

namespace ludex {

void add_played_result(const std::optional<GameResult>& played, GameInfo& info) {
  if (!played) return;
  GameResult& written = info.result;
  if (written.winner == Winner::unknown) {
    written = *played;
    return;
  }
  if (written.winner == Winner::asked || written.winner == Winner::void_game) return;
  const bool other_margin = written.margin && played->margin && *written.margin != *played->margin;
  if (written.winner != played->winner || other_margin) info.result_disputed = true;
}

}  // namespace ludex
