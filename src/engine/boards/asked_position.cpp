#include "engine/boards/shown_position.hpp"

#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/rows/game_moves.hpp"

#include <fmt/format.h>

#include <utility>

namespace ludex {
namespace {

BoardPosition describe(const Position& position) {
  const GameRules& rules = *find_rules(position.game);
  BoardPosition shown;
  shown.type = position.game;
  shown.size = position.size;
  shown.to_move = player_word(position);
  shown.cgp = to_cgp(position);
  shown.sfen = rules.sfen(position);
  shown.unseen = rules.unseen(position);
  const auto points = static_cast<Point>(position.size.area());
  for (Point point = 0; point < points; ++point) {
    shown.points.push_back(rules.place_text(point, position.size));
  }
  return shown;
}

}  // namespace

BoardPosition show_asked(const QueryPosition& asked) {
  BoardPosition shown = describe(asked.position);
  shown.notes = asked.notes;
  return shown;
}

BoardPosition show_played(const Position& before, std::string_view text) {
  const GameRules& rules = *find_rules(before.game);
  const auto move = rules.parse_move(text, before);
  if (!move) throw UsageError(fmt::format("`move` '{}': not understood as a move", text));
  const auto after = rules.after(before, *move);
  if (!after) throw UsageError(fmt::format("`move` '{}': the board does not allow it", text));
  if (const std::string_view why = rules.refusal(before, *move); !why.empty()) {
    throw UsageError(fmt::format("`move` '{}': {}", text, why));
  }
  BoardPosition shown = describe(*after);
  shown.last_move = rules.move_text(*move, before.size);
  shown.last_points = points_of(*move, before.size);
  return shown;
}

std::vector<PlayedPly> list_moves(GameSource& games, GameId game, Notation notation) {
  const auto replayed = games.find(game);
  if (!replayed) return {};
  std::vector<PlayedPly> plies = read_plies(
      *replayed, [&](const PositionVisitor& visit) { games.walk(game, visit); }, PliesWanted::all,
      kLastPly, notation);
  if (const auto record = games.record(game)) {
    add_move_notes(*record, plies);
    add_comments(*record, plies);
  }
  return plies;
}

}  // namespace ludex
