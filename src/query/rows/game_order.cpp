#include "core/call_scope.hpp"
#include "ludex/error.hpp"
#include "query/rows/game_rows.hpp"
#include "store/facts.hpp"
#include "store/game_columns.hpp"
#include "store/sql/sql_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace ludex {
namespace {

double number_of(const Value& value) {
  const auto* const whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

template <class T>
int sign(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

constexpr std::int64_t kGamesBetweenLooks = 4096;

struct Entry {
  GameId game;
  std::vector<Value> keys;
};

bool comes_before(const Entry& a, const Entry& b, const std::vector<SortKey>& sort) {
  for (std::size_t i = 0; i < sort.size(); ++i) {
    const int order = compare_values(a.keys[i], b.keys[i], sort[i].descending);
    if (order != 0) return order < 0;
  }
  return raw(a.game) < raw(b.game);
}

/// Reads what games are sorted by: from facts and hits, and from rows where it must be.
class KeyReader {
 public:
  KeyReader(Database& database, const FoundGames& found, const std::vector<SortKey>& sort)
      : found_(found), facts_(database.sql()) {
    std::vector<std::string> columns;
    for (const SortKey& key : sort) {
      places_.push_back(place_of(key.column));
      if (places_.back().from == From::row) columns.push_back(key.column);
    }
    if (!columns.empty()) rows_.emplace(database, std::move(columns));
  }

  /// Nothing if there is no such game (any more).
  std::optional<std::vector<Value>> read(GameId game) {
    if (rows_ && !rows_->read(game, row_)) return std::nullopt;
    std::vector<Value> keys;
    std::size_t column = 0;
    for (const Place& place : places_) {
      keys.push_back(place.from == From::row ? row_[column++] : value(place, game));
    }
    return keys;
  }

 private:
  enum class From { row, fact, id, ply, hits };
  struct Place {
    From from = From::row;
    const FactCodec* fact = nullptr;
  };

  /// Where nothing was found, a position may have been asked for.
  [[nodiscard]] Place place_of(std::string_view column) const {
    const bool may_have_hits = !found_.hits.empty() || found_.games.empty();
    if (column == "id") return {From::id};
    if (column == "ply" && may_have_hits) return {From::ply};
    if (column == "hits" && may_have_hits) return {From::hits};
    const GameColumn* const known = find_column(column);
    if (known == nullptr || !known->is_sorted_by_fact()) return {From::row};
    return {From::fact, &known->fact};
  }

  Value value(const Place& place, GameId game) {
    if (place.from == From::id) return raw(game);
    if (place.from == From::fact) {
      const std::int64_t value = facts_.value(place.fact->fact, game);
      return value == place.fact->unknown ? Value() : Value(value);
    }
    const std::span<const PositionHit> hits = found_.hits_of(game);
    if (place.from == From::hits) return static_cast<std::int64_t>(hits.size());
    return hits.empty() ? Value() : Value(std::int64_t{hits.front().ply});
  }

  const FoundGames& found_;
  FactReader facts_;
  std::vector<Place> places_;
  std::optional<GameRows> rows_;
  std::vector<Value> row_;
};

}  // namespace

int compare_values(const Value& a, const Value& b, bool descending) {
  if (descending && !is_null(a) && !is_null(b)) return compare_values(b, a);
  const auto rank = [](const Value& value) {
    if (is_null(value)) return 2;
    return std::holds_alternative<std::string>(value) ? 1 : 0;
  };
  if (rank(a) != rank(b) || rank(a) == 2) return sign(rank(a), rank(b));
  if (rank(a) == 1) return sign(std::get<std::string>(a), std::get<std::string>(b));
  return sign(number_of(a), number_of(b));
}

std::vector<SortKey> parse_sort(std::string_view text) {
  std::vector<SortKey> keys;
  for (std::string_view rest = text;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view column = rest.substr(0, comma);
    const bool descending = column.starts_with('-');
    if (descending) column.remove_prefix(1);
    if (column.empty()) {
      throw UsageError(fmt::format("`sort` {}: expected columns as date_from,-moves", text));
    }
    keys.push_back({std::string(column), descending});
    if (comma == rest.size()) return keys;
    rest.remove_prefix(comma + 1);
  }
}

std::vector<GameId> sorted_games(Database& database, const FoundGames& found,
                                 const std::vector<SortKey>& sort, std::int64_t count) {
  const ReadTransaction transaction(database.sql());
  KeyReader reader(database, found, sort);
  std::vector<Entry> entries;
  for (std::int64_t id = found.games.next(0); id >= 0; id = found.games.next(id + 1)) {
    const auto game = static_cast<GameId>(id);
    if (id % kGamesBetweenLooks == 0) check_call();
    if (auto keys = reader.read(game)) entries.push_back({game, std::move(*keys)});
  }
  const auto size = static_cast<std::int64_t>(entries.size());
  const auto end = entries.begin() + std::min(count, size);
  std::uint32_t compared = 0;
  std::partial_sort(entries.begin(), end, entries.end(), [&](const Entry& a, const Entry& b) {
    if (++compared % kGamesBetweenLooks == 0) check_call();
    return comes_before(a, b, sort);
  });
  std::vector<GameId> ids;
  ids.reserve(static_cast<std::size_t>(end - entries.begin()));
  for (auto entry = entries.begin(); entry != end; ++entry) ids.push_back(entry->game);
  return ids;
}

}  // namespace ludex
