#include "ludex/core/error.hpp"
#include "ludex/query/game_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

bool is_null(const Value& value) { return std::holds_alternative<std::monostate>(value); }

/// -1, 0, 1. Whole and real numbers by value, numbers before text.
int compare(const Value& a, const Value& b) {
  const auto sign = [](auto x, auto y) { return x < y ? -1 : y < x ? 1 : 0; };
  const auto number = [](const Value& value) {
    const auto* const whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
  };
  const bool a_is_text = std::holds_alternative<std::string>(a);
  const bool b_is_text = std::holds_alternative<std::string>(b);
  if (a_is_text != b_is_text) return a_is_text ? 1 : -1;
  if (a_is_text) return sign(std::get<std::string>(a), std::get<std::string>(b));
  return sign(number(a), number(b));
}

struct Entry {
  GameId game;
  std::vector<Value> keys;
};

bool comes_before(const Entry& a, const Entry& b, const std::vector<SortKey>& sort) {
  for (std::size_t i = 0; i < sort.size(); ++i) {
    const Value& one = a.keys[i];
    const Value& other = b.keys[i];
    if (is_null(one) || is_null(other)) {
      if (is_null(one) != is_null(other)) return is_null(other);
      continue;
    }
    const int order = compare(one, other);
    if (order != 0) return sort[i].descending ? order > 0 : order < 0;
  }
  return raw(a.game) < raw(b.game);
}

}  // namespace

std::vector<SortKey> parse_sort(std::string_view text) {
  std::vector<SortKey> keys;
  for (std::string_view rest = text;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view column = rest.substr(0, comma);
    const bool descending = column.starts_with('-');
    if (descending) column.remove_prefix(1);
    if (column.empty()) {
      throw UsageError(fmt::format("--sort {}: expected columns as date_from,-moves", text));
    }
    keys.push_back({std::string(column), descending});
    if (comma == rest.size()) return keys;
    rest.remove_prefix(comma + 1);
  }
}

std::vector<GameId> sorted_games(Database& database, const IdSet& games,
                                 const std::vector<SortKey>& sort, std::int64_t count) {
  std::vector<std::string> columns;
  for (const SortKey& key : sort) columns.push_back(key.column);
  GameRows rows(database, std::move(columns));
  std::vector<Entry> entries;
  std::vector<Value> keys;
  for (std::int64_t id = games.next(0); id >= 0; id = games.next(id + 1)) {
    if (rows.read(static_cast<GameId>(id), keys))
      entries.push_back({static_cast<GameId>(id), keys});
  }
  const auto size = static_cast<std::int64_t>(entries.size());
  const auto end = entries.begin() + std::min(count, size);
  std::partial_sort(entries.begin(), end, entries.end(),
                    [&](const Entry& a, const Entry& b) { return comes_before(a, b, sort); });
  std::vector<GameId> ids;
  ids.reserve(static_cast<std::size_t>(end - entries.begin()));
  for (auto entry = entries.begin(); entry != end; ++entry) ids.push_back(entry->game);
  return ids;
}

}  // namespace ludex
