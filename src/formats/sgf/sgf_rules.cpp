#include "formats/sgf/sgf_rules.hpp"
#include "formats/charset/charset.hpp"
#include "formats/sgf/sgf_hooks.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace ludex {

std::string excerpt_of(const SgfProperty& property, std::string_view value) {
  constexpr std::size_t kShownBytes = 40;
  std::size_t shown = std::min(value.size(), kShownBytes);  // and no part of a character
  while (shown < value.size() && shown > 0 && (value[shown] & 0xC0) == 0x80) --shown;
  std::string text;
  append_utf8(Charset::utf8, value.substr(0, shown), text);
  return fmt::format("{}[{}]", property.ident, text);
}

void SgfPageProblems::add(ProblemKind kind, std::string_view about, const SgfProperty& at,
                          std::string message) {
  if (++noted_ > kMax) return;
  info_.problems.push_back({kind, -1, offset_of(at.ident), std::move(message), std::string(about)});
}

void SgfPageProblems::finish() {
  if (noted_ <= kMax) return;
  info_.problems.push_back({ProblemKind::more_problems, -1, record_.size(),
                            fmt::format("{} more are not listed", noted_ - kMax)});
}

std::uint64_t SgfPageProblems::offset_of(std::string_view part) const {
  for (const std::string_view text : {record_, std::string_view(tree_.utf8_copy)}) {
    const bool is_inside = std::less_equal<>{}(text.data(), part.data()) &&
                           std::less_equal<>{}(part.data(), text.data() + text.size());
    if (is_inside) return static_cast<std::uint64_t>(part.data() - text.data());
  }
  return 0;
}

void check_empty_value(const SgfTree& tree, const SgfProperty& property,
                       SgfPageProblems& problems) {
  for (const std::string_view value : tree.values_of(property)) {
    if (!trimmed_text(value).empty()) {
      return problems.add(ProblemKind::bad_value, "IP", property, excerpt_of(property, value));
    }
  }
}

void check_game_page(const SgfTree& tree, std::string_view record, SgfGame& game) {
  const SgfRules* const rules = find_sgf_rules(game.info.game);
  if (rules == nullptr) return;
  SgfPageProblems problems(tree, record, game.info);
  rules->check_page(tree, game, problems);
  problems.finish();
}

const SgfTraits& sgf_traits_of(GameType game) {
  static constexpr SgfTraits kUnknown;
  const SgfRules* const rules = find_sgf_rules(game);
  return rules == nullptr ? kUnknown : rules->sgf();
}

}  // namespace ludex

namespace ludex::sgf {

std::optional<Player> read_player(std::string_view value) {
  const auto first = value.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  const char letter = value[first];
  if (letter == 'B' || letter == 'b' || letter == '1') return Player::first;
  if (letter == 'W' || letter == 'w' || letter == '2') return Player::second;
  return std::nullopt;
}

GameResult result_of_end(Player loser, WrittenMove::Kind kind) {
  const bool resigned = kind == WrittenMove::Kind::resignation;
  return {.winner = loser == Player::first ? Winner::second : Winner::first,
          .by = resigned ? WinBy::resign : WinBy::forfeit,
          .margin = std::nullopt,
          .from = resigned ? ResultFrom::resignation : ResultFrom::end_mark};
}

GameResult with_seats_changed(GameResult result) {
  if (result.winner == Winner::first || result.winner == Winner::second) {
    result.winner = result.winner == Winner::first ? Winner::second : Winner::first;
  }
  return result;
}

std::uint32_t count_branches(const SgfTree& tree, const SgfGame& game) {
  std::uint32_t branches = 0;
  for (std::size_t n = game.main_nodes; n < game.nodes.size(); ++n) {
    const auto parent = static_cast<std::uint32_t>(tree.nodes[game.nodes[n]].parent);
    branches += n == game.main_nodes || parent != game.nodes[n - 1];
  }
  return branches;
}

}  // namespace ludex::sgf
