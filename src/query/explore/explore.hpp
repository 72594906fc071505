#pragma once

#include "core/ids.hpp"
#include "games/api/position.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/database.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// What happened after a position, by one next move. Results are counted once a game, years and
/// results by the game and not by the moment. Colours are those of the query's board: where a game
/// was found with the colours exchanged, its seats are exchanged too.
struct NextMove {
  /// On the query's board; its score is that of the first visit. None: the line ends there.
  std::optional<Move> move;
  std::int64_t visits = 0;             ///< times it was played there, also twice in one game
  std::int64_t games = 0;              ///< in which it was played there
  std::array<std::int64_t, 2> wins{};  ///< of seats 1 and 2; what others win only the mover's show
  std::int64_t draws = 0;
  std::int64_t mover_wins = 0;             ///< by the seat that made the move
  std::int64_t mover_losses = 0;           ///< draws are draws
  std::optional<std::int32_t> first_year;  ///< in which one of the games may have been played
  /// Of the games whose last day is known; may miss where `first_year` is there.
  std::optional<std::int32_t> last_year;
  GameId sample = GameId::none;  ///< that was played last, undated ones before all; ties: first id
  std::uint32_t sample_ply = 0;  ///< where the position stands in it
  std::int64_t points = 0;       ///< that the move brought in, of all visits together (crossword)
  std::int64_t with_points = 0;  ///< visits of which they are known
  /// The seat that makes the move, or is to move where the line ends, 1 to 4. Seats are told apart,
  /// but not for crossword plays: 0 where it was not the same one each time.
  std::uint32_t mover = 0;
  friend bool operator==(const NextMove&, const NextMove&) = default;

  /// Wins and half the draws for each game with a known result; none without such games, and where
  /// the line ends.
  [[nodiscard]] std::optional<double> score() const;
  /// What the move brought in on the average; none where games do not tell.
  [[nodiscard]] std::optional<double> mean_points() const;
};

/// What an answer rests on.
struct Coverage {
  std::int64_t games = 0;              ///< in the database
  std::int64_t searched = 0;           ///< that the filters leave
  std::int64_t without_positions = 0;  ///< of these, not replayed: they cannot be found
  std::int64_t undated = 0;            ///< would be answers if they had a date
  std::int64_t silent = 0;             ///< would be answers if they said their handicap
  std::int64_t copies =
      0;  ///< left out by `unique`: another game with the position stands for them
  friend bool operator==(const Coverage&, const Coverage&) = default;
};

struct Exploration {
  std::vector<NextMove> moves;  ///< most games first, then most visits, then in reading order
  std::int64_t visits = 0;      ///< times the position occurs
  std::int64_t games = 0;       ///< in which it does
  Coverage coverage;
  /// With `unique` the games counted: what comes later on the tree is counted among these.
  std::optional<IdSet> one_of_each;
};

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

}  // namespace ludex
