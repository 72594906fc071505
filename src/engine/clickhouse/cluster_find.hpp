#pragma once

#include "engine/clickhouse/cluster_rows.hpp"
#include "engine/clickhouse/published_state.hpp"
#include "ludex/game.hpp"
#include "query/filter/filters.hpp"
#include "query/search/hit_list.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ludex::clickhouse {

/// A condition on rows of stored_games of a shard, in SQL; the publication is part of it.
using ShardCondition = std::function<std::string(std::size_t shard)>;

/// The games that match the conditions of a query other than positions.
struct ClusterSelection {
  ShardCondition matched;
  ShardCondition undated;    ///< match all filters except those on dates, for they have none
  ShardCondition silent;     ///< match all filters except that on handicap, for they record none
  ShardCondition root_text;  ///< see LeftOut::root_text
};

/// Words and racks are looked for by replaying the crossword games that match all else.
/// \throws UsageError for filters without meaning
[[nodiscard]] ClusterSelection select_on_cluster(Cluster& cluster, const PublishedState& state,
                                                 const Call& call, const GameFilters& filters);

/// The same as conditions on rows of stored_positions, to stand after another: " AND ...".
struct VisitSelection {
  std::string matched;  ///< empty: all
  std::string undated;  ///< empty without a filter on dates
};
/// None where rows of positions don't say enough: they know the game, the board, the winner and the
/// dates. Much cheaper than a set of games at a position that many of them have.
[[nodiscard]] std::optional<VisitSelection> select_visits(const GameFilters& filters,
                                                          const Position& position);

/// Counts the games that a query leaves out.
[[nodiscard]] LeftOut count_left_out(Cluster& cluster, const PublishedState& state,
                                     const Call& call, const GameFilters& filters,
                                     ClusterSelection selection);

/// Conditions on a game of two players under which the first, and the second, are whom the filters
/// on players mean.
[[nodiscard]] std::array<std::string, 2> seat_conditions_sql(const GameFilters& filters);

/// The result of ClusterEngine::find().
struct FoundOnCluster {
  explicit FoundOnCluster(PublishedState of) : state(std::move(of)) {}

  PublishedState state;
  ShardCondition games;  ///< that were found
  /// Their ids, ascending, if few were asked for or positions; else `games` says them.
  std::optional<std::vector<GameId>> ids;
  HitList hits;                      ///< of the first position
  std::optional<Position> position;  ///< that one
  bool with_hits = false;            ///< positions were asked for
  KnownRows rows{};                  ///< of some of these games
  /// What the first of `ids` is, where that is known.
  std::optional<GameType> first_game;
};
[[nodiscard]] inline const FoundOnCluster& found_on_cluster(const GameSet& games) {
  return *static_cast<const FoundOnCluster*>(games.found.get());
}

/// Reads the ids of matching games in ascending order, one page at a time. Asks the batches in
/// order, few at first, until a page is full. Cost: one query per server that holds one of them.
class IdPages {
 public:
  /// All must outlive it.
  IdPages(Cluster& cluster, const PublishedState& state, const Call& call,
          const ShardCondition& games);
  /// The next ones, `count` at most; empty after the last.
  [[nodiscard]] std::vector<GameId> next(std::int64_t count);
  /// What the first one of the last page is.
  [[nodiscard]] std::optional<GameType> first_game() const { return first_game_; }

 private:
  using Batches = std::span<const PublishedState::Batch>;
  /// Appends ids after last_, `count` at most.
  void read(Batches batches, std::int64_t count, std::vector<GameId>& ids);
  [[nodiscard]] std::string statement(std::size_t shard, Batches batches, std::int64_t count) const;

  Cluster& cluster_;
  const PublishedState& state_;
  const Call& call_;
  const ShardCondition& games_;
  std::vector<PublishedState::Batch> batches_;  // ascending
  std::size_t place_ = 0;                       // of the first that may have more games
  std::size_t width_;                           // how many are asked next
  std::int64_t last_ = 0;
  std::optional<GameType> first_game_;
};

}  // namespace ludex::clickhouse
