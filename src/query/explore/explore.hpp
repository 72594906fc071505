#pragma once

#include "games/api/position.hpp"
#include "ludex/explore.hpp"
#include "ludex/types.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "query/search/position_search.hpp"
#include "store/database.hpp"
#include "store/facts.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// A next move as it is counted: on the query's board; its score is that of the first visit. None:
/// the line ends there.
struct NextMove : MoveCounts {
  std::optional<Move> move;
  friend bool operator==(const NextMove&, const NextMove&) = default;

  /// Wins and half the draws for each game with a known result; none without such games, and where
  /// the line ends.
  [[nodiscard]] std::optional<double> score() const;
};

struct Exploration {
  std::vector<NextMove> moves;  ///< most games first, then most visits, then in reading order
  std::int64_t visits = 0;      ///< times the position occurs
  std::int64_t games = 0;       ///< in which it does
  Coverage coverage;
  /// With `unique` the games counted: what comes later on the tree is counted among these.
  std::optional<IdSet> one_of_each;
};

/// \param searched  the games that the conditions leave
[[nodiscard]] Coverage read_coverage(SqlConnection& sql, const IdSet& searched);

/// Counts what was played next at `filters.positions[0]`, in the games that all filters mean.
/// Moves that a symmetry fixing the position maps onto each other are one (first_equivalent).
/// \param with_variations  counts variations too, where they are indexed.
/// \throws UsageError without a position, and like find_games().
/// Cost: a lookup, then some 30 ns a visit where the index holds the position's moves ready (256
/// visits and more), else a replay of some microseconds each.
[[nodiscard]] Exploration explore(Database& database, const GameFilters& filters,
                                  bool with_variations = false);

/// The position that `move` leads to, asked for as `query` is; none where the board refuses it,
/// or where it only changes links and the query does not look at them.
[[nodiscard]] std::optional<QueryPosition> query_after(const QueryPosition& query,
                                                       const Move& move);

/// Leaves the visits on the main line.
[[nodiscard]] std::span<const PositionHit> on_main_line(std::span<const PositionHit> hits,
                                                        FactReader& facts);

/// Counts next moves game by game; a game comes once.
class MoveTally {
 public:
  MoveTally(SqlConnection& sql, const QueryPosition& query);

  /// All visits of one game, at least one. Cost: some 20 ns, least where games ascend.
  void add(std::span<const PositionHit> hits);

  /// What was counted, sorted.
  [[nodiscard]] std::vector<NextMove> take();
  [[nodiscard]] std::int64_t visits() const { return visits_; }
  [[nodiscard]] std::int64_t games() const { return games_; }

 private:
  /// What facts say of one game, read when it first counts.
  struct GameFacts {
    Winner winner = Winner::unknown;
    Day from = 0;
    Day to = 0;
    GameFlags flags;
  };
  struct Row {
    NextMove counts;
    Day last_day = -1;  // of the sample
    std::int64_t last_game = 0;
  };
  /// A move as it was found, and the row it counts in.
  struct Seen {
    std::optional<Move> move;
    std::uint32_t seat = 0;  // that makes it; 0: whoever does
    std::size_t row = kNoRow;
  };
  static constexpr std::size_t kNoRow = ~std::size_t{0};

  [[nodiscard]] GameFacts read(GameId game);
  [[nodiscard]] Row& row_of(const PositionHit& hit, GameFlags flags);
  [[nodiscard]] Row& row_for(const std::optional<Move>& move, std::uint32_t seat);
  [[nodiscard]] Seen& place_of(const std::optional<Move>& move, std::uint32_t seat);
  void grow();
  void add_game(Row& row, const PositionHit& hit, const GameFacts& facts);

  FactReader facts_;
  const QueryPosition& query_;
  std::vector<Row> rows_;
  std::vector<Seen> seen_;  // open addressing, a power of two
  std::size_t seen_count_ = 0;
  Seen last_;                // moves come in runs
  std::int64_t chunk_ = -1;  // whose facts are these:
  std::vector<std::int64_t> result_, from_, to_, flags_;
  std::int64_t visits_ = 0;
  std::int64_t games_ = 0;
};

}  // namespace ludex
