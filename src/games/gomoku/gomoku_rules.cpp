#include "games/gomoku/gomoku_rules.hpp"

#include "core/ascii.hpp"

#include <charconv>

namespace ludex::gomoku {
namespace {

using enum ProblemKind;

constexpr std::string_view kNames[] = {"gomoku", "renju"};

// What may be played, whatever format says it.
constexpr Rule kRules[] = {{occupied_point, "", "", "a stone is played on an empty point"}};

std::optional<Point> find_diagram_point(std::string_view text, BoardSize size) {
  if (text.size() < 2) return std::nullopt;
  const int x = text[0] >= 'a' ? text[0] - 'a' : text[0] - 'A';
  const char* const last = text.data() + text.size();
  int row = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, last, row);
  if (error != std::errc{} || end != last) return std::nullopt;
  if (x < 0 || x >= size.width || row < 1 || row > size.height) return std::nullopt;
  return static_cast<Point>((size.height - row) * size.width + x);
}

}  // namespace

// Stones of the last one's colour beyond it in one direction.
int Board::count_line(int dx, int dy) const {
  const int width = size().width;
  const std::uint8_t colour = cells()[turn_.point];
  int x = static_cast<int>(turn_.point) % width + dx;
  int y = static_cast<int>(turn_.point) / width + dy;
  int stones = 0;
  while (x >= 0 && x < width && y >= 0 && y < size().height &&
         cells()[static_cast<std::size_t>(y * width + x)] == colour) {
    x += dx;
    y += dy;
    ++stones;
  }
  return stones;
}

std::optional<Player> Board::winner(bool is_renju) const {
  constexpr int kRow = 5;
  if (turn_.last != Turn::Last::stone) return std::nullopt;
  const bool must_be_five = is_renju && turn_.mover == cell::kFirst;
  for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
    const int row = 1 + count_line(dx, dy) + count_line(-dx, -dy);
    if (must_be_five ? row == kRow : row >= kRow) {
      return static_cast<Player>(turn_.mover);
    }
  }
  return std::nullopt;
}

void GomokuSgf::start(const SgfTree&, const SgfGame& game) {
  is_renju_ = contains(to_lower(game.info.rules), "renju");
}

WrittenMove GomokuSgf::read_move(std::string_view value, BoardSize size) {
  using Kind = WrittenMove::Kind;
  if (const auto point = go::find_point(value, size)) return {Kind::stone, *point, true};
  if (const auto point = find_diagram_point(value, size)) return {Kind::stone, *point, false};
  return go::read_move(value, size);
}

std::optional<GameResult> GomokuSgf::result(const Board& board) const {
  return shown_result(board.winner(is_renju_), WinBy::unknown);
}

GomokuRules::GomokuRules()
    : CrossingRules(GameType::gomoku,
                    {.name = "gomoku", .default_size = {15, 15}, .max_side = kMaxSide},
                    {.names = kNames, .little_golem_names = kNames}) {}

RuleBook GomokuRules::rule_book() const { return {"Gomoku", kRules}; }

std::optional<Position> GomokuRules::after(const Position& position, const Move& move) const {
  Position next = next_of(position, move);
  if (move.kind == MoveKind::stone) {
    if (position.cells[move.point] != cell::kEmpty) return std::nullopt;
    next.cells[move.point] = cell::of(move.player);
  }
  return next;
}

}  // namespace ludex::gomoku
