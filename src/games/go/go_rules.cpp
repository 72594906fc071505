#include "games/go/go_rules.hpp"

#include "formats/sgf/sgf_game_evidence.hpp"

namespace ludex::go {
namespace {

using enum ProblemKind;

// What may be played, whatever format says it.
constexpr Rule kRules[] = {
    {occupied_point, "", "", "a stone is played on an empty point"},
    {suicide, "", "", "a move leaves its stones a liberty (most rules)"},
    {ko, "", "", "a move does not take back in a ko at once"},
};

constexpr std::string_view kNames[] = {"go",    "game of go", "igo",  "weiqi", "wei qi",
                                       "baduk", "围棋",       "圍棋", "囲碁",  "바둑"};
constexpr std::string_view kLittleGolemNames[] = {"go"};

}  // namespace

GoRules::GoRules()
    : CrossingRules(
          GameType::go,
          {.name = "go", .default_size = {19, 19}, .max_side = kMaxSide, .shows_captures = true},
          {.names = kNames, .little_golem_names = kLittleGolemNames}) {}

RuleBook GoRules::rule_book() const { return {"Go", kRules}; }

// Little Golem's boards. Elsewhere Go is what a tree is that nothing speaks of.
int GoRules::claim(const SgfEvidence& evidence) const {
  const int side = evidence.width;
  const bool is_usual = side == 0 || side == 9 || side == 13 || side == 19;
  return evidence.is_little_golem && is_usual ? 2 : 0;
}

std::optional<Position> GoRules::after(const Position& position, const Move& move) const {
  const bool is_stone = move.kind == MoveKind::stone;
  if (is_stone && position.cells[move.point] != cell::kEmpty) return std::nullopt;
  Board& board = board_of(position);
  Position next = next_of(position, move);
  if (is_stone) board.play(move.player, move.point);
  for (std::size_t side = 0; side < 2; ++side) next.captures[side] += board.turn().captures[side];
  next.cells = board.cells();
  return next;
}

}  // namespace ludex::go
