#include "formats/sgf/sgf_game_evidence.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_games.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/values/game_values.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace ludex {
namespace {

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

/// What an event of Little Golem's is named after: "hex.mc.2016.jun.1.2", "ut.hex.12.3.4".
std::optional<GameType> game_of_event(std::string_view event) {
  if (event.starts_with("ut.")) event.remove_prefix(3);
  const std::string_view name = event.substr(0, event.find('.'));
  for (const SgfRules* const rules : all_sgf_rules()) {
    const auto names = rules->sgf().little_golem_names;
    if (std::ranges::find(names, name) != names.end()) return rules->game();
  }
  return std::nullopt;
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

std::optional<GameType> game_of_program(std::string_view application) {
  const auto is_named = [&](std::string_view name) { return application.starts_with(name); };
  for (const SgfRules* const rules : all_sgf_rules()) {
    if (std::ranges::any_of(rules->sgf().programs, is_named)) return rules->game();
  }
  return std::nullopt;
}

GameType game_of_moves(const SgfEvidence& evidence) {
  GameType game = kDefaultGame;
  int most = 0;
  for (const SgfRules* const rules : all_sgf_rules()) {
    const int claim = rules->claim(evidence);
    if (claim <= most) continue;
    most = claim;
    game = rules->game();
  }
  return game;
}

bool says_something(const std::optional<std::string>& declared) {
  if (!declared || declared->empty()) return false;
  return find_game_type(declared) != kDefaultGame || parse_game_type(*declared) == kDefaultGame;
}

}  // namespace

SgfMoveStyle style_of(const SgfTree& tree) {
  SgfMoveStyle style;
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

bool is_little_golem(const SgfTree& tree, const GameInfo& info) {
  if (tree.little_golem || contains(info.published_in, "littlegolem")) return true;
  if (info.event.starts_with("hex.") || info.event.starts_with("twixt.")) return true;
  return !info.declared_game && holds_game_number(tree);
}

GameType choose_game(const SgfTree& tree, const GameInfo& info) {
  const bool is_golems = is_little_golem(tree, info);
  if (is_golems) {
    if (const auto game = game_of_event(info.event)) return *game;
    if (info.declared_game) return find_game_type(info.declared_game);
  } else if (says_something(info.declared_game)) {
    const GameType declared = find_game_type(info.declared_game);
    const SgfRules* const rules = find_sgf_rules(declared);
    return rules != nullptr && !rules->may_be_played_on(info.size) ? kDefaultGame : declared;
  } else if (const auto game = game_of_program(info.application)) {
    return *game;
  }
  return game_of_moves({style_of(tree), info.size.width, is_golems});
}

int SgfRules::claim(const SgfEvidence&) const { return 0; }

bool SgfRules::may_be_played_on(BoardSize) const { return true; }

bool SgfRules::has_exchanged_colors(const SgfTree&, const GameInfo&) const { return false; }

bool SgfRules::has_white_first_seat(const SgfTree&, const GameInfo&) const { return false; }

void SgfRules::check_page(const SgfTree&, const SgfGame&, SgfPageProblems&) const {}

const SgfTraits& sgf_traits_of(GameType game) {
  static constexpr SgfTraits kUnknown;
  const SgfRules* const rules = find_sgf_rules(game);
  return rules == nullptr ? kUnknown : rules->sgf();
}

}  // namespace ludex
