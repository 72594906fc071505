#include "games/othello/othello_rules.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_game_evidence.hpp"
#include "formats/sgf/sgf_hooks.hpp"
#include "games/api/written_move.hpp"
#include "games/board/board_rules.hpp"
#include "games/othello/board.hpp"
#include "games/othello/flipped_discs.hpp"
#include "ludex/types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::othello {
namespace {

using enum ProblemKind;

// The rules of play, independent of the format.
constexpr Rule kRules[] = {
    {occupied_point, "", "", "a disc is played on an empty square"},
    {illegal_move, "", "", "a move turns at least one disc"},
    {wrong_player, "", "", "a player without a move passes"},
};

// The rules of the game's own page of SGF.
constexpr Rule kPage[] = {
    {bad_point, "", "Point", "a column and a row: f5, or two letters: fe"},
    {off_board, "", "Point", "a column and a row of the board: f5, or two letters: fe"},
    {bad_size, "", "SZ", "an even number, 8 where none is written"},
};

constexpr std::string_view kNames[] = {"othello", "reversi"};
constexpr std::string_view kPrograms[] = {"Edax", "edax", "Cassio"};
constexpr std::string_view kLittleGolemNames[] = {"reversi"};

/// One of the four first moves, in either of the two ways to set up the four discs.
bool is_opening(std::string_view move) {
  constexpr std::string_view kMoves[] = {"f5", "e6", "d3", "c4", "f4", "e3", "d6", "c5"};
  return std::ranges::find(kMoves, move) != std::end(kMoves);
}

/// "f10"
std::optional<Point> find_long_point(std::string_view text, BoardSize size) {
  if (text.size() != 3 || !is_letter(text[0]) || !is_digit(text[1]) || !is_digit(text[2])) {
    return std::nullopt;
  }
  const int x = to_lower(text[0]) - 'a';
  const int y = (text[1] - '0') * 10 + (text[2] - '0') - 1;
  if (x >= size.width || y < 0 || y >= size.height) return std::nullopt;
  return static_cast<Point>(y * size.width + x);
}

/// row * width + column of a point in either style, decided by its second character: `f5` (column
/// letter of any case, row number from the top) or `fe` (two lower-case letters, as in Go).
std::optional<Point> find_point(std::string_view text, BoardSize size) {
  if (text.size() != 2) return find_long_point(text, size);
  const bool has_digit = text[1] <= '9';
  const int x = text[0] >= 'a' ? text[0] - 'a' : has_digit ? text[0] - 'A' : -1;
  const int y = has_digit ? text[1] - '1' : text[1] - 'a';
  if (x < 0 || x >= size.width || y < 0 || y >= size.height) return std::nullopt;
  return static_cast<Point>(y * size.width + x);
}

// True if it is written as a point, on the board or not.
bool is_point_like(std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || !is_letter(text[0])) return false;
  return is_digit(text[1]) ? std::all_of(text.begin() + 1, text.end(), is_digit)
                           : text.size() == 2 && is_letter(text[1]);
}

constexpr MoveWord kWords[] = {{"pa", WrittenMove::Kind::pass},
                               {"pass", WrittenMove::Kind::pass},
                               {"resign", WrittenMove::Kind::resignation, false}};

/// A point; or a pass: empty, `PA`, `pass`, `tt` on boards up to 19x19, `pa` where that is no
/// point. What follows a "/" is GGF's evaluation and time and no part of the move.
WrittenMove read_move(std::string_view value, BoardSize size) {
  using Kind = WrittenMove::Kind;
  const std::string_view text = trimmed(value.substr(0, value.find('/')));
  const bool is_pass_of_go = text == "tt" && size.width <= 19 && size.height <= 19;
  if (text.empty() || text == "PA" || is_pass_of_go) return {Kind::pass, 0, true};
  if (const auto point = find_point(text, size)) return {Kind::stone, *point, true};
  if (const auto move = find_word(text, kWords)) return *move;
  if (is_point_like(text)) return {Kind::off_board, 0, true};
  return {};
}

/// "f5"
std::string point_text(Point point, BoardSize size) {
  const int place = static_cast<int>(point);
  return static_cast<char>('a' + place % size.width) + std::to_string(place / size.width + 1);
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789 ") == std::string_view::npos;
}

// "8 ---...O*... *": size, what stands on each square from a1 row by row, who is to move.
std::vector<std::uint8_t> read_ggf_board(std::string_view text) {
  std::vector<std::uint8_t> cells;
  text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  for (const char c : text) {
    if (c == ' ' || c == '\r' || c == '\n') continue;
    if (cells.size() == std::size_t{kMaxSide} * kMaxSide) break;
    const bool is_black = c == '*' || c == 'X' || c == 'x' || c == '#';
    const bool is_white = c == 'O' || c == 'o';
    cells.push_back(is_black ? cell::kFirst : is_white ? cell::kSecond : cell::kEmpty);
  }
  return cells;
}

/// How SGF and what looks like it write Othello, for SgfCompiler. There is no FF[4] page for it:
/// Edax puts setup and the first move into the root, GGF everything into one node.
class OthelloSgf final : public SgfHooks<Board> {
 public:
  void start(const SgfTree& tree, const SgfGame& game) override {
    tree_ = &tree;
    game_ = &game;
    only_alternates_.reset();
    ggf_cells_.clear();
    const auto& declared = game.info.declared_game;
    is_ggf_ = declared && !is_number(*declared);
    if (!is_ggf_) return;
    for (const SgfProperty& property : tree.properties_of(tree.nodes.front())) {
      if (property.id != SgfId::BO || property.value_count == 0) continue;
      ggf_cells_ = read_ggf_board(tree.value_of(property));
    }
    // An incomplete board has no meaning; the side to move follows the board.
    const auto area = static_cast<std::size_t>(game.info.size.area());
    ggf_cells_.resize(ggf_cells_.size() < area ? 0 : area);
  }

  WrittenMove read_move(std::string_view value, BoardSize size) override {
    WrittenMove move;
    const auto point = value.size() == 2 ? othello::find_point(value, size) : std::nullopt;
    if (!point) return othello::read_move(value, size);
    move.kind = WrittenMove::Kind::stone;
    move.point = *point;
    return move;
  }
  std::optional<Point> find_point(std::string_view text, BoardSize size) const override {
    return othello::find_point(text, size);
  }

  /// The discs of the start stand unless the root puts discs of its own into the middle, or a GGF
  /// board says what stands where.
  std::vector<std::pair<Point, std::uint8_t>> layout(BoardSize size) const override {
    std::vector<std::pair<Point, std::uint8_t>> cells;
    if (root_fills_middle(size)) {
      for (const StartDisc& disc : start_discs(size)) cells.emplace_back(disc.point, cell::kEmpty);
    }
    for (Point point = 0; point < ggf_cells_.size(); ++point) {
      cells.emplace_back(point, ggf_cells_[point]);
    }
    return cells;
  }

  bool moves_are_plies() const override { return is_ggf_; }
  bool root_may_move() const override { return true; }

  /// Passes need not be written: the colour that is written moves if it can, else the other one.
  /// Where colours do nothing but alternate and no pass is written they say nothing, and whoever
  /// is on turn by the rules moves.
  Player mover_of(Player written, Point point, Board& board) override {
    if (board.last_mover() == written) return mover_out_of_turn(written, point, board);
    return board.prepare(written, point) ? written : mover_out_of_turn(written, point, board);
  }

  /// The player with more discs, if no player can move. Empty squares count for the winner if that
  /// is what RE says.
  std::optional<GameResult> result(const Board& board) const override {
    if (board.can_move(Player::first) || board.can_move(Player::second)) return std::nullopt;
    const int black = board.count(Player::first);
    const int white = board.count(Player::second);
    GameResult result{Winner::draw, WinBy::unknown, std::nullopt, ResultFrom::replay};
    if (black == white) return result;
    result.winner = black > white ? Winner::first : Winner::second;
    result.by = WinBy::score;
    const int discs = std::abs(black - white);
    const int with_empty = discs + board.size().area() - black - white;
    const auto& stated = game_->info.result.margin;
    result.margin = stated && *stated == with_empty ? with_empty : discs;
    return result;
  }

 private:
  Player mover_out_of_turn(Player written, Point point, const Board& board) {
    const Player expected = only_alternates() ? board.next_player() : written;
    if (board.can_play(expected, point)) return expected;
    return board.can_play(opponent(expected), point) ? opponent(expected) : written;
  }

  // On the main line; a resignation is no move.
  [[nodiscard]] bool only_alternates() {
    if (only_alternates_) return *only_alternates_;
    std::optional<Player> last;
    bool alternates = true;
    for (std::size_t n = 0; n < game_->main_nodes && alternates; ++n) {
      for (const SgfProperty& property : tree_->properties_of(tree_->nodes[game_->nodes[n]])) {
        const auto player = mover(property);
        if (!player) continue;
        for (const std::string_view value : tree_->values_of(property)) {
          const auto kind = read_move(value, game_->info.size).kind;
          if (kind == WrittenMove::Kind::resignation) continue;
          if (kind == WrittenMove::Kind::pass || last == player) alternates = false;
          last = player;
        }
      }
    }
    only_alternates_ = alternates;
    return alternates;
  }

  [[nodiscard]] bool root_fills_middle(BoardSize size) const {
    const auto discs = start_discs(size);
    bool fills = false;
    std::size_t as_usual = 0;
    for (const SgfProperty& property : tree_->properties_of(tree_->nodes[game_->nodes.front()])) {
      const bool is_black = property.id == SgfId::AB;
      if (!is_black && property.id != SgfId::AW) continue;
      for (const std::string_view value : tree_->values_of(property)) {
        const auto point = othello::find_point(value, size);
        const auto disc = std::find_if(discs.begin(), discs.end(), [&](const StartDisc& one) {
          return point && one.point == *point;
        });
        if (point && disc == discs.end()) continue;
        fills = true;
        as_usual += disc != discs.end() && disc->cell == (is_black ? cell::kFirst : cell::kSecond);
      }
    }
    return fills && as_usual != discs.size();
  }

  const SgfTree* tree_ = nullptr;
  const SgfGame* game_ = nullptr;
  bool is_ggf_ = false;
  std::vector<std::uint8_t> ggf_cells_;  // of BO; empty where there is none
  std::optional<bool> only_alternates_;
};

class OthelloRules final : public BoardRules<OthelloSgf> {
 public:
  OthelloRules()
      : BoardRules(
            GameType::othello,
            {.name = "othello",
             .default_size = {8, 8},
             .min_side = kMinSide,
             .max_side = kMaxSide,
             .begins_at_right = true,
             .has_letter_points = true},
            {.names = kNames, .programs = kPrograms, .little_golem_names = kLittleGolemNames}) {}

  RuleBook rule_book() const override { return {"Othello", kRules}; }
  RuleBook page() const override { return {"SGF for Othello", kPage}; }

  int claim(const SgfEvidence& evidence) const override {
    if (evidence.is_little_golem || !evidence.style.lower_digits) return 0;
    const bool is_usual = evidence.width == 8 || evidence.width == 0;
    return is_usual && is_opening(evidence.style.first) ? 2 : 0;
  }

  /// An even number of squares along each side, and no more than 26.
  bool may_be_played_on(BoardSize size) const override {
    const auto fits = [](int side) { return side % 2 == 0 && side <= kMaxSide; };
    return fits(size.width) && fits(size.height);
  }

  Position start_position(BoardSize size) const override {
    Position position = GameRules::start_position(size);
    for (const StartDisc& disc : start_discs(size)) position.cells[disc.point] = disc.cell;
    return position;
  }

  /// None for a disc that flips nothing.
  std::optional<Position> after(const Position& position, const Move& move) const override {
    auto next = BoardRules::after(position, move);
    const bool is_disc = move.kind == MoveKind::stone;
    if (next && is_disc) next->to_move = thread_board().next_player();
    return next;
  }

  // Who is to move depends on who can: only a replay shows it.
  void read_line(const LineSource& source, CellLine& line) const override {
    if (source.keep.to_move || source.size != BoardSize{8, 8}) {
      return BoardRules::read_line(source, line);
    }
    line.start(source.size, static_cast<std::size_t>(source.size.area()), source.keep);
    FlippedDiscs discs(line);
    for (const StartDisc& disc : start_discs(source.size)) {
      line.set(disc.point, disc.cell);
      discs.after_setup(disc.point, disc.cell);
    }
    StoneLineReader(source, line, discs).read();
  }

  /// Discs of each.
  std::array<std::uint32_t, 2> scores(const Position& position) const override {
    const auto discs = [&](std::uint8_t code) {
      return static_cast<std::uint32_t>(std::ranges::count(position.cells, code));
    };
    return {discs(cell::kFirst), discs(cell::kSecond)};
  }

  std::string draw(const Position& position, const Diagram& diagram) const override {
    return draw_squares(position, diagram);
  }
  PaintedBoard paint(const Position& position, const PictureView& view,
                     PictureCanvas& canvas) const override {
    PaintedBoard board = paint_squares(position, view, canvas);
    const auto [black, white] = scores(position);
    board.notes.push_back(fmt::format("discs {}\u2013{}", black, white));
    return board;
  }
  MarkRoom mark_room(const PointRect&) const override { return {3, 2}; }

 private:
  std::string point_name(Point point, BoardSize size) const override {
    return point_text(point, size);
  }
};

}  // namespace

const GameRules& rules() {
  static const OthelloRules kGame;
  return kGame;
}

}  // namespace ludex::othello
