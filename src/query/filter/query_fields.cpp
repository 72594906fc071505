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
    {"min_moves",
     [](Query& q, std::string_view t) { moves_of(q).from = parse_moves("min_moves", t); }},
    {"max_moves",
     [](Query& q, std::string_view t) { moves_of(q).to = parse_moves("max_moves", t); }},
    {"where", [](Query& q, std::string_view t) { q.where = t; }},
    {"position", [](Query& q, std::string_view t) { q.positions.emplace_back(t); }},
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
  const auto needs_position = [&](bool given, std::string_view field) {
    if (given && query.positions.empty()) {
      throw UsageError(fmt::format("`{}` needs `position`", field));
    }
  };
  needs_position(matching.orientation.has_value(), "orientation");
  needs_position(matching.swap_colors, "swap_colors");
  needs_position(matching.exact, "exact");
  needs_position(matching.loose, "loose");
  needs_position(matching.blank_as_letter, "blank_as_letter");
  if (matching.exact && matching.loose) {
    throw UsageError("`exact` and `loose` exclude each other");
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
    throw UsageError(fmt::format("a query has no field '{}'", field));
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
