#include "formats/sgf/sgf_game_evidence.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_games.hpp"
#include "formats/values/game_values.hpp"
#include "formats/values/value_text.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace ludex {
namespace {

/// How the moves of a tree are written, by the first few of them.
struct MoveStyle {
  bool any = false;
  bool white_first = false;   ///< the first one is W
  bool lower_ident = false;   ///< Little Golem's Twixt: `b` and `r`
  bool swap = false;          ///< swap, swap-pieces, swap-sides
  bool lower_digits = false;  ///< all points are lower-case letters and a number: "a1"
  std::string_view first;     ///< the first value
};

/// "a1", "aa27", "c11", no upper case: Go's own coordinates are written "R16".
bool is_lower_digits(std::string_view value) {
  const auto digits = value.find_first_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos || value.size() > 6) return false;
  return std::all_of(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(digits),
                     is_lower) &&
         std::all_of(value.begin() + static_cast<std::ptrdiff_t>(digits), value.end(), is_digit);
}

bool is_swap(std::string_view value) {
  return same_but_case(value, "swap") || same_but_case(value, "swap-pieces") ||
         same_but_case(value, "swap-sides");
}

constexpr std::size_t kMovesLookedAt = 4;  // a swap is the second one
constexpr std::size_t kNodesLookedAt = 16;

MoveStyle style_of(const SgfTree& tree) {
  MoveStyle style;
  std::size_t moves = 0;
  std::size_t points = 0;
  std::size_t digit_points = 0;
  const std::size_t nodes = std::min(kNodesLookedAt, tree.nodes.size());
  for (std::size_t n = 0; n < nodes && moves < kMovesLookedAt; ++n) {
    for (const SgfProperty& property : tree.properties_of(tree.nodes[n])) {
      const bool is_lower = property.ident == "b" || property.ident == "r";
      const bool is_upper = property.id == SgfId::B || property.id == SgfId::W;
      if ((!is_lower && !is_upper) || property.value_count == 0) continue;
      const std::string_view value = tree.values[property.first_value];
      if (moves++ == 0) {
        style.any = true;
        style.white_first = property.id == SgfId::W;
        style.first = value;
      }
      style.lower_ident |= is_lower;
      style.swap |= is_swap(value);
      points += value.size() == 2 || is_lower_digits(value);
      digit_points += is_lower_digits(value);
    }
  }
  style.lower_digits = points != 0 && points == digit_points;
  return style;
}

/// What an event of Little Golem's is named after: "hex.mc.2016.jun.1.2", "ut.hex.12.3.4".
std::optional<GameType> game_of_event(std::string_view event) {
  struct EventName {
    std::string_view name;
    GameType game;
  };
  constexpr EventName kNames[] = {{"hex", GameType::hex},       {"twixt", GameType::twixt},
                                  {"go", GameType::go},         {"reversi", GameType::othello},
                                  {"gomoku", GameType::gomoku}, {"renju", GameType::gomoku}};
  if (event.starts_with("ut.")) event.remove_prefix(3);
  const std::string_view name = event.substr(0, event.find('.'));
  const auto* const found = std::ranges::find(kNames, name, &EventName::name);
  return found == std::end(kNames) ? std::nullopt : std::optional(found->game);
}

/// Its GC is " game #1794433", and nothing more.
bool holds_game_number(const SgfTree& tree) {
  constexpr std::string_view kMark = "game #";
  for (const SgfProperty& property : tree.properties_of(tree.nodes.front())) {
    if (property.id != SgfId::GC || property.value_count == 0) continue;
    std::string_view text = tree.value_of(property);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (!text.starts_with(kMark) || text.size() == kMark.size()) return false;
    return std::ranges::all_of(text.substr(kMark.size()), is_digit);
  }
  return false;
}

constexpr int kSmallestTwixtBoard = 24;  // of those played on servers; no other game's is as large

GameType game_of_little_golem(const SgfTree& tree, const GameInfo& info) {
  if (const auto game = game_of_event(info.event)) return *game;
  if (info.declared_game) return find_game_type(info.declared_game);
  const MoveStyle style = style_of(tree);
  if (style.lower_ident || info.size.width >= kSmallestTwixtBoard) return GameType::twixt;
  if (style.swap || style.white_first || !style.any) return GameType::hex;
  const int side = info.size.width;
  const bool is_gos = side == 0 || side == 9 || side == 13 || side == 19;
  return is_gos ? GameType::go : GameType::hex;
}

std::optional<GameType> game_of_program(std::string_view application) {
  struct Program {
    std::string_view name;
    GameType game;
  };
  constexpr Program kPrograms[] = {
      {"HexGui", GameType::hex},   {"Hex-benzene", GameType::hex}, {"PlayHex", GameType::hex},
      {"HexWorld", GameType::hex}, {"Edax", GameType::othello},    {"Cassio", GameType::othello},
      {"edax", GameType::othello}, {"Twixt", GameType::twixt},     {"twixtbot", GameType::twixt}};
  for (const Program& program : kPrograms) {
    if (application.starts_with(program.name)) return program.game;
  }
  return std::nullopt;
}

/// One of the four first moves, in either of the two ways to set up the four discs.
bool is_othello_opening(std::string_view move) {
  constexpr std::string_view kMoves[] = {"f5", "e6", "d3", "c4", "f4", "e3", "d6", "c5"};
  return std::ranges::any_of(kMoves,
                             [&](std::string_view one) { return same_but_case(move, one); });
}

GameType game_of_moves(const SgfTree& tree, const GameInfo& info) {
  const MoveStyle style = style_of(tree);
  const int side = info.size.width;
  const bool is_large = side >= kSmallestTwixtBoard;
  if (style.lower_ident) return GameType::twixt;
  if (style.swap) return is_large ? GameType::twixt : GameType::hex;
  if (!style.lower_digits || side == 19) return GameType::go;
  if (is_large) return GameType::twixt;
  if ((side == 8 || side == 0) && is_othello_opening(style.first)) return GameType::othello;
  return GameType::hex;
}

/// Othello's boards have an even number of squares along each side, and no more than 26.
bool contradicts_othello(BoardSize size) {
  return size.width % 2 != 0 || size.height % 2 != 0 || size.width > 26 || size.height > 26;
}

bool says_something(const std::optional<std::string>& declared) {
  if (!declared || declared->empty()) return false;
  return find_game_type(declared) != GameType::go || parse_game_type(*declared) == GameType::go;
}

}  // namespace

bool is_little_golem(const SgfTree& tree, const GameInfo& info) {
  if (tree.little_golem || contains(info.published_in, "littlegolem")) return true;
  if (info.event.starts_with("hex.") || info.event.starts_with("twixt.")) return true;
  return !info.declared_game && holds_game_number(tree);
}

GameType choose_game(const SgfTree& tree, const GameInfo& info) {
  if (is_little_golem(tree, info)) return game_of_little_golem(tree, info);
  if (says_something(info.declared_game)) {
    const GameType declared = find_game_type(info.declared_game);
    const bool is_wrong = declared == GameType::othello && contradicts_othello(info.size);
    return is_wrong ? GameType::go : declared;
  }
  if (const auto game = game_of_program(info.application)) return *game;
  return game_of_moves(tree, info);
}

bool has_exchanged_colors(const SgfTree& tree, const GameInfo& info) {
  if (info.game != GameType::hex) return false;
  if (info.declared_game && !is_little_golem(tree, info)) return false;
  const MoveStyle style = style_of(tree);
  return style.white_first && !style.lower_digits;
}

bool has_white_first_seat(const SgfTree& tree, const GameInfo& info) {
  if (info.game != GameType::twixt) return false;
  const MoveStyle style = style_of(tree);
  return style.lower_ident || (!style.any && is_little_golem(tree, info));
}

}  // namespace ludex
