#include "games/hex/hex_rules.hpp"

#include "formats/sgf/sgf_game_evidence.hpp"
#include "formats/values/value_text.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace ludex::hex {
namespace {

using enum ProblemKind;

// What may be played, whatever format says it.
constexpr Rule kRules[] = {
    {occupied_point, "", "", "a stone is played on an empty point"},
    {bad_swap, "", "", "a swap takes over the one stone on the board"},
};

// What the page of the game in SGF asks for.
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

/// Not for what was not understood: that is told already. Little Golem says who won, and no more.
bool is_wrong_result(const SgfTree& tree, const GameInfo& info) {
  if (info.result.from != ResultFrom::written || is_hex_result(info.result_raw)) return false;
  const bool is_little_golems = info.colors_exchanged || is_little_golem(tree, info);
  return info.result_raw.size() > 1 || !is_little_golems;
}

}  // namespace

RuleBook HexRules::rule_book() const { return {"Hex", kRules}; }
RuleBook HexRules::page() const { return {"SGF for Hex", kPage}; }

void HexRules::check_page(const SgfTree& tree, const SgfGame& game,
                          SgfPageProblems& problems) const {
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

}  // namespace ludex::hex
