#pragma once

#include "engine/clickhouse/cluster_find.hpp"
#include "engine/clickhouse/cluster_rows.hpp"
#include "engine/clickhouse/published_games.hpp"
#include "engine/clickhouse/published_state.hpp"
#include "games/api/query_position.hpp"
#include "ludex/call.hpp"
#include "ludex/game.hpp"
#include "query/explore/move_counter.hpp"
#include "query/search/position_search.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ludex::clickhouse {

/// What a position asks of the rows of stored_positions.
class PositionQuestion {
 public:
  /// \throws UsageError for a game whose positions are not indexed
  explicit PositionQuestion(const QueryPosition& query);

  /// A condition on keys alone, for PREWHERE.
  [[nodiscard]] const std::string& keys() const { return keys_; }
  /// A condition that all rows of matching positions meet; no other rows if it is a proof.
  [[nodiscard]] const std::string& condition() const { return condition_; }
  /// False for crossword games, and for Twixt where only links show how a symmetric placement lies.
  [[nodiscard]] bool is_proof() const { return is_proof_; }

 private:
  std::string keys_;
  std::string condition_;
  bool is_proof_ = true;
};

/// What is asked of the visits to a position.
struct VisitsWanted {
  ShardCondition among = {};              ///< on the games; none: all that are published
  std::string rows_among = {};            ///< on rows of stored_positions: " AND ..."; empty: all
  bool variations = true;                 ///< on variations too, where they were indexed
  std::int64_t max_games = kAllGames;     ///< those with the lowest ids
  const PublishedGames* known = nullptr;  ///< games that were read already
  /// Most positions that games are listed for are rare; those that are explored are not.
  ServerConnection::Reads reads = ServerConnection::Reads::much;
  /// The results, dates and seats, too: only counting needs them.
  bool outcomes = true;
  /// Receives rows of the games found, where they are few: they come with the moves.
  KnownRows* rows = nullptr;
};

/// All visits of a game to a position.
struct VisitedGame {
  /// Of its flags, those that say the seats of players at the hits; only its id without outcomes.
  CountedGame game;
  std::span<const PositionHit> hits;
};

/// Visits the games that contain a position, ordered by id, and hits by ply. Rows whose columns
/// agree in the position, how it lies, who moves and what is next are one moment: one game of each
/// moment is replayed and compared, crossword games all. Cost: two questions to each server, about
/// 200 ns per visit, and 48 bytes of memory; a replay for each different next move.
void for_each_visited_game(Cluster& cluster, const PublishedState& state, const Call& call,
                           const QueryPosition& query, const VisitsWanted& wanted,
                           const std::function<void(const VisitedGame&)>& visit);

/// The hits of these games, ordered by game and ply; equal to those of PositionSearch.
[[nodiscard]] HitList find_hits(Cluster& cluster, const PublishedState& state, const Call& call,
                                const QueryPosition& query, VisitsWanted wanted);

/// The games that contain a position. \pre cluster and state outlive the condition
[[nodiscard]] ShardCondition games_with(Cluster& cluster, const PublishedState& state,
                                        const Call& call, const QueryPosition& query);
/// One that holds where all do; empty ones hold always.
[[nodiscard]] ShardCondition both(ShardCondition one, ShardCondition other);

/// The sizes of a game's boards, those of most games first.
[[nodiscard]] std::vector<std::string> published_sizes(Cluster& cluster,
                                                       const PublishedState& state,
                                                       const Call& call, GameType game);

}  // namespace ludex::clickhouse
