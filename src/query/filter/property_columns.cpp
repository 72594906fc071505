#include "query/filter/property_columns.hpp"

#include "formats/values/fold.hpp"
#include "query/filter/game_ranges.hpp"
#include "query/filter/text_matches.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex {
namespace {

/// What a column prints for the property, as an expression over the view `games`.
std::string printed_by(const GameColumn& column) {
  // FF[4] writes columns:rows where the view writes columns x rows.
  if (column.show == Show::size) return "replace(size, 'x', ':')";
  if (column.type == ColumnType::real) return fmt::format("printf('%g', {})", column.name);
  return std::string(column.name);
}

std::string team_of(int seat) {
  return fmt::format("(SELECT team FROM game_players WHERE game_id = games.id AND seat = {})",
                     seat);
}

}  // namespace

PropertyColumn column_of(std::string_view ident) {
  if (ident == "BT") return {team_of(1)};
  if (ident == "WT") return {team_of(2)};
  if (ident.empty()) return {};
  for (const GameColumn& column : kGameColumns) {
    if (std::ranges::find(column.properties, ident) == column.properties.end()) continue;
    const bool is_id = column.texts.table != Dictionary::Table::none && column.fact.exists();
    return {printed_by(column), is_id ? &column : nullptr};
  }
  return {};
}

IdSet games_with_property(SqlConnection& sql, const PropertyFilter& filter, const IdSet& among) {
  const IdSet lists = matching_property_lists(sql, filter);
  FactReader facts(sql);
  SqlStatement select(sql, fmt::format("SELECT id, {} FROM games WHERE id BETWEEN ? AND ?",
                                       column_of(filter.ident).sql));
  IdSet games;
  for_each_range(among, [&](std::int64_t first, std::int64_t last) {
    select.reset();
    select.bind(1, first);
    select.bind(2, last);
    while (select.step()) {
      const std::int64_t id = select.integer(0);
      if (lists.contains(facts.value(Fact::properties, static_cast<GameId>(id))) ||
          (!select.is_null(1) && filter.value.matches(fold(select.bytes(1))))) {
        games.insert(id);
      }
    }
  });
  return games;
}

}  // namespace ludex
