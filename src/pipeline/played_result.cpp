#include "pipeline/played_result.hpp"

namespace ludex {
namespace {

// "RE[B]" names the winner only.
void add_reason(const GameResult& played, GameResult& written) {
  if (written.by != WinBy::unknown) return;
  written.by = played.by;
  written.margin = played.margin;
}

}  // namespace

void add_played_result(const std::optional<GameResult>& played, GameInfo& info) {
  if (!played) return;
  GameResult& written = info.result;
  if (written.winner == Winner::unknown) {
    written = *played;
    return;
  }
  if (written.winner == Winner::asked || written.winner == Winner::void_game) return;
  const bool other_margin = written.margin && played->margin && *written.margin != *played->margin;
  if (written.winner == played->winner && !other_margin) return add_reason(*played, written);
  info.result_disputed = true;
  const bool is_cassios = info.application.starts_with("Cassio");
  if (is_cassios && written.winner == Winner::first) written = *played;
}

}  // namespace ludex
