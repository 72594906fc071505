#include "ludex/error.hpp"
#include "query/filter/filters.hpp"
#include "store/game_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace ludex {
namespace {

NumberRange& moves_of(Query& query) {
  const auto known = std::ranges::find(query.columns, "moves", &ColumnFilter::column);
  if (known != query.columns.end()) return std::get<NumberRange>(known->wanted);
  query.columns.push_back({"moves", NumberRange{0, std::numeric_limits<std::int64_t>::max()}});
  return std::get<NumberRange>(query.columns.back().wanted);
}

std::int64_t parse_moves(std::string_view field, std::string_view text) {
  std::int64_t moves = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), moves);
  if (error != std::errc() || end != text.data() + text.size() || moves < 0) {
    throw UsageError(fmt::format("`{}` {}: expected a number of moves", field, text));
  }
  return moves;
}

OrientationMode parse_orientation(std::string_view text) {
  if (text == "any") return OrientationMode::any;
  if (text == "exact") return OrientationMode::exact;
  if (text == "mirror") return OrientationMode::mirror;
  throw UsageError(fmt::format("`orientation` {}: expected any, exact or mirror", text));
}

Player parse_mover(std::string_view text) {
  if (text == "B") return Player::first;
  if (text == "W") return Player::second;
  throw UsageError(fmt::format("`mover` {}: expected B or W", text));
}

std::uint32_t parse_ply(std::string_view field, std::string_view text) {
  std::uint32_t ply = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ply);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw UsageError(fmt::format("`{}` {}: expected a number of moves", field, text));
  }
  return ply;
}

struct FieldEntry {
  std::string_view field;
  void (*set)(Query& query, std::string_view text);
};

constexpr FieldEntry kEntries[] = {
    {"player", [](Query& q, std::string_view t) { q.players.push_back(parse_name("player", t)); }},
    {"opponent", [](Query& q, std::string_view t) { q.opponent = parse_name("opponent", t); }},
    {"black", [](Query& q, std::string_view t) { q.black = parse_name("black", t); }},
    {"white", [](Query& q, std::string_view t) { q.white = parse_name("white", t); }},
    {"text", [](Query& q, std::string_view t) { q.text = t; }},
    {"prop", [](Query& q, std::string_view t) { q.properties.push_back(parse_property(t)); }},
    {"game_id", [](Query& q, std::string_view t) { q.external_id = t; }},
    {"id", [](Query& q, std::string_view t) { q.ids = parse_ids(t); }},
    {"date", [](Query& q, std::string_view t) { q.date = parse_days("date", t); }},
    {"from", [](Query& q, std::string_view t) { q.from = parse_days("from", t); }},
    {"to", [](Query& q, std::string_view t) { q.to = parse_days("to", t); }},
    {"date_exact", [](Query& q, std::string_view) { q.dates_exact = true; }},
    {"result", [](Query& q, std::string_view t) { q.result = parse_result_filter(t); }},
    {"outcome", [](Query& q, std::string_view t) { q.outcome = parse_outcome(t); }},
    {"win_by", [](Query& q, std::string_view t) { q.win_by = parse_win_by(t); }},
    {"game", [](Query& q, std::string_view t) { q.game = parse_game(t); }},
    {"kind", [](Query& q, std::string_view t) { q.kind = parse_kind(t); }},
    {"size", [](Query& q, std::string_view t) { q.size = parse_size(t); }},
    {"handicap", [](Query& q, std::string_view t) { q.handicap = parse_handicap_filter(t); }},
    {"rating", [](Query& q, std::string_view t) { q.rating = parse_number_range("rating", t); }},
    {"rank", [](Query& q, std::string_view t) { q.rank = parse_rank_range(t); }},
    {"both", [](Query& q, std::string_view) { q.both_players = true; }},
    {"computer", [](Query& q, std::string_view t) { q.computers = parse_computers(t); }},
    {"word", [](Query& q, std::string_view t) { q.words.push_back(parse_word(t)); }},
    {"rack", [](Query& q, std::string_view t) { q.rack = parse_rack(t); }},
    {"min_moves",
     [](Query& q, std::string_view t) { moves_of(q).from = parse_moves("min_moves", t); }},
    {"max_moves",
     [](Query& q, std::string_view t) { moves_of(q).to = parse_moves("max_moves", t); }},
    {"where", [](Query& q, std::string_view t) { q.where = t; }},
    {"position", [](Query& q, std::string_view t) { q.positions.emplace_back(t); }},
    {"pattern", [](Query& q, std::string_view t) { q.patterns.emplace_back(t); }},
    {"at", [](Query& q, std::string_view t) { q.pattern_matching.at.emplace_back(t); }},
    {"region", [](Query& q, std::string_view t) { q.pattern_matching.regions.emplace_back(t); }},
    {"hands", [](Query& q, std::string_view t) { q.pattern_matching.hands.emplace_back(t); }},
    {"links", [](Query& q, std::string_view t) { q.pattern_matching.links.emplace_back(t); }},
    {"mover", [](Query& q, std::string_view t) { q.pattern_matching.mover = parse_mover(t); }},
    {"from_ply",
     [](Query& q, std::string_view t) { q.pattern_matching.from_ply = parse_ply("from_ply", t); }},
    {"to_ply",
     [](Query& q, std::string_view t) { q.pattern_matching.to_ply = parse_ply("to_ply", t); }},
    {"final", [](Query& q, std::string_view) { q.pattern_matching.final = true; }},
    {"variations", [](Query& q, std::string_view) { q.pattern_matching.variations = true; }},
    {"orientation",
     [](Query& q, std::string_view t) { q.matching.orientation = parse_orientation(t); }},
    {"swap_colors", [](Query& q, std::string_view) { q.matching.swap_colors = true; }},
    {"exact", [](Query& q, std::string_view) { q.matching.exact = true; }},
    {"loose", [](Query& q, std::string_view) { q.matching.loose = true; }},
    {"blank_as_letter", [](Query& q, std::string_view) { q.matching.blank_as_letter = true; }},
    {"unique", [](Query& q, std::string_view) { q.unique = true; }},
};

void check_partners(const Query& query) {
  if (query.dates_exact && !query.date && !query.from && !query.to) {
    throw UsageError("`date_exact` needs `date`, `from` or `to`");
  }
  const PositionMatching& matching = query.matching;
  const auto needs = [](bool given, std::string_view field, bool is_there, std::string_view what) {
    if (given && !is_there) throw UsageError(fmt::format("`{}` needs {}", field, what));
  };
  const bool has_position = !query.positions.empty();
  const bool has_pattern = !query.patterns.empty();
  constexpr std::string_view kEither = "`position` or `pattern`";
  needs(matching.orientation.has_value(), "orientation", has_position || has_pattern, kEither);
  needs(matching.swap_colors, "swap_colors", has_position || has_pattern, kEither);
  needs(matching.blank_as_letter, "blank_as_letter", has_position || has_pattern, kEither);
  needs(matching.exact, "exact", has_position, "`position`");
  needs(matching.loose, "loose", has_position, "`position`");
  const PatternMatching& pattern = query.pattern_matching;
  needs(!pattern.at.empty(), "at", has_pattern, "`pattern`");
  needs(!pattern.regions.empty(), "region", has_pattern, "`pattern`");
  needs(!pattern.hands.empty(), "hands", has_pattern, "`pattern`");
  needs(!pattern.links.empty(), "links", has_pattern, "`pattern`");
  needs(pattern.mover.has_value(), "mover", has_pattern, "`pattern`");
  needs(pattern.from_ply.has_value(), "from_ply", has_pattern, "`pattern`");
  needs(pattern.to_ply.has_value(), "to_ply", has_pattern, "`pattern`");
  needs(pattern.final, "final", has_pattern, "`pattern`");
  if (matching.exact && matching.loose) {
    throw UsageError("`exact` and `loose` cannot be combined");
  }
}

}  // namespace

Query& Query::set(std::string_view field, std::string_view value) {
  const auto* const column = std::ranges::find(kFilteredColumns, field, &FilteredColumn::field);
  if (column != std::end(kFilteredColumns)) {
    columns.push_back(parse_column_filter(*column, value));
    return *this;
  }
  const auto* const entry = std::ranges::find(kEntries, field, &FieldEntry::field);
  if (entry == std::end(kEntries)) {
    throw UsageError(fmt::format("there is no field '{}'", field));
  }
  entry->set(*this, value);
  return *this;
}

const ColumnFilter* Query::find(std::string_view column) const {
  const auto found = std::ranges::find(columns, column, &ColumnFilter::column);
  return found == columns.end() ? nullptr : &*found;
}

std::span<const FilteredColumn> filtered_columns() { return kFilteredColumns; }

void check(const Query& query) {
  check_partners(query);
  if (query.from || query.to) (void)span_of(query.from, query.to);
  if (const ColumnFilter* const moves = query.find("moves")) {
    const auto& [least, most] = std::get<NumberRange>(moves->wanted);
    if (least > most) {
      throw UsageError(fmt::format("`min_moves` {} is more than `max_moves` {}", least, most));
    }
  }
  check(static_cast<const GameConditions&>(query));
}

GameFilters to_filters(const Query& query) {
  check(query);
  GameFilters filters{query, {}, {}};
  if (query.date) filters.dates.push_back(*query.date);
  if (query.from || query.to) filters.dates.push_back(span_of(query.from, query.to));
  return filters;
}

}  // namespace ludex
