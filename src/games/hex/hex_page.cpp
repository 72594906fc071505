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
