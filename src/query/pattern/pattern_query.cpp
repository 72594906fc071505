#include "query/pattern/pattern_query.hpp"

#include "core/ascii.hpp"
#include "ludex/error.hpp"
#include "query/pattern/pattern_text.hpp"
#include "query/search/game_catalog.hpp"
#include "query/search/game_positions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace ludex {
namespace {

/// Rows hold no blanks and no colons.
bool is_position(std::string_view text) {
  return text.starts_with('@') || text.find_first_of(": \t") != std::string_view::npos;
}

GameType only_game(SqlConnection& sql) {
  const std::set<GameType> games = StoredCatalog(sql).replayed_games();
  if (games.size() == 1) return *games.begin();
  std::string names;
  for (const GameType game : games) names += (names.empty() ? "" : ", ") + game_name(game);
  throw UsageError("`pattern`: " +
                   (names.empty() ? "no game here has positions"
                                  : "there are games of " + names + "; choose one with `game`"));
}

GameType game_of_query(SqlConnection& sql, const Query& query) {
  if (query.game) return *query.game;
  if (query.positions.empty()) return only_game(sql);
  return read_position(sql, query.positions.front(), {query.game, query.size}).position.game;
}

const GameRules& rules_of(GameType game) {
  const GameRules* const rules = find_rules(game);
  if (rules == nullptr) {
    throw UsageError(fmt::format("pattern: positions of {} are not indexed", game_name(game)));
  }
  return *rules;
}

/// The value for a pattern: one for all, or one for each in the same order.
const std::string* value_for(const std::vector<std::string>& values, std::size_t pattern,
                             std::size_t patterns, std::string_view field) {
  if (values.empty()) return nullptr;
  if (values.size() == 1) return &values.front();
  if (values.size() == patterns) return &values[pattern];
  throw UsageError(
      fmt::format("`{}` is given once, or once for each of the {} patterns", field, patterns));
}

void check_size(const Pattern& pattern, const GameRules& rules,
                const std::optional<BoardSize>& size) {
  const int most = rules.traits().max_side;
  const BoardSize largest =
      size.value_or(BoardSize{static_cast<std::int16_t>(most), static_cast<std::int16_t>(most)});
  const bool fits = pattern.width <= largest.width && pattern.height <= largest.height;
  const bool fits_turned = pattern.height <= largest.width && pattern.width <= largest.height;
  if (fits || fits_turned) return;
  throw UsageError(fmt::format("pattern: {} columns and {} rows do not fit on a {}x{} board",
                               pattern.width, pattern.height, largest.width, largest.height));
}

Pattern read_text(SqlConnection& sql, const Query& query, const std::string& text,
                  const std::string* region) {
  const PatternTextOptions options{.blank_as_letter = query.matching.blank_as_letter};
  if (!is_position(text)) {
    if (region != nullptr)
      throw UsageError("`region` needs a position as the pattern, such as @17:40");
    return read_pattern_rows(text, rules_of(game_of_query(sql, query)), options);
  }
  const Position position = read_position(sql, text, {query.game, query.size}).position;
  const GameRules& rules = rules_of(position.game);
  const PointRect whole{0, 0, position.size.width - 1, position.size.height - 1};
  return pattern_of(position,
                    region == nullptr ? whole : read_region(*region, position.size, rules), rules,
                    options);
}

}  // namespace

std::vector<Pattern> read_patterns(SqlConnection& sql, const Query& query) {
  std::vector<Pattern> patterns;
  const std::size_t count = query.patterns.size();
  const PatternMatching& asked = query.pattern_matching;
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = [&](const std::vector<std::string>& values, std::string_view field) {
      return value_for(values, i, count, field);
    };
    Pattern pattern = read_text(sql, query, query.patterns[i], value(asked.regions, "region"));
    const GameRules& rules = rules_of(pattern.game);
    check_size(pattern, rules, query.size);
    if (const auto* const at = value(asked.at, "at")) read_anchor(*at, rules, pattern);
    if (const auto* const hands = value(asked.hands, "hands")) read_hands(*hands, rules, pattern);
    if (const auto* const links = value(asked.links, "links")) read_links(*links, rules, pattern);
    pattern.orientation = query.matching.orientation.value_or(OrientationMode::any);
    pattern.swap_colors = query.matching.swap_colors;
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

}  // namespace ludex
