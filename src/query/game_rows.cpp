#include "ludex/query/game_rows.hpp"

#include "ludex/core/error.hpp"
#include "ludex/replay/orientation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex {
namespace {

std::string select_of(Database& database, const std::vector<std::string>& columns) {
  const std::vector<std::string> known = game_columns(database);
  std::string list;
  for (const std::string& column : columns) {
    if (std::find(known.begin(), known.end(), column) == known.end()) {
      throw UsageError(fmt::format("there is no column '{}'; the columns are {}", column,
                                   fmt::join(known, ", ")));
    }
    list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", column);
  }
  return fmt::format("SELECT {} FROM games WHERE id = ?", list.empty() ? "1" : list);
}

Value value_of(const SQLite::Column& column) {
  if (column.isNull()) return std::monostate();
  if (column.isInteger()) return column.getInt64();
  if (column.isFloat()) return column.getDouble();
  return column.getString();
}

std::string orientation_text(const Match& match) {
  std::string text(orientation_name(match.orientation));
  return match.colors_swapped ? text + "+swap-colors" : text;
}

Value move_text(const PositionHit& hit, GameType game, BoardSize size) {
  const GameRules* const rules = find_rules(game);
  if (!hit.next_move || rules == nullptr) return std::monostate();
  return rules->move_text(*hit.next_move, size);
}

/// Hits of one game out of a list in the order of games.
std::span<const PositionHit> hits_of(std::span<const PositionHit> hits, GameId game) {
  const auto range = std::equal_range(
      hits.begin(), hits.end(), PositionHit{game, 0, {}, {}},
      [](const PositionHit& a, const PositionHit& b) { return raw(a.game) < raw(b.game); });
  return hits.subspan(static_cast<std::size_t>(range.first - hits.begin()),
                      static_cast<std::size_t>(range.second - range.first));
}

/// Counts rows off at the beginning and at the end of a listing.
class Window {
 public:
  explicit Window(const Listing& listing) : skip_(listing.offset), left_(listing.limit) {}
  [[nodiscard]] bool is_over() const { return left_ <= 0; }
  /// Whether the next row is shown.
  bool take() {
    if (skip_ > 0) {
      --skip_;
      return false;
    }
    return left_-- > 0;
  }

 private:
  std::int64_t skip_;
  std::int64_t left_;
};

}  // namespace

std::vector<std::string> game_columns(Database& database) {
  std::vector<std::string> names;
  SQLite::Statement select(database.sql(), "SELECT name FROM pragma_table_info('games')");
  while (select.executeStep()) names.push_back(select.getColumn(0).getString());
  return names;
}

GameRows::GameRows(Database& database, std::vector<std::string> columns)
    : columns_(std::move(columns)), select_(database.sql(), select_of(database, columns_)) {}

bool GameRows::read(GameId game, std::vector<Value>& row) {
  row.clear();
  select_.reset();
  select_.bind(1, raw(game));
  if (!select_.executeStep()) return false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    row.push_back(value_of(select_.getColumn(static_cast<int>(i))));
  }
  return true;
}

void list_games(Database& database, const FoundGames& found, const Listing& listing,
                const RowVisitor& visit) {
  std::vector<std::string> columns =
      listing.columns.empty() ? game_columns(database) : listing.columns;
  GameRows rows(database, std::move(columns));
  Window window(listing);
  std::vector<Value> row;
  const auto show_hits = [&](GameId game, GamePositions& positions) {
    const std::span<const PositionHit> hits = hits_of(found.hits, game);
    const std::size_t shown =
        listing.all_hits ? hits.size() : std::min<std::size_t>(1, hits.size());
    const std::size_t own = row.size();
    for (const PositionHit& hit : hits.first(shown)) {
      if (window.is_over()) return false;
      if (!window.take()) continue;
      row.resize(own);
      row.emplace_back(std::int64_t{hit.ply});
      row.emplace_back(orientation_text(hit.match));
      row.push_back(move_text(hit, positions.game_type(game), positions.size(game)));
      row.emplace_back(static_cast<std::int64_t>(hits.size()));
      if (!visit(row)) return false;
    }
    return true;
  };
  GamePositions positions(database.sql());
  const auto show = [&](GameId game) {
    if (window.is_over()) return false;
    if (!listing.with_hits && !window.take()) return true;
    if (!rows.read(game, row)) return true;
    return listing.with_hits ? show_hits(game, positions) : visit(row);
  };
  if (listing.sort.empty()) {
    for (std::int64_t id = found.games.next(0); id >= 0; id = found.games.next(id + 1)) {
      if (!show(static_cast<GameId>(id))) return;
    }
    return;
  }
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const std::int64_t count =
      listing.limit > most - listing.offset ? most : listing.limit + listing.offset;
  for (const GameId game : sorted_games(database, found.games, listing.sort, count)) {
    if (!show(game)) return;
  }
}

}  // namespace ludex
