#include "ludex/error.hpp"
#include "query/filter/game_query.hpp"
#include "query/pattern/pattern_query.hpp"
#include "query/pattern/pattern_rows.hpp"
#include "sql/table_function.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

// ludex_pattern(): where a part of a board occurs.

namespace ludex {
namespace {

using Json = nlohmann::json;

/// The values of one option: those of a list, or a single one; none for false.
std::vector<std::string> words_of(const Json& value) {
  if (value.is_array()) {
    std::vector<std::string> words;
    for (const Json& one : value)
      words.push_back(one.is_string() ? one.get<std::string>() : one.dump());
    return words;
  }
  if (value.is_boolean()) return std::vector<std::string>(value.get<bool>() ? 1 : 0);
  if (value.is_null()) return {};
  return {value.is_string() ? value.get<std::string>() : value.dump()};
}

/// {"at":"ne","swap-colors":true}: long options of `ludex find`. \throws UsageError
void read_options(std::string_view text, Query& query) {
  const Json options = Json::parse(text, nullptr, false);
  if (!options.is_object()) {
    throw UsageError("ludex_pattern: options are a JSON object, as {\"at\":\"ne\"}");
  }
  for (const auto& [name, value] : options.items()) {
    std::string field = name;
    std::ranges::replace(field, '-', '_');
    for (const std::string& word : words_of(value)) {
      if (field == "all_hits") {
        query.pattern_matching.all_hits = true;
      } else {
        query.set(field, word);
      }
    }
  }
}

struct PatternTableRow : PatternRow {
  GameId game = GameId::none;
};

std::vector<PatternTableRow> find_rows(SqlConnection& sql, const Query& query) {
  const PatternMatching& matching = query.pattern_matching;
  const PatternMoment moment{.mover = matching.mover,
                             .from_ply = matching.from_ply.value_or(0),
                             .to_ply = matching.to_ply.value_or(PatternMoment{}.to_ply),
                             .final = matching.final};
  const PatternWish wish{.all_runs = matching.all_hits, .variations = matching.variations};
  const auto shown = std::make_shared<const ShownPattern>(
      ShownPattern{read_patterns(sql, query).front(), moment, wish});
  const IdSet games = select_games(sql, to_filters(query)).matched;
  PatternRows words(sql, shown);
  std::vector<PatternTableRow> rows;
  PatternSearch(sql, shown->pattern, moment)
      .for_each_game(&games, wish,
                     [&](GameId game, BoardSize size, std::span<const FoundPattern> hits) {
                       for (const FoundPattern& hit : hits) {
                         rows.push_back({words.row_of(game, size, hit), game});
                       }
                       return true;
                     });
  return rows;
}

/// All hits, found at once.
class PatternTable final : public ListedRows<PatternTableRow> {
 public:
  using ListedRows::ListedRows;

  void value(int column, sqlite3_context* context) override {
    enum { game_id, ply, place, orientation, colors, next_move };
    const PatternTableRow& hit = row();
    switch (column) {
      case game_id:
        return give(context, raw(hit.game));
      case ply:
        return give(context, hit.ply);
      case place:
        return give(context, std::string_view(hit.place));
      case orientation:
        return give(context, hit.orientation);
      case colors:
        return give(context, hit.colors);
      default:
        if (hit.next) give(context, std::string_view(*hit.next));
    }
  }
};

std::unique_ptr<Rows> open_pattern(SqlConnection& sql, StoreReaders&, const Arguments& arguments) {
  Query query;
  query.patterns.emplace_back(text_of(arguments[0]).value_or(""));
  const auto options = arguments[1] == nullptr ? std::nullopt : text_of(arguments[1]);
  if (options) read_options(*options, query);
  check(query);
  return std::make_unique<PatternTable>(find_rows(sql, query));
}

}  // namespace

constexpr TableFunction kPatternFunction = {
    "ludex_pattern",
    "CREATE TABLE x(game_id INTEGER, ply INTEGER, place TEXT, orientation TEXT, colors TEXT, "
    "next_move TEXT, pattern TEXT HIDDEN, options TEXT HIDDEN)",
    6, open_pattern, 2};

}  // namespace ludex
