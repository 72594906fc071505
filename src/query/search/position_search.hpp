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

/// A position of a game that is the one looked for.
struct PositionHit {
  GameId game = GameId::none;
  std::uint32_t ply = 0;
  Match match{};                    ///< query onto game
  std::optional<Move> next_move{};  ///< on the same line, as seen on the query's board
  Player mover = Player::first;  ///< who makes it; without one, who is to move. On that board too
  friend bool operator==(const PositionHit&, const PositionHit&) = default;
};

/// "rot90", "identity+swap-colors".
[[nodiscard]] std::string orientation_text(const Match& match);

/// Finds positions through the index. Every hit is replayed and compared before it is shown, unless
/// the index knows that it is the same as one that was (table position_group). Games that no
/// segment of the index covers yet are replayed as a whole, so answers are exact at any moment.
/// Only games that are answers count: not those removed, replaced or not complete yet.
class PositionSearch {
 public:
  explicit PositionSearch(SqlConnection& sql);

  /// Gets all hits of one game, by ply; returns false to stop the search.
  using GameVisitor = std::function<bool(std::span<const PositionHit>)>;

  /// Shows `visit` the games that hold the position, in the order of their ids.
  /// \param among  only these games; nullptr: any.
  /// Cost: one or two blocks of the index, and a replay of some microseconds a game; of positions
  /// with many postings some 50 ns a visit. Memory: 16 bytes a posting, if the query has several
  /// keys.
  void for_each_game(const QueryPosition& query, const IdSet* among, const GameVisitor& visit);

  /// All of these games.
  [[nodiscard]] IdSet games_with(const QueryPosition& query, const IdSet* among);
  /// The first hit in the order of games and plies.
  [[nodiscard]] std::optional<PositionHit> find_first(const QueryPosition& query);

 private:
  class Collector;

  /// Games behind the last segment's numbers. \returns the first of them; 0: there are none.
  [[nodiscard]] std::int64_t find_gap();
  void search_gap(const QueryPosition& query, std::int64_t first_game, Collector& collector);
  void find_plies(const QueryPosition& query, std::span<const KeyRange> ranges, GameId game);
  /// Finds out what the query says of a moment, at a visit of it.
  void ask(const QueryPosition& query, GameId game, std::uint32_t ply, KnownMoment& moment);
  /// Replays the plies and keeps those that match, as hits.
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
