#include "games/gomoku/gomoku_rules.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_hooks.hpp"
#include "games/board/board_base.hpp"
#include "games/board/board_rules.hpp"
#include "games/go/points.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace ludex::gomoku {
namespace {

using enum ProblemKind;

constexpr std::string_view kNames[] = {"gomoku", "renju"};

// The rules of play, independent of the format.
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

inline constexpr int kMaxSide = 52;  // SGF has letters for no larger board

class Board : public StoneBoard<8> {
 public:
  static constexpr BoardFeatures kFeatures{.keeps_stones = true};

  /// Empties the board. \pre each side in [1, 52]
  void reset(BoardSize size) { StoneBoard::reset(GameType::gomoku, size, orientations_of(size)); }

  /// Who has put the last stone into a row of five or more; in Renju Black needs just five.
  [[nodiscard]] std::optional<Player> winner(bool is_renju) const {
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

 private:
  // Stones of the last one's colour beyond it in one direction.
  [[nodiscard]] int count_line(int dx, int dy) const {
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
};

/// How SGF writes Gomoku and Renju, for SgfCompiler: two letters as in Go, and `h8` as the game's
/// own diagrams have it: columns a, b, ..., i too; rows from the bottom.
class GomokuSgf final : public SgfHooks<Board> {
 public:
  void start(const SgfTree&, const SgfGame& game) override {
    is_renju_ = contains(to_lower(game.info.rules), "renju");
  }

  WrittenMove read_move(std::string_view value, BoardSize size) override {
    using Kind = WrittenMove::Kind;
    if (const auto point = go::find_point(value, size)) return {Kind::stone, *point, true};
    if (const auto point = find_diagram_point(value, size)) return {Kind::stone, *point, false};
    return go::read_move(value, size);
  }

  std::optional<Point> find_point(std::string_view text, BoardSize size) const override {
    return go::find_point(text, size);
  }
  /// Who has five in a row, or more; in Renju a row of six wins for White only.
  std::optional<GameResult> result(const Board& board) const override {
    return shown_result(board.winner(is_renju_), WinBy::unknown);
  }

 private:
  bool is_renju_ = false;  // RU names it, in any case
};

/// A to Z, then AA, AB, ...
std::string diagram_column(int column) {
  const std::string last(1, static_cast<char>('A' + column % 26));
  return column < 26 ? last : static_cast<char>('A' + column / 26 - 1) + last;
}

class GomokuRules final : public CrossingRules<GomokuSgf, diagram_column> {
 public:
  GomokuRules()
      : CrossingRules(GameType::gomoku,
                      {.name = "gomoku",
                       .default_size = {15, 15},
                       .max_side = kMaxSide,
                       .begins_at_right = true,
                       .has_letter_points = true},
                      {.names = kNames, .little_golem_names = kNames}) {}

  RuleBook rule_book() const override { return {"Gomoku", kRules}; }

 private:
  std::string point_name(Point point, BoardSize size) const override {
    return go::point_text(point, size);
  }
};

}  // namespace

const GameRules& rules() {
  static const GomokuRules kGame;
  return kGame;
}

}  // namespace ludex::gomoku
