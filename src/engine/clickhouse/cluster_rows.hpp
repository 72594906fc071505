#pragma once

#include "engine/clickhouse/published_state.hpp"
#include "ludex/game.hpp"
#include "query/rows/listed_games.hpp"
#include "store/game_columns.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ludex::clickhouse {

/// The columns of the view `games`. \throws UsageError for an unknown column
[[nodiscard]] std::vector<const GameColumn*> columns_named(const std::vector<std::string>& names);
/// How a column stands in SELECT.
[[nodiscard]] std::string selected(const GameColumn& column);

/// pack_shown() of games that were read already, by id as it is shown.
using KnownRows = std::map<std::int64_t, std::string>;

/// Reads rows of games by their ids.
class ClusterRows {
 public:
  /// Cluster and state must outlive it. \throws UsageError for an unknown column
  ClusterRows(Cluster& cluster, const PublishedState& state, const std::vector<std::string>& names);

  struct Row {
    std::vector<Value> values;
    ListedGames::Board board{};
  };
  using Rows = std::unordered_map<std::int64_t, Row>;  // by id as it is shown
  /// Those that exist. One question to each server that holds some; none for what is known.
  [[nodiscard]] Rows read(std::span<const GameId> games, const Call& call,
                          const KnownRows& known = {});

 private:
  [[nodiscard]] std::vector<NativeAnswer> ask(std::span<const GameId> games, const Call& call);
  void unpack(std::int64_t game, std::string_view packed, Row& row);
  void take_columns(const NativeAnswer& answer, std::size_t from, Row& row) const;

  Cluster& cluster_;
  const PublishedState& state_;
  std::vector<const GameColumn*> columns_;
  bool is_packed_;                   // so many columns that the packed row is cheaper
  std::string select_;               // for the columns apart
  std::vector<std::size_t> places_;  // of columns_ in the view, ascending, each once
  std::vector<std::size_t> order_;   // of columns_ in places_
  std::vector<Value> unpacked_;
};

}  // namespace ludex::clickhouse
