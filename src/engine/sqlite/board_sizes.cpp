#include "engine/sqlite/board_sizes.hpp"

#include "query/filter/game_query.hpp"
#include "query/stats/game_stats.hpp"

#include <variant>

namespace ludex {

BoardSizes board_sizes(Database& database) {
  return [&database](GameType game, BoardSize own) {
    GameFilters filters;
    filters.game = game;
    filters.size = own;
    if (find_games(database, filters, 1).games.count() > 0) return std::vector<std::string>();
    filters.size.reset();
    StatsQuestion question;
    question.by = {StatsKey::size};
    question.sort = {{"games", true}};
    std::vector<std::string> sizes;
    for (const auto& row : count_games(database, filters, question).rows) {
      if (const auto* size = std::get_if<std::string>(&row.front())) sizes.push_back(*size);
    }
    return sizes;
  };
}

}  // namespace ludex
