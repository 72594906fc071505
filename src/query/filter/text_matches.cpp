#include "query/filter/text_matches.hpp"

#include "formats/values/fold.hpp"
#include "ludex/error.hpp"
#include "query/filter/game_query.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ludex {
namespace {

bool holds_pair(std::string_view json, const PropertyFilter& filter) {
  const auto pairs = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
  if (!pairs.is_array()) return false;
  return std::any_of(pairs.begin(), pairs.end(), [&](const nlohmann::json& pair) {
    return pair.is_array() && pair.size() == 2 && pair[0] == filter.ident && pair[1].is_string() &&
           filter.value.matches(fold(pair[1].get_ref<const std::string&>()));
  });
}

IdSet matching_sources(SqlConnection& sql, const NameFilter& filter) {
  IdSet ids;
  SqlStatement select(sql, "SELECT id, name FROM source");
  while (select.step()) {
    if (filter.matches(fold(select.bytes(1)))) {
      ids.insert(select.integer(0));
    }
  }
  return ids;
}

/// The value that a column prints for the property, as an expression over the view `games`.
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

// The plus keeps SQLite from using the index by kind; a scan of the table is faster.
constexpr const char* kNamesOfKind = "SELECT id, folded FROM name WHERE +kind = ?";

/// All but names of games are in phrase_by_text, which is used where its condition is written out.
const char* phrases_of(PhraseKind kind) {
  return kind == PhraseKind::game_name
             ? "SELECT id, folded FROM phrase WHERE kind = ?"
             : "SELECT id, folded FROM phrase WHERE kind = ? AND kind <> 1";
}

}  // namespace

IdSet matching_ids(SqlConnection& sql, const Dictionary& texts, const NameFilter& filter) {
  if (texts.table == Dictionary::Table::source) return matching_sources(sql, filter);
  const bool is_name = texts.table == Dictionary::Table::name;
  SqlStatement select(sql, is_name ? kNamesOfKind : phrases_of(texts.phrase));
  IdSet ids;
  select.start(is_name ? static_cast<int>(texts.name) : static_cast<int>(texts.phrase));
  while (select.step()) {
    if (filter.matches(select.bytes(1))) ids.insert(select.integer(0));
  }
  return ids;
}

IdSet matching_property_lists(SqlConnection& sql, const PropertyFilter& filter) {
  IdSet ids;
  SqlStatement select(sql,
                      "SELECT id, written FROM phrase WHERE kind = ? AND kind <> 1 AND "
                      "instr(written, ?) > 0");
  const auto replace = nlohmann::json::error_handler_t::replace;
  select.start(static_cast<int>(PhraseKind::properties),
               nlohmann::json(filter.ident).dump(-1, ' ', false, replace));
  while (select.step()) {
    if (holds_pair(select.bytes(1), filter)) {
      ids.insert(select.integer(0));
    }
  }
  return ids;
}

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
    for (select.start(first, last); select.step();) {
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
