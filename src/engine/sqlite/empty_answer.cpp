#include "engine/sqlite/empty_answer.hpp"

#include "engine/empty_answer.hpp"
#include "query/stats/game_stats.hpp"

#include <variant>

namespace ludex {
namespace {

/// The sizes of a game's boards, those of most games first.
std::vector<std::string> board_sizes(Database& database, GameType game) {
  GameFilters filters;
  filters.game = game;
  StatsQuestion question;
  question.by = {StatsKey::size};
  question.sort = {{"games", true}};
  std::vector<std::string> sizes;
  for (const auto& row : count_games(database, filters, question).rows) {
    if (const auto* size = std::get_if<std::string>(&row.front())) sizes.push_back(*size);
  }
  return sizes;
}

}  // namespace

void note_why_nothing(Database& database, const Query& query, const GameFilters& filters,
                      std::vector<std::string>& notes) {
  const auto sizes = [&](GameType game) { return board_sizes(database, game); };
  note_why_nothing(query, filters, sizes, notes);
}

}  // namespace ludex
