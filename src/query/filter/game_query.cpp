#include "query/filter/game_query.hpp"

#include "ludex/error.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/filter/text_matches.hpp"
#include "query/filter/tile_matches.hpp"
#include "query/filter/word_search.hpp"
#include "query/search/game_positions.hpp"
#include "store/sql/sql_connection.hpp"
#include "store/sql/sql_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

/// The games of `mask` whose fact is unknown.
void insert_unknown(Fact fact, std::int64_t unknown, FactChunk& chunk, GameMask mask,
                    IdSet& games) {
  fact_in_range(fact, {unknown, unknown})(chunk, mask);
  mask.insert_into(games, chunk.first_game());
}

/// Keeps the games of this handicap; `silent` receives those that match the dates but record no
/// handicap.
void narrow_by_handicap(NumberRange stones, const FactCondition& dates, FactChunk& chunk,
                        GameMask& mask, IdSet& silent) {
  GameMask dated = mask;
  dates(chunk, dated);
  insert_unknown(Fact::handicap, kNoFact, chunk, dated, silent);
  fact_in_range(Fact::handicap, stones)(chunk, mask);
}

[[noreturn]] void refuse(const std::string& expression, std::string_view reason) {
  throw UsageError(fmt::format("`where` {}: {}", expression.empty() ? "''" : expression, reason));
}

/// The reason why a text is not one expression inside our parentheses; empty if it is one. Follows
/// SQLite's quotes; a doubled quote reads as two adjacent quotes.
std::string_view find_escape(std::string_view expression) {
  if (expression.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return "a condition such as moves > 400 is missing";
  }
  std::size_t open = 0;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    const std::string_view pair = expression.substr(i, 2);
    if (c == '\'' || c == '"' || c == '`' || c == '[') {
      i = expression.find(c == '[' ? ']' : c, i + 1);
      if (i == std::string_view::npos) return "a quote is not closed";
    } else if (c == '(') {
      ++open;
    } else if (c == ')') {
      if (open-- == 0) return "')' without '('";
    } else if (c == ';') {
      return "expected one SQL expression, found ';'";
    } else if (pair == "--" || pair == "/*") {
      return "expected an SQL expression without comments";
    } else if (c == '?' || c == ':' || c == '@' || c == '$') {
      return "expected an SQL expression without parameters";
    }
  }
  return open > 0 ? "'(' without ')'" : "";
}

SqlStatement prepare(SqlConnection& sql, const std::string& expression) {
  if (const auto escape = find_escape(expression); !escape.empty()) refuse(expression, escape);
  // The parentheses keep an OR together.
  const std::string text = fmt::format(
      "SELECT id FROM games WHERE id BETWEEN :ludex_first AND :ludex_last AND ({})", expression);
  std::string_view rest;
  SqlStatement select(sql, text, rest);
  if (!rest.empty() || select.parameters() != 2) refuse(expression, "expected one SQL expression");
  return select;
}

/// The ids up to the last game, so that a mistyped number does not blow up the set.
IdSet set_of(SqlConnection& sql, const std::vector<GameId>& ids) {
  const std::int64_t last = FactReader(sql).chunk_count() * kFactChunkGames;
  IdSet set;
  for (const GameId id : ids) {
    if (raw(id) > 0 && raw(id) <= last) set.insert(raw(id));
  }
  return set;
}

/// The games to which a scan may be limited. None if there are no such, or if it must count others,
/// too: those without text of all nodes.
std::optional<IdSet> asked_ids(SqlConnection& sql, const GameFilters& filters) {
  if (!filters.ids || filters.text) return std::nullopt;
  return set_of(sql, *filters.ids);
}

/// The first chunk from this one on that holds a game of the set, if there is a set.
std::int64_t next_chunk(const std::optional<IdSet>& games, std::int64_t chunk) {
  if (!games) return chunk;
  const std::int64_t id = games->next(chunk * kFactChunkGames + 1);
  return id < 0 ? std::numeric_limits<std::int64_t>::max() : (id - 1) / kFactChunkGames;
}

IdSet games_with_external_id(SqlConnection& sql, const std::string& external_id) {
  IdSet games;
  SqlStatement select(sql, "SELECT id FROM game WHERE external_id = ?");
  select.start(external_id);
  while (select.step()) games.insert(select.integer(0));
  return games;
}

/// The games that record for both players whether they are computers, and have this many computers.
IdSet games_with_computers(SqlConnection& sql, Computers wanted) {
  SqlStatement select(sql,
                      "SELECT game_id, count(*), sum(is_computer <> 0) FROM seat "
                      "WHERE is_computer IS NOT NULL AND seat <= 2 GROUP BY game_id");
  IdSet games;
  for (select.start(); select.step();) {
    const bool is_said_of_both = select.integer(1) == 2;
    if (is_said_of_both && select.integer(2) == static_cast<std::int64_t>(wanted)) {
      games.insert(select.integer(0));
    }
  }
  return games;
}

/// Counts the games of which full text search covers only the comment of the root.
std::int64_t count_without_node_text(SqlConnection& sql, const IdSet& games) {
  const FactCondition has_none = fact_has_bits(Fact::flags, GameFlags::node_text, 0);
  IdSet found;
  FactChunk chunk(sql);
  for (std::int64_t c = 0; c < chunk.chunk_count(); ++c) {
    chunk.go_to(c);
    GameMask mask = whole(chunk);
    has_none(chunk, mask);
    mask.insert_into(found, chunk.first_game());
  }
  return (found &= games).count();
}

/// Filters that facts cannot answer, cheap ones first.
void narrow_by_rows(SqlConnection& sql, const GameFilters& filters, GameSelection& selection) {
  const auto candidates = [&] {
    IdSet any = selection.matched;
    any |= selection.undated;
    return any |= selection.silent;
  };
  if (filters.ids) selection.narrow(set_of(sql, *filters.ids));
  if (filters.computers) selection.narrow(games_with_computers(sql, *filters.computers));
  if (filters.text) selection.narrow(games_with(sql, sought_phrases(*filters.text)));
  if (filters.external_id) selection.narrow(games_with_external_id(sql, *filters.external_id));
  for (const PropertyFilter& filter : filters.properties) {
    if (!column_of(filter.ident).needs_rows()) continue;
    selection.narrow(games_with_property(sql, filter, candidates()));
  }
  if (filters.where) selection.narrow(games_where(sql, *filters.where, candidates()));
  if (!filters.words.empty() || filters.rack) {
    selection.narrow(games_with_tiles(sql, filters, candidates()));
  }
}

/// Games without HA match if no stones are set up. Games without positions stay silent.
void judge_by_setup(SqlConnection& sql, GameSelection& selection) {
  const IdSet not_understood = games_with_property(sql, {"HA", {}}, selection.silent);
  GamePositions positions(sql);
  IdSet unknown;
  for (std::int64_t id = selection.silent.next(0); id >= 0; id = selection.silent.next(id + 1)) {
    if (not_understood.contains(id)) continue;
    const auto first = positions.find(GameId{id}, 0);
    if (!first) {
      unknown.insert(id);
    } else if (begins_as_usual(*first)) {
      selection.matched.insert(id);
    }
  }
  selection.silent = std::move(unknown);
}

/// Collects matching games one by one.
class FoundCounter {
 public:
  FoundCounter(const GameFilters& filters, const GameSelection& selection, std::int64_t max_games,
               FoundGames& found)
      : selection_(selection),
        may_stop_(filters.dates.empty() && !filters.handicap),
        max_games_(filters.unique ? kAllGames : max_games),
        found_(found) {}

  /// \returns true if it is one of the games found
  bool take(std::int64_t game) {
    if (selection_.undated.contains(game)) {
      ++found_.undated;
      return false;
    }
    if (selection_.silent.contains(game)) {
      ++found_.silent;
      return false;
    }
    found_.games.insert(game);
    ++games_;
    return true;
  }
  [[nodiscard]] bool wants_more() const { return games_ < max_games_ || !may_stop_; }

 private:
  const GameSelection& selection_;
  bool may_stop_;
  std::int64_t max_games_;
  FoundGames& found_;
  std::int64_t games_ = 0;
};

/// Keeps the games that contain every position and pattern, and the hits of the first position if
/// it is shown.
void narrow_by_boards(SqlConnection& sql, const GameFilters& filters,
                      const GameSelection& selection, std::int64_t max_games, FoundGames& found) {
  IdSet candidates = selection.matched;
  candidates |= selection.undated;
  candidates |= selection.silent;
  const bool shows_pattern = filters.shows_pattern();
  PositionSearch positions(sql);
  for (std::size_t i = filters.positions.size(); i-- > (shows_pattern ? 0U : 1U);) {
    candidates = positions.games_with(filters.positions[i], &candidates);
  }
  keep_games_with_patterns(sql, filters, shows_pattern ? 1 : 0, candidates);
  FoundCounter counter(filters, selection, max_games, found);
  if (!shows_pattern) {
    found.position = filters.positions[0].position;
    positions.for_each_game(filters.positions[0], &candidates,
                            [&](std::span<const PositionHit> hits) {
                              if (counter.take(raw(hits.front().game))) {
                                found.hits.append(hits);
                              }
                              return counter.wants_more();
                            });
    return;
  }
  const PatternWish shown{.all_runs = filters.all_hits, .variations = filters.variations};
  found.pattern = std::make_shared<const ShownPattern>(
      ShownPattern{filters.patterns.front(), filters.pattern_moment, shown});
  PatternWish wish = shown;
  wish.any = !filters.all_hits;
  wish.depth = 0;
  PatternSearch(sql, found.pattern->pattern, found.pattern->moment)
      .for_each_game(&candidates, wish,
                     [&](GameId game, BoardSize, std::span<const FoundPattern> hits) {
                       if (counter.take(raw(game))) {
                         found.pattern_hits += static_cast<std::int64_t>(hits.size());
                       }
                       return counter.wants_more();
                     });
}

std::int64_t count_hits(SqlConnection& sql, const ShownPattern& shown, const IdSet& games) {
  PatternWish wish = shown.wish;
  wish.depth = 0;
  std::int64_t count = 0;
  PatternSearch(sql, shown.pattern, shown.moment)
      .for_each_game(&games, wish, [&](GameId, BoardSize, std::span<const FoundPattern> hits) {
        count += static_cast<std::int64_t>(hits.size());
        return true;
      });
  return count;
}

/// Keeps one game of each cluster among those found.
void leave_out_copies(SqlConnection& sql, bool all_hits, FoundGames& found) {
  found.copies = keep_one_of_each(sql, found.games);
  found.hits.keep(found.games);
  if (found.pattern && all_hits) found.pattern_hits = count_hits(sql, *found.pattern, found.games);
}

}  // namespace

bool begins_as_usual(const Position& first) {
  const GameRules& rules = *find_rules(first.game);
  Position start = rules.start_position(first.size);
  if (first.last_move) start = rules.after(start, *first.last_move).value_or(start);
  return rules.stands_alike(first, start);
}

GameSelection scan_facts(SqlConnection& sql, const GameFilters& filters) {
  const FactCondition condition = all_of(fact_conditions(sql, filters));
  const bool dated = !filters.dates.empty();
  const FactCondition date_condition = all_of(date_conditions(filters));
  const std::optional<IdSet> asked = asked_ids(sql, filters);
  GameSelection selection;
  FactChunk chunk(sql);
  selection.matched.reserve(chunk.chunk_count() * kFactChunkGames + 1);
  for (std::int64_t c = next_chunk(asked, 0); c < chunk.chunk_count();
       c = next_chunk(asked, c + 1)) {
    chunk.go_to(c);
    GameMask mask = whole(chunk);
    condition(chunk, mask);
    if (mask.is_empty()) continue;
    if (filters.handicap) {
      narrow_by_handicap(filters.handicap->stones, date_condition, chunk, mask, selection.silent);
    }
    if (dated) insert_unknown(Fact::date_from, 0, chunk, mask, selection.undated);
    date_condition(chunk, mask);
    mask.insert_into(selection.matched, chunk.first_game());
  }
  return selection;
}

IdSet games_where(SqlConnection& sql, const std::string& expression, const IdSet& among) {
  const ReadingOnly reading_only(sql, ReadingOnly::Allowed::expressions);
  IdSet games;
  try {
    SqlStatement select = prepare(sql, expression);
    for_each_range(among, [&](std::int64_t first, std::int64_t last) {
      for (bool found = select.find(first, last); found; found = select.step()) {
        if (among.contains(select.integer(0))) games.insert(select.integer(0));
      }
    });
  } catch (const SqlError& error) {
    if (error.kind() == SqlError::Kind::damaged) throw;
    refuse(expression, error.reason());
  }
  return games;
}

GameSelection select_games(SqlConnection& sql, const GameFilters& filters) {
  GameSelection selection = scan_facts(sql, filters);
  if (filters.text) selection.root_text = count_without_node_text(sql, selection.matched);
  narrow_by_rows(sql, filters, selection);
  if (filters.handicap && filters.handicap->or_none_set_up) judge_by_setup(sql, selection);
  return selection;
}

void keep_games_with_patterns(SqlConnection& sql, const GameFilters& filters, std::size_t first,
                              IdSet& games) {
  for (std::size_t i = first; i < filters.patterns.size(); ++i) {
    games = PatternSearch(sql, filters.patterns[i], filters.pattern_moment)
                .games_with(&games, filters.variations);
  }
}

FoundGames find_games(Database& database, const GameFilters& filters, std::int64_t max_games) {
  check(filters);
  SqlConnection& sql = database.sql();
  const ReadTransaction transaction(sql);
  GameSelection selection = select_games(sql, filters);
  FoundGames found;
  found.root_text = selection.root_text;
  if (filters.positions.empty() && filters.patterns.empty()) {
    found.games = std::move(selection.matched);
    found.undated = selection.undated.count();
    found.silent = selection.silent.count();
  } else {
    narrow_by_boards(sql, filters, selection, max_games, found);
  }
  if (filters.unique) leave_out_copies(sql, filters.all_hits, found);
  return found;
}

}  // namespace ludex
