#pragma once

#include "games/api/position.hpp"
#include "games/api/query_position.hpp"
#include "ludex/explore.hpp"
#include "query/explore/move_counter.hpp"
#include "query/search/position_search.hpp"
#include "store/facts.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// A next move as it is counted, on the board of the query; its score is that of the first visit.
/// None: the line ends there.
struct NextMove : MoveCounts {
  std::optional<Move> move;
  friend bool operator==(const NextMove&, const NextMove&) = default;

  /// (Wins + draws / 2) / games with a known result. None without such games and at the end of the
  /// line.
  [[nodiscard]] std::optional<double> score() const;
};

/// Counts next moves game by game; add each game once.
class MoveTally {
 public:
  /// \param query  outlives it
  explicit MoveTally(const QueryPosition& query);

  /// Adds all visits of one game, at least one. Cost: about 20 ns.
  void add(const CountedGame& game, std::span<const PositionHit> hits);

  /// Adds games that visit the position once, all at the moment of `hit`. Not for games with
  /// numbered seats.
  void add(const PositionHit& hit, const MomentCell& cell);

  /// The counts, sorted.
  [[nodiscard]] std::vector<NextMove> take();
  [[nodiscard]] std::int64_t visits() const { return visits_; }
  [[nodiscard]] std::int64_t games() const { return games_; }

 private:
  struct Row {
    NextMove counts;
    GameCounter counter;
  };
  /// A move as found, and the row in which it counts.
  struct Seen {
    std::optional<Move> move;
    std::uint32_t seat = 0;  // the seat that makes it; 0: any
    std::size_t row = kNoRow;
  };
  static constexpr std::size_t kNoRow = ~std::size_t{0};

  [[nodiscard]] Row& row_of(const PositionHit& hit, GameFlags flags);
  [[nodiscard]] Row& row_for(const std::optional<Move>& move, std::uint32_t seat);
  [[nodiscard]] Seen& place_of(const std::optional<Move>& move, std::uint32_t seat);
  void grow();

  const QueryPosition& query_;
  std::vector<Orientation> own_symmetries_;  // of the query
  std::vector<Row> rows_;
  std::vector<Seen> seen_;  // open addressing, a power of two
  std::size_t seen_count_ = 0;
  Seen last_;  // moves come in runs
  std::int64_t visits_ = 0;
  std::int64_t games_ = 0;
};

}  // namespace ludex
