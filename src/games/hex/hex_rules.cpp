#include "games/hex/hex_rules.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_game_evidence.hpp"
#include "formats/sgf/sgf_hooks.hpp"
#include "formats/values/value_text.hpp"
#include "games/board/board_rules.hpp"
#include "games/board/diagrams.hpp"
#include "games/go/points.hpp"
#include "games/hex/board.hpp"
#include "games/hex/picture.hpp"
#include "games/hex/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ludex::hex {
namespace {

constexpr std::string_view kNames[] = {"hex"};
constexpr std::string_view kPrograms[] = {"HexGui", "Hex-benzene", "PlayHex", "HexWorld"};

// HexGui before 0.10 wrote swap-pieces where it meant swap-sides, and reads it so from files of
// "HexGui:0.x" with one digit. Only used where no move follows the swap and shows it.
bool is_old_hexgui(std::string_view application) {
  constexpr std::string_view kName = "HexGui:0.";
  if (!application.starts_with(kName)) return false;
  const std::string_view minor = application.substr(kName.size());
  return !minor.empty() && is_digit(minor[0]) && (minor.size() == 1 || !is_digit(minor[1]));
}

using enum ProblemKind;

// The rules of play, independent of the format.
constexpr Rule kRules[] = {
    {occupied_point, "", "", "a stone is played on an empty point"},
    {bad_swap, "", "", "a swap takes over the one stone on the board"},
};

// The rules of the game's own page of SGF.
constexpr std::string_view kPoint = "a column in letters and a row in digits, a1: top left";
constexpr std::string_view kResult = "B+ or W+, with R, T or F; Void or ?: nobody wins by points";

constexpr Rule kPage[] = {
    {bad_point, "", "Point", kPoint},
    {off_board, "", "Point", kPoint},
    {bad_size, "", "SZ", "a number, or columns:rows of an oblong board, of 1 or more"},
    {bad_result, "", "RE", kResult},
    {bad_value, "RE", "RE", kResult},
    {bad_value, "IP", "IP", "its value is empty"},
    {misplaced_property, "IP", "IP", "one node of a game is the current position"},
    {misplaced_property, "B", "B and W", "the root is a setup node: no move stands there"},
    {setup_and_move, "", "AB, AW, AE", "setup does not stand in a node with a move"},
    {several_moves, "", "B and W", "a node holds one move"},
    {bad_swap, "", "Move", "a swap takes over the one stone on the board"},
};

/// One of those that the Hex page lists, in any case.
bool is_hex_result(const std::string& text) {
  constexpr std::string_view kResults[] = {
      "b+", "b+r", "b+resign", "b+t", "b+time", "b+f", "b+forfeit", "void",
      "w+", "w+r", "w+resign", "w+t", "w+time", "w+f", "w+forfeit", "?"};
  const std::string form = value_text::value_form(text);
  return std::ranges::find(kResults, form) != std::end(kResults);
}

/// Not for values that were not understood, because they are already reported. Little Golem gives
/// only the winner.
bool is_wrong_result(const SgfTree& tree, const GameInfo& info) {
  if (info.result.from != ResultFrom::written || is_hex_result(info.result_raw)) return false;
  const bool is_little_golems = info.colors_exchanged || is_little_golem(tree, info);
  return info.result_raw.size() > 1 || !is_little_golems;
}

/// How SGF writes Hex, for SgfCompiler: the Hex page, and Little Golem with its two letters and the
/// colours of the other seat. A game that writes its points in both styles is noted.
class HexSgf final : public SgfHooks<Board> {
 public:
  void start(const SgfTree&, const SgfGame& game) override {
    black_ = game.info.colors_exchanged ? Player::second : Player::first;
    style_ = PointStyle::none;
    is_old_hexgui_ = is_old_hexgui(game.info.application);
  }

  std::optional<Player> mover(const SgfProperty& property) const override {
    if (property.id == SgfId::B) return black_;
    if (property.id == SgfId::W) return opponent(black_);
    return std::nullopt;
  }
  WrittenMove read_move(std::string_view value, BoardSize size) override {
    if (const auto point = find_short_point(value, size)) {
      return {WrittenMove::Kind::stone, *point, keeps_style(PointStyle::numbered)};
    }
    if (const auto point = go::find_point(value, size)) {
      return {WrittenMove::Kind::stone, *point, keeps_style(PointStyle::letters)};
    }
    return read_other_move(value, size);
  }
  std::optional<Point> find_point(std::string_view text, BoardSize size) const override {
    return hex::find_point(text, size);
  }
  std::optional<GameResult> result(const Board& board) const override {
    return shown_result(find_winner(board.cells(), board.size()), WinBy::connection);
  }

 private:
  [[nodiscard]] WrittenMove read_other_move(std::string_view value, BoardSize size) const {
    WrittenMove move = hex::read_move(value, size);
    move.is_sides_without_next = is_old_hexgui_;
    return move;
  }

  /// True if all points so far were written in this style.
  [[nodiscard]] bool keeps_style(PointStyle style) {
    if (style_ == PointStyle::none) style_ = style;
    return style_ == style;
  }

  Player black_ = Player::first;  // who moves in B[]
  PointStyle style_ = PointStyle::none;
  bool is_old_hexgui_ = false;
};

class HexRules final : public BoardRules<HexSgf> {
 public:
  HexRules()
      : BoardRules(
            GameType::hex,
            {.name = "hex", .default_size = {11, 11}, .max_side = kMaxSide, .has_many_sizes = true},
            {.names = kNames,
             .programs = kPrograms,
             .little_golem_names = kNames,
             .max_side = kMaxSgfBoardSide,
             .has_swap = true,
             .has_current_position = true}) {}

  RuleBook rule_book() const override { return {"Hex", kRules}; }
  RuleBook page() const override { return {"SGF for Hex", kPage}; }

  // Little Golem's games without a mark of their own are Hex.
  int claim(const SgfEvidence& evidence) const override {
    const SgfMoveStyle& style = evidence.style;
    if (style.swap) return 3;
    if (evidence.is_little_golem) return style.white_first || !style.any ? 3 : 1;
    return style.lower_digits && evidence.width != 19 ? 1 : 0;
  }

  /// In Little Golem's games the first move is always W, and PB made it.
  bool has_exchanged_colors(const SgfTree& tree, const GameInfo& info) const override {
    if (info.declared_game && !is_little_golem(tree, info)) return false;
    const SgfMoveStyle style = style_of(tree);
    return style.white_first && !style.lower_digits;
  }

  void check_page(const SgfTree& tree, const SgfGame& game,
                  SgfPageProblems& problems) const override {
    bool result_seen = false;
    for (const SgfProperty& property : tree.properties_of(tree.nodes.front())) {
      if (property.id == SgfId::B || property.id == SgfId::W) {
        problems.add(ProblemKind::misplaced_property, "B", property, "a move in the root");
      }
    }
    for (const std::uint32_t id : game.nodes) {
      for (const SgfProperty& property : tree.properties_of(tree.nodes[id])) {
        if (property.id == SgfId::IP) check_empty_value(tree, property, problems);
        if (property.id != SgfId::RE || std::exchange(result_seen, true)) continue;
        if (is_wrong_result(tree, game.info)) {
          problems.add(ProblemKind::bad_value, "RE", property, "RE[" + game.info.result_raw + "]");
        }
      }
    }
  }

  std::span<const Orientation> symmetries(BoardSize) const override { return kSymmetries; }
  std::span<const Orientation> role_swaps(BoardSize) const override { return kRoleSwaps; }

  /// Each row half a cell to the right of the one above it, column letters above and below, row
  /// numbers left and right, the last move between round brackets.
  std::string draw(const Position& position, const Diagram& diagram) const override {
    constexpr int kStep = 2;  // a gap, and what stands on the cell
    const PointRect& part = diagram.part;
    const auto digits = std::to_string(part.bottom + 1).size();
    std::string text = upright_header(part, digits - 1, kStep, column_text);
    for (int y = part.top; y <= part.bottom; ++y) {
      const auto symbol = [&](int x) {
        const auto point = static_cast<Point>(y * position.size.width + x);
        return stone_symbol(position.cells[point], diagram.ascii, diagram.ascii ? "." : "·");
      };
      text.append(static_cast<std::size_t>(y - part.top), ' ');
      const std::string row = point_row(position, diagram, kStep, y, " ", symbol);
      fmt::format_to(std::back_inserter(text), "{:>{}}{}{}\n", y + 1, digits, row, y + 1);
    }
    const auto rows = static_cast<std::size_t>(part.bottom - part.top + 1);
    return text + upright_header(part, digits + rows, kStep, column_text);
  }

  PaintedBoard paint(const Position& position, const PictureView& view,
                     PictureCanvas& canvas) const override {
    return paint_hexagons(position, view, canvas);
  }

  MarkRoom mark_room(const PointRect&) const override { return {2, 1}; }

 private:
  std::string point_name(Point point, BoardSize size) const override {
    return point_text(point, size);
  }
};

}  // namespace

const GameRules& rules() {
  static const HexRules kGame;
  return kGame;
}

}  // namespace ludex::hex
