#include "query/search/game_positions.hpp"

namespace ludex {

GamePositions::GamePositions(SqlConnection& sql) : facts_(sql), scripts_(sql) {}

bool GamePositions::is_answer(GameId game) {
  return raw(game) > 0 && facts_.flags(game).is_answer();
}

GameType GamePositions::game_type(GameId game) { return facts_.game_type(game); }

BoardSize GamePositions::size(GameId game) { return facts_.size(game); }

std::uint32_t GamePositions::searched_plies(GameId game) {
  const bool all = facts_.flags(game).has(GameFlags::variations_indexed);
  return static_cast<std::uint32_t>(
      facts_.value(all ? Fact::total_positions : Fact::main_positions, game));
}

std::optional<Position> GamePositions::find(GameId game, std::uint32_t ply) {
  if (!is_answer(game) || ply >= facts_.value(Fact::total_positions, game)) return std::nullopt;
  const GameRules* const rules = find_rules(game_type(game));
  if (rules == nullptr) return std::nullopt;
  return rules->find_position(scripts_.script(game), size(game), ply);
}

void GamePositions::walk(GameId game, const std::function<bool(const Position&)>& visit) {
  const GameRules* const rules = find_rules(game_type(game));
  if (rules != nullptr && is_answer(game)) rules->walk(scripts_.script(game), size(game), visit);
}

void GamePositions::show(GameId game, std::span<const std::uint32_t> plies,
                         const std::function<void(std::size_t, const Position&)>& take) {
  constexpr std::size_t kFewPlies = 4;  // cheaper to find than to show all positions up to them
  if (plies.size() <= kFewPlies) {
    for (std::size_t i = 0; i < plies.size(); ++i) {
      if (const auto position = find(game, plies[i])) take(i, *position);
    }
    return;
  }
  std::size_t wanted = 0;
  walk(game, [&](const Position& position) {
    if (position.ply == plies[wanted]) take(wanted++, position);
    return wanted < plies.size();
  });
}

}  // namespace ludex
