#include "games/go/go_rules.hpp"

#include "formats/sgf/sgf_game_evidence.hpp"
#include "formats/sgf/sgf_hooks.hpp"
#include "games/api/captures.hpp"
#include "games/board/board_rules.hpp"
#include "games/board/stone_line.hpp"
#include "games/go/board.hpp"
#include "games/go/points.hpp"
#include "games/go/taken_stones.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

namespace ludex::go {
namespace {

using enum ProblemKind;

// The rules of play, independent of the format.
constexpr Rule kRules[] = {
    {occupied_point, "", "", "a stone is played on an empty point"},
    {suicide, "", "", "a move leaves its stones a liberty (most rules)"},
    {ko, "", "", "a move does not take back in a ko at once"},
};

constexpr std::string_view kNames[] = {"go",    "game of go", "igo",  "weiqi", "wei qi",
                                       "baduk", "围棋",       "圍棋", "囲碁",  "바둑"};
constexpr std::string_view kLittleGolemNames[] = {"go"};

/// How SGF writes Go, for SgfCompiler.
class GoSgf final : public SgfHooks<Board> {
 public:
  WrittenMove read_move(std::string_view value, BoardSize size) override {
    const auto point = go::find_point(value, size);
    return point ? WrittenMove{WrittenMove::Kind::stone, *point, true} : go::read_move(value, size);
  }
  std::optional<Point> find_point(std::string_view text, BoardSize size) const override {
    return go::find_point(text, size);
  }
};

class GoRules final : public CrossingRules<GoSgf> {
 public:
  GoRules()
      : CrossingRules(GameType::go,
                      {.name = "go",
                       .default_size = {19, 19},
                       .max_side = kMaxSide,
                       .shows_captures = true,
                       .begins_at_right = true,
                       .has_letter_points = true},
                      {.names = kNames, .little_golem_names = kLittleGolemNames}) {}

  RuleBook rule_book() const override { return {"Go", kRules}; }

  // Little Golem's boards. Otherwise a tree without evidence is Go.
  int claim(const SgfEvidence& evidence) const override {
    const int side = evidence.width;
    const bool is_usual = side == 0 || side == 9 || side == 13 || side == 19;
    return evidence.is_little_golem && is_usual ? 2 : 0;
  }

  std::optional<Position> after(const Position& position, const Move& move) const override {
    auto next = BoardRules::after(position, move);
    const auto taken = thread_board().turn().captures;
    for (std::size_t side = 0; next && side < 2; ++side) next->captures[side] += taken[side];
    return next;
  }

  PaintedBoard paint(const Position& position, const PictureView& view,
                     PictureCanvas& canvas) const override {
    PaintedBoard board = CrossingRules::paint(position, view, canvas);
    const auto& [black, white] = position.captures;
    if (black + white > 0) {
      board.notes.push_back(fmt::format("taken by Black {}, by White {}", black, white));
    }
    return board;
  }

  std::array<std::uint32_t, 2> scores(const Position& position) const override {
    return position.captures;
  }

  std::optional<std::vector<std::uint8_t>> captures(std::span<const std::uint16_t> ops,
                                                    BoardSize size) const override {
    std::vector<std::uint8_t> captures;
    if (!playable(size)) return captures;
    Board& board = thread_board();
    board.reset(size);
    std::size_t last_end = 0;
    for (std::size_t at = 0; at < ops.size();) {
      const auto op = read_op(ops.subspan(at));
      const bool has_point = op && op->kind != script::mark;
      if (!op || op->is(script::branch)) break;
      if (has_point && op->point >= static_cast<Point>(size.area())) break;
      at += op->size;
      execute(*op, board);
      if (op->kind > script::second_move || board.taken_sides() == 0) continue;
      append_capture(at, last_end, board.taken_sides(), captures);
    }
    return captures;
  }

  void read_line(const LineSource& source, CellLine& line) const override {
    if (!source.captures) return BoardRules::read_line(source, line);
    line.start(source.size, static_cast<std::size_t>(source.size.area()), source.keep);
    TakenStones stones(*source.captures, line);
    StoneLineReader(source, line, stones).read();
  }

 private:
  std::string point_name(Point point, BoardSize size) const override {
    return point_text(point, size);
  }
};

}  // namespace

const GameRules& rules() {
  static const GoRules kGame;
  return kGame;
}

}  // namespace ludex::go
