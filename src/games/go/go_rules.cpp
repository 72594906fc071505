#include "games/go/go_rules.hpp"

#include "formats/sgf/sgf_game_evidence.hpp"
#include "games/board/line_diagram.hpp"

namespace ludex::go {
namespace {

constexpr std::string_view kNames[] = {"go",    "game of go", "igo",  "weiqi", "wei qi",
                                       "baduk", "围棋",       "圍棋", "囲碁",  "바둑"};
constexpr std::string_view kLittleGolemNames[] = {"go"};

}  // namespace

GoRules::GoRules()
    : BoardRules(
          GameType::go,
          {.name = "go", .default_size = {19, 19}, .max_side = kMaxSide, .shows_captures = true},
          {.names = kNames, .little_golem_names = kLittleGolemNames}) {}

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

std::string GoRules::draw(const Position& position, const Diagram& diagram) const {
  return draw_lines(position, diagram);
}

MarkRoom GoRules::mark_room(const PointRect& part) const { return line_mark_room(part); }

std::string GoRules::diagram_point(Point point, BoardSize size) const {
  return line_point_name(point, size);
}

std::string GoRules::point_name(Point point, BoardSize size) const {
  return point_text(point, size);
}

}  // namespace ludex::go
