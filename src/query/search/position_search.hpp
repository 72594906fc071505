#pragma once

#include "games/api/query_position.hpp"
#include "ludex/types.hpp"
#include "query/filter/id_set.hpp"
#include "query/search/game_positions.hpp"
#include "store/posting_tables.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

struct KnownMoment;

/// A hit: a position of a game that matches the query.
struct PositionHit {
  GameId game = GameId::none;
  std::uint32_t ply = 0;
  Match match{};                    ///< query onto game
  std::optional<Move> next_move{};  ///< on the same line, as seen on the query's board
  Player mover = Player::first;     ///< the player of the next move, or the player to move; on the
                                    ///< board of the query
  friend bool operator==(const PositionHit&, const PositionHit&) = default;
};

/// The position of a game as a hit, if it matches.
[[nodiscard]] std::optional<PositionHit> find_hit(const QueryPosition& query, GameId game,
                                                  const Position& position);

/// "rot90", "identity+swap-colors".
[[nodiscard]] std::string orientation_text(const Match& match);

/// True if the posting numbers of each segment are above those of the segment before it.
[[nodiscard]] bool follow_each_other(PostingTables& postings);

/// Finds positions through the index. Every hit is replayed and compared before it is shown, unless
/// the index says that it is equal to a verified one (table position_group). Games that no segment
/// covers yet are replayed completely, so answers are exact at any time. Only visible games count,
/// not those that are removed, replaced or incomplete.
class PositionSearch {
 public:
  explicit PositionSearch(SqlConnection& sql);

  /// Receives all hits of one game, ordered by ply; returns false to stop the search.
  using GameVisitor = std::function<bool(std::span<const PositionHit>)>;

  /// Visits the games that contain the position, ordered by id.
  /// \param among  only these games; nullptr: any. Cost: one or two blocks of the index, and a
  /// replay of a few microseconds per game; about 50 ns per visit for positions with many postings.
  /// Memory: 16 bytes per posting if the query has several keys.
  /// \param left_out  ids of segments that are not searched
  void for_each_game(const QueryPosition& query, const IdSet* among, const GameVisitor& visit,
                     std::span<const std::int64_t> left_out = {});

  /// All of these games.
  [[nodiscard]] IdSet games_with(const QueryPosition& query, const IdSet* among);
  /// The first hit in the order of games and plies.
  [[nodiscard]] std::optional<PositionHit> find_first(const QueryPosition& query);

 private:
  class Collector;

  /// Games after the numbers of the last segment. \returns the first of them; 0: none.
  [[nodiscard]] std::int64_t find_gap();
  void search_gap(const QueryPosition& query, std::int64_t first_game, Collector& collector);
  void find_plies(const QueryPosition& query, std::span<const KeyRange> ranges, GameId game);
  /// Replays the plies and keeps the matching ones as hits.
  void verify(const QueryPosition& query, GameId game, std::span<const std::uint32_t> plies);

  FactReader facts_;
  PostingTables postings_;
  PositionGroups groups_;
  PostingOwners owners_;
  GamePositions positions_;
  std::vector<std::uint32_t> plies_;
  std::vector<PositionKey> keys_;
  std::vector<PositionHit> hits_;
};

}  // namespace ludex
